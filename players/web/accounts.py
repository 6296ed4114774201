"""Where django-allauth meets our players: sign-up keeps a guest's history, names are checked, mail goes by worker."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.views import LoginView as AllauthLoginView
from allauth.account.views import SignupView as AllauthSignupView
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from players.models import Player
from players.refusals import Refusal
from players.services.names import player_name_check
from players.services.players import player_register
from players.tasks import mail_send

EMAIL_LENGTH = MaxLengthValidator(254)


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            return player_name_check(username)
        except Refusal as refusal:
            raise ValidationError(str(refusal.message), code=refusal.code) from refusal

    def clean_email(self, email: str) -> str:
        EMAIL_LENGTH(email)
        return super().clean_email(email)

    def new_user(self, request: HttpRequest) -> Player:
        """A guest who signs up stays the same player."""
        return getattr(request, "guest", None) or Player()

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        user.set_password(form.cleaned_data["password1"])
        return player_register(player=user, name=form.cleaned_data["username"], email=form.cleaned_data["email"])

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        site = {"name": "Guildhall", "domain": self.request.get_host()}
        context = {"request": self.request, "email": email, "current_site": site, **context}
        message = self.render_mail(template_prefix, email, context)
        mail_send.delay_on_commit(subject=message.subject, body=message.body, to=message.to)  # type: ignore[attr-defined]


class GuestsAreVisitors:
    """On the pages for signing in and up, a guest is somebody without an account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]


class SignupView(GuestsAreVisitors, AllauthSignupView):
    def form_valid(self, form: Any) -> HttpResponse:
        """All or nothing: two who want the same name at once leave one account and one clear answer."""
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except Refusal as refusal:
            form.add_error("username", str(refusal.message))
            return self.form_invalid(form)


class LoginView(GuestsAreVisitors, AllauthLoginView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Whoever signs in to an account is no longer the guest."""
        if hasattr(self.request, "guest"):
            logout(self.request)
        return super().form_valid(form)
