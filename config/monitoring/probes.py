"""Routes health checks and metrics, which machines ask of a process."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.monitoring.health import live, ready
from config.monitoring.metrics import metrics

PROBES = {"/health/live": live, "/health/ready": ready, "/metrics": metrics}


class ProbeMiddleware:
    """Answers before all other middleware: a probe comes by address and port, without our host name and without TLS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        if probe is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        response = probe(request)
        response["Cache-Control"] = "no-store"
        return response
