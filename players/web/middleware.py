"""What every page needs to know about its reader."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation

from players.refusals import GuestsCannot, Refusal
from players.web.requests import redirect_back

Handler = Callable[[HttpRequest], HttpResponse]


class PreferredLanguageMiddleware:
    """A player's own preference goes before the cookie and the browser, which LocaleMiddleware reads."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class RefusalMiddleware:
    """A refusal that no form caught becomes a notice on the page that the person came from."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        messages.error(request, str(exception.message))
        return redirect("account_signup") if isinstance(exception, GuestsCannot) else redirect_back(request)
