"""Adapts django-allauth: guests keep their history at sign-up, names are checked, a worker sends mail, wrong passwords
are limited by player and address."""

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

from players.ip_addresses import network_of
from players.models import Player
from players.names import name_key
from players.refusals import AlreadySignedUp, EmailTaken, Refusal
from players.selectors import player_by_login
from players.services.known_addresses import address_is_known, address_remember
from players.services.names import player_name_check
from players.services.players import guest_lock, player_register
from players.tasks import mail_send

EMAIL_LENGTH_VALIDATOR = MaxLengthValidator(254)
WRONG_PASSWORDS_MAIL_INTERVAL_SECONDS = 24 * 3600
WRONG_PASSWORD_MESSAGE = _("Name or password is not right.")


@dataclass(frozen=True)
class LoginAttempt:
    """An attempt to sign in: as which player, from which address, and whether that address is new for the player."""

    login: str
    player: Player | None
    address: str
    is_unknown_address: bool

    @classmethod
    def of(cls, address: str, credentials: dict[str, Any]) -> Self:
        login = credentials.get("email") or credentials.get("username") or ""
        player = player_by_login(login)
        is_unknown_address = player is None or not address_is_known(player, address)
        return cls(login, player, network_of(address), is_unknown_address)

    def rate_limits(self) -> list[tuple[str, str]]:
        """Return the (limit, key) pairs that it counts for. Keys do not depend on how name or address were typed."""
        who = f"player:{self.player.pk}" if self.player else f"login:{name_key(self.login)}"
        here = [("login_failed_here", f"{who} at {self.address}")]
        return [*here, ("login_failed_elsewhere", who)] if self.is_unknown_address else here


@receiver(password_reset)
def failed_logins_clear(request: HttpRequest, user: Player, **_: Any) -> None:
    """Clear the counts of wrong passwords for a player who has set a new password."""
    address = get_adapter(request).get_client_ip(request)
    for action, key in LoginAttempt.of(address, {"username": user.name}).rate_limits():
        ratelimit.clear(request, action=action, key=key)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That e-mail address is on your account already."),
        "email_password_mismatch": WRONG_PASSWORD_MESSAGE,
        "email_taken": _("That e-mail address belongs to another account."),
        "enter_current_password": _("That is not your current password."),
        "incorrect_password": _("That is not your password."),
        "too_many_login_attempts": _("Too many wrong passwords. Try again in a few minutes."),
        "username_password_mismatch": WRONG_PASSWORD_MESSAGE,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            return player_name_check(username)
        except Refusal as refusal:
            raise ValidationError(str(refusal.message), code=refusal.code) from refusal

    def clean_email(self, email: str) -> str:
        EMAIL_LENGTH_VALIDATOR(email)
        return super().clean_email(email)

    def is_safe_url(self, url: str | None) -> bool:
        return url_has_allowed_host_and_scheme(url, {self.request.get_host()}, require_https=self.request.is_secure())

    def new_user(self, request: HttpRequest) -> Player:
        """Return the guest who signs up, so that they stay the same player, or a new one."""
        return guest_lock(request.guest) if hasattr(request, "guest") else Player()

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        user.set_password(form.cleaned_data["password1"])
        return player_register(player=user, name=form.cleaned_data["username"], email=form.cleaned_data["email"])

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        site = {"name": "Guildhall", "domain": urlsplit(settings.ALLOWED_ORIGINS[0]).netloc}
        context = {"request": self.request, "email": email, "current_site": site, **context}
        message = self.render_mail(template_prefix, email, with_canonical_links(self.request, context))
        mail_send.delay_on_commit(subject=message.subject, body=message.body, to=message.to)  # type: ignore[attr-defined]

    # --- Wrong passwords ---

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse attempts after too many wrong passwords from one address, and sooner for one player. Wrong passwords
        from elsewhere count only at addresses from which the player has not signed in before; a mail tells the
        player when that begins."""
        super().pre_authenticate(request, **credentials)
        attempt = LoginAttempt.of(self.get_client_ip(request), credentials)
        if not all(
            ratelimit.consume(request, action=action, key=key, dry_run=True) for action, key in attempt.rate_limits()
        ):
            if attempt.player and attempt.is_unknown_address:
                self.send_wrong_passwords_mail(attempt.player)
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        for action, key in LoginAttempt.of(self.get_client_ip(request), credentials).rate_limits():
            ratelimit.consume(request, action=action, key=key)

    def send_wrong_passwords_mail(self, player: Player) -> None:
        """Mail a player whom others try to sign in as: to a verified address, at most once an interval."""
        to = EmailAddress.objects.filter(user=player, verified=True, primary=True).first()
        if to is not None and cache.add(
            f"wrong-passwords-told:{player.pk}", 1, timeout=WRONG_PASSWORDS_MAIL_INTERVAL_SECONDS
        ):
            password_url = self.request.build_absolute_uri(reverse("account_change_password"))
            with translation.override(player.language or translation.get_language()):
                self.send_mail("account/email/wrong_passwords", to.email, {"password_url": password_url})

    def login(self, request: HttpRequest, user: Player) -> None:
        super().login(request, user)
        address_remember(player=user, address=self.get_client_ip(request))


def with_canonical_links(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Return a mail's context with links to the first allowed origin, because the Host header may be forged."""
    here, home = request.build_absolute_uri("/"), f"{settings.ALLOWED_ORIGINS[0]}/"
    return {
        key: home + value.removeprefix(here) if isinstance(value, str) and value.startswith(here) else value
        for key, value in context.items()
    }


class GuestAsAnonymousMixin:
    """Treats a guest as anonymous on the pages for signing in and up, and keeps them as `request.guest`."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        response = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if not request.user.is_authenticated and hasattr(request, "guest"):
            request.user = request.guest  # for the base template
        return response


class SignupView(GuestAsAnonymousMixin, AllauthSignupView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Sign up in one transaction: of two people who want the same name at once, one gets it and one an error."""
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except AlreadySignedUp:
            return redirect("home")
        except Refusal as refusal:
            form.add_error("email" if isinstance(refusal, EmailTaken) else "username", str(refusal.message))
            return self.form_invalid(form)


class LoginView(GuestAsAnonymousMixin, AllauthLoginView):
    def form_valid(self, form: Any) -> HttpResponse:
        """End the guest's session before the player signs in."""
        if hasattr(self.request, "guest"):
            logout(self.request)
        return super().form_valid(form)
