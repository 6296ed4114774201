"""Serves metrics for Prometheus, to callers with the token."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Histogram, generate_latest

REQUESTS = Counter("guildhall_requests_total", "Pages served", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("guildhall_request_seconds", "Time to serve a page", ["route"])


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics; 404 if no token is configured, 401 without it."""
    if not settings.METRICS_TOKEN:
        return HttpResponse(status=404)
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
