"""URLs of the API, with JSON for errors before a call is reached."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path, re_path
from django.views.decorators.csrf import csrf_exempt

from tournaments.api.answers import NotFound, WrongMethod, refusal_answer
from tournaments.api.calls import api

app_name = "api"
View = Callable[..., HttpResponseBase]


def as_answer(view: View) -> View:
    """Wrap a call: HEAD is GET without a body, a wrong method is refused in JSON, and answers to tokens are not
    cached."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        is_head = request.method == "HEAD"
        request.method = "GET" if is_head else request.method
        response = view(request, *args, **kwargs)
        if response.status_code == 405:
            allow = response.get("Allow", "")
            response = refusal_answer(request, WrongMethod())
            response["Allow"] = f"{allow}, HEAD" if "GET" in allow else allow
        if "Authorization" in request.headers:
            response.headers.setdefault("Cache-Control", "private, no-store")
        if is_head:
            request.method = "HEAD"
            without_body(response)
        return response

    return answer


def without_body(response: HttpResponseBase) -> None:
    """Remove the body, keeping its length in the header."""
    if isinstance(response, HttpResponse):
        response["Content-Length"] = str(len(response.content))
        response.content = b""


def with_and_without_slash(pattern: URLPattern) -> list[URLPattern]:
    """Return a call's URL, with and without a slash at the end."""
    route, view = str(pattern.pattern), as_answer(pattern.callback)
    return [path(route, view, name=pattern.name), path(f"{route.rstrip('/')}/", view)]


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:
    return refusal_answer(request, NotFound())


patterns, _app, _namespace = api.urls
# The root answers 404; the OpenAPI document takes its URL from there.
calls = [pattern for pattern in patterns if isinstance(pattern, URLPattern) and str(pattern.pattern)]
urlpatterns: list[URLPattern] = [path("", nothing_here, name="api-root")]
urlpatterns += [one for pattern in calls for one in with_and_without_slash(pattern)]
urlpatterns.append(re_path(r"", nothing_here))
