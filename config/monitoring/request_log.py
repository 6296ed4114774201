"""Records every request: a line in the log and a count in the metrics."""

import time
from collections.abc import Callable

import structlog
from django.core.signals import got_request_exception
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from config.monitoring.metrics import REQUEST_SECONDS, REQUESTS

log = structlog.get_logger("guildhall.requests")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def route_of(request: HttpRequest) -> str:
    """Return the URL pattern: a path may hold a name, or a key from a mail."""
    return request.resolver_match.route or "home" if request.resolver_match else "unknown"


@receiver(got_request_exception)
def record_failure(request: HttpRequest, **_: object) -> None:
    """Log a bug with its traceback. Django's own line would name the path."""
    log.error("failure", method=request.method, route=route_of(request), exc_info=True)


class RequestLogMiddleware:
    """Logs and counts each request, by route and never by path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.monotonic()
        response = self.get_response(request)
        self.record(request, response.status_code, time.monotonic() - started)
        return response

    def record(self, request: HttpRequest, status: int, seconds: float) -> None:
        route = route_of(request) if request.resolver_match or status >= 400 else "static"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, route, status).inc()
        REQUEST_SECONDS.labels(route).observe(seconds)
        if route != "static":
            log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))
