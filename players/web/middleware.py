"""Middleware: language by preference, no caching of private pages, refusals as messages."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import ResolverMatch
from django.utils import translation

from players.refusals import GuestsCannot, Refusal
from players.web.requests import redirect_back

ACCOUNT_PAGES_FOR_GUESTS: set[str | None] = {
    "account_login",
    "account_signup",
    "account_logout",
    "account_inactive",
    "preferences",
}
Handler = Callable[[HttpRequest], HttpResponse]


class PreferredLanguageMiddleware:
    """Activates a player's preferred language, which goes before the cookie and the browser's (LocaleMiddleware)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


def is_for_accounts(page: ResolverMatch) -> bool:
    return page.route.startswith("account/") and page.url_name not in ACCOUNT_PAGES_FOR_GUESTS


class PrivatePagesMiddleware:
    """Forbids caching of pages for signed-in players, also by the back button after signing out."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class RefusalMiddleware:
    """Turns a refusal that no form caught into a message on the previous page."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Refuse account pages to guests, who have no address, no password and no second factor."""
        is_guest = request.user.is_authenticated and request.user.is_guest
        if is_guest and request.resolver_match and is_for_accounts(request.resolver_match):
            return self.process_exception(request, GuestsCannot())
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        if isinstance(exception, GuestsCannot):
            messages.info(request, str(exception.message))
            return redirect("account_signup")
        messages.error(request, str(exception.message))
        return redirect_back(request)
