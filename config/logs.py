"""Logs: lines for a terminal, JSON for production."""

import re
import traceback
from typing import Any

import structlog

ROW_OF_DATA = re.compile("^DETAIL:.*\n?", re.MULTILINE)

SHARED_STEPS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_settings(*, json: bool, level: str) -> dict[str, Any]:
    """Everything, ours and the libraries', goes through one formatter to standard output."""
    structlog.configure(
        processors=[*SHARED_STEPS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
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
                "foreign_pre_chain": SHARED_STEPS,
                "processors": output_steps(json),
            }
        },
        "handlers": {"out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "line"}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # config/requests.py says it, with the route; these would name the path.
            "django.request": {"level": "CRITICAL"},
            "django.security": {"level": "CRITICAL"},
            "daphne": {"level": "WARNING"},
            # A line for every task that came and went would bury the rest; one that fails still says so.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "django.server": {"handlers": [], "propagate": True},
        },
    }


def output_steps(json: bool) -> list[Any]:
    last = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer(colors=False)
    exceptions = structlog.processors.ExceptionRenderer(traceback_text)
    return [structlog.stdlib.ProcessorFormatter.remove_processors_meta, exceptions, last]


def traceback_text(exc_info: Any) -> str:
    """A plain traceback: no local variables, and not the row that PostgreSQL quotes, which may be a person's."""
    return ROW_OF_DATA.sub("", "".join(traceback.format_exception(*exc_info)))
