"""Logs: lines for a terminal, JSON for production."""

from typing import Any

import structlog

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
            "django.security.csrf": {"level": "CRITICAL"},
            "daphne": {"level": "WARNING"},
            "django.server": {"handlers": [], "propagate": True},
        },
    }


def output_steps(json: bool) -> list[Any]:
    """Tracebacks are plain: local variables may hold what nobody should read."""
    if json:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        last = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    return [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
