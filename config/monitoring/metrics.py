"""Figures for Prometheus, for those who hold the token."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Histogram, generate_latest

REQUESTS = Counter("guildhall_requests_total", "Pages served", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("guildhall_request_seconds", "Time to serve a page", ["route"])


def metrics(request: HttpRequest) -> HttpResponse:
    """Without a token in the settings this address does not exist."""
    if not settings.METRICS_TOKEN:
        return HttpResponse(status=404)
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
