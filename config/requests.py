"""Writes down every request: a line in the log and a count in the metrics."""

import time
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

from config.metrics import REQUEST_SECONDS, REQUESTS

log = structlog.get_logger("guildhall.requests")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
QUIET_ROUTES = frozenset({"health/live", "health/ready", "metrics", "static"})


class RequestLogMiddleware:
    """Names the route, never the path: a path may hold a key from a mail."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.monotonic()
        response = self.get_response(request)
        self.record(request, response.status_code, time.monotonic() - started)
        return response

    def record(self, request: HttpRequest, status: int, seconds: float) -> None:
        route = request.resolver_match.route if request.resolver_match else "static" if status < 400 else "unknown"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, route, status).inc()
        REQUEST_SECONDS.labels(route).observe(seconds)
        if route not in QUIET_ROUTES:
            log.info("request", method=method, route=route or "home", status=status, ms=round(seconds * 1000, 1))
