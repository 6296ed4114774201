"""Where django-allauth meets our players: sign-up keeps a guest's history, names are checked, mail goes by worker."""

from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from allauth.account.views import LoginView as AllauthLoginView
from allauth.account.views import SignupView as AllauthSignupView
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from players.addresses import network_of
from players.models import Player
from players.names import name_key
from players.refusals import AlreadySignedUp, EmailTaken, Refusal
from players.selectors import player_by_login
from players.services.known_addresses import address_is_known, address_remember
from players.services.names import player_name_check
from players.services.players import guest_lock, player_register
from players.tasks import mail_send

EMAIL_LENGTH = MaxLengthValidator(254)
TOLD_AGAIN_AFTER_SECONDS = 24 * 3600
WRONG_PASSWORD = _("Name or password is not right.")


@dataclass(frozen=True)
class Attempt:
    """Somebody who tries to sign in: as whom, from where, and whether that player has signed in from there before."""

    login: str
    player: Player | None
    address: str
    is_strange: bool

    @classmethod
    def of(cls, address: str, credentials: dict[str, Any]) -> Self:
        login = credentials.get("email") or credentials.get("username") or ""
        player = player_by_login(login)
        is_strange = player is None or not address_is_known(player, address)
        return cls(login, player, network_of(address), is_strange)

    def limits(self) -> list[tuple[str, str]]:
        """By which limits and keys it counts: however the name or the address was written, it is the same player."""
        who = f"player:{self.player.pk}" if self.player else f"login:{name_key(self.login)}"
        here = [("login_failed_here", f"{who} at {self.address}")]
        return [*here, ("login_failed_elsewhere", who)] if self.is_strange else here


@receiver(password_reset)
def wrong_passwords_forget(request: HttpRequest, user: Player, **_: Any) -> None:
    """Whoever has set a new password is not kept out by old guesses."""
    address = get_adapter(request).get_client_ip(request)
    for action, key in Attempt.of(address, {"username": user.name}).limits():
        ratelimit.clear(request, action=action, key=key)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That e-mail address is on your account already."),
        "email_password_mismatch": WRONG_PASSWORD,
        "email_taken": _("That e-mail address belongs to another account."),
        "enter_current_password": _("That is not your current password."),
        "incorrect_password": _("That is not your password."),
        "too_many_login_attempts": _("Too many wrong passwords. Try again in a few minutes."),
        "username_password_mismatch": WRONG_PASSWORD,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            return player_name_check(username)
        except Refusal as refusal:
            raise ValidationError(str(refusal.message), code=refusal.code) from refusal

    def clean_email(self, email: str) -> str:
        EMAIL_LENGTH(email)
        return super().clean_email(email)

    def is_safe_url(self, url: str | None) -> bool:
        return url_has_allowed_host_and_scheme(url, {self.request.get_host()}, require_https=self.request.is_secure())

    def new_user(self, request: HttpRequest) -> Player:
        """A guest who signs up stays the same player."""
        return guest_lock(request.guest) if hasattr(request, "guest") else Player()

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        user.set_password(form.cleaned_data["password1"])
        return player_register(player=user, name=form.cleaned_data["username"], email=form.cleaned_data["email"])

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        site = {"name": "Guildhall", "domain": urlsplit(settings.ALLOWED_ORIGINS[0]).netloc}
        context = {"request": self.request, "email": email, "current_site": site, **context}
        message = self.render_mail(template_prefix, email, with_links_home(self.request, context))
        mail_send.delay_on_commit(subject=message.subject, body=message.body, to=message.to)  # type: ignore[attr-defined]

    # --- Wrong passwords ---

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Slow down an address that guesses, for one player sooner. A player is kept out by guesses of others only at
        addresses from which they have not signed in before, and is told by mail when that begins."""
        super().pre_authenticate(request, **credentials)
        attempt = Attempt.of(self.get_client_ip(request), credentials)
        if not all(
            ratelimit.consume(request, action=action, key=key, dry_run=True) for action, key in attempt.limits()
        ):
            if attempt.player and attempt.is_strange:
                self.tell_of_wrong_passwords(attempt.player)
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        for action, key in Attempt.of(self.get_client_ip(request), credentials).limits():
            ratelimit.consume(request, action=action, key=key)

    def tell_of_wrong_passwords(self, player: Player) -> None:
        """Once, to an address that is proved to be theirs."""
        to = EmailAddress.objects.filter(user=player, verified=True, primary=True).first()
        if to is not None and cache.add(f"wrong-passwords-told:{player.pk}", 1, timeout=TOLD_AGAIN_AFTER_SECONDS):
            password_url = self.request.build_absolute_uri(reverse("account_change_password"))
            with translation.override(player.language or translation.get_language()):
                self.send_mail("account/email/wrong_passwords", to.email, {"password_url": password_url})

    def login(self, request: HttpRequest, user: Player) -> None:
        super().login(request, user)
        address_remember(player=user, address=self.get_client_ip(request))


def with_links_home(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Links in a mail lead to the first of our own addresses, whatever host the request named."""
    here, home = request.build_absolute_uri("/"), f"{settings.ALLOWED_ORIGINS[0]}/"
    return {
        key: home + value.removeprefix(here) if isinstance(value, str) and value.startswith(here) else value
        for key, value in context.items()
    }


class GuestsAreVisitors:
    """On the pages for signing in and up, a guest is somebody without an account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        response = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if not request.user.is_authenticated and hasattr(request, "guest"):
            request.user = request.guest  # the frame around the page knows the guest
        return response


class SignupView(GuestsAreVisitors, AllauthSignupView):
    def form_valid(self, form: Any) -> HttpResponse:
        """All or nothing: two who want the same name at once leave one account and one clear answer."""
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except AlreadySignedUp:
            return redirect("home")
        except Refusal as refusal:
            form.add_error("email" if isinstance(refusal, EmailTaken) else "username", str(refusal.message))
            return self.form_invalid(form)


class LoginView(GuestsAreVisitors, AllauthLoginView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Whoever signs in to an account is no longer the guest."""
        if hasattr(self.request, "guest"):
            logout(self.request)
        return super().form_valid(form)
