"""Middleware that refuses what no page could handle."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse


class PlainTextMiddleware:
    """Refuses forms that are not in UTF-8, and the null character in an address: PostgreSQL cannot store it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8").lower()
        if charset not in ("utf-8", "utf8") or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest
        if "\0" in request.path:
            raise Http404
        return self.get_response(request)
