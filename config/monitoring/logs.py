"""Configures logging: lines for a terminal, JSON for production, and no personal data."""

import logging
import re
import time
import traceback
from typing import Any

import structlog
from redis.exceptions import RedisError

# While the bus is away, the channel layer logs one line in so long.
OUTAGE_LOG_INTERVAL_SECONDS = 60.0
ROW_DETAIL_PATTERN = re.compile("^DETAIL:.*\n?", re.MULTILINE)

SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_settings(*, json: bool, level: str) -> dict[str, Any]:
    """Configure structlog, and return Django's LOGGING: one formatter for everything, to standard error.

    What a command prints to standard output can so be read by a program.
    """
    structlog.configure(
        processors=[*SHARED_PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED_PROCESSORS,
                "processors": output_processors(json),
            }
        },
        "filters": {"bus_outage": {"()": BusOutageFilter}},
        "handlers": {"out": {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "line"}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # config/monitoring/request_log.py logs requests by route; these would log the path.
            "django.request": {"level": "CRITICAL"},
            "django.security": {"level": "CRITICAL"},
            "daphne": {"level": "WARNING"},
            # Not a line for every task; one that fails is still logged.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "django.server": {"handlers": [], "propagate": True},
            # The channel layer writes a traceback a second for as long as the bus is away.
            "channels_redis.pubsub": {"filters": ["bus_outage"]},
        },
    }


def output_processors(json: bool) -> list[Any]:
    last = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer(colors=False)
    exceptions = structlog.processors.ExceptionRenderer(traceback_text)
    return [structlog.stdlib.ProcessorFormatter.remove_processors_meta, exceptions, last]


def traceback_text(exc_info: Any) -> str:
    """Format a traceback without local variables and without the row that PostgreSQL quotes, which may be personal
    data."""
    return ROW_DETAIL_PATTERN.sub("", "".join(traceback.format_exception(*exc_info)))


class BusOutageFilter(logging.Filter):
    """Lets one line a minute pass while the bus is away, without its traceback; any other error unchanged."""

    def __init__(self) -> None:
        super().__init__()
        self.silent_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, RedisError | OSError):
            return True
        if time.monotonic() < self.silent_until:
            return False
        self.silent_until = time.monotonic() + OUTAGE_LOG_INTERVAL_SECONDS
        record.msg, record.args = "channel layer: bus away (%s)", (type(error).__name__,)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True
