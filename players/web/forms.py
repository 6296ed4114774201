"""The forms of players and teams, with labels and help texts."""

from typing import Any, ClassVar

from allauth.account import forms as allauth
from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from players.locale_names import countries, languages
from players.models import Player
from players.models.token import TOKEN_NAME_LENGTH
from players.names import PLAYER_NAME_LENGTH, TEAM_NAME_LENGTH

SPOKEN_LANGUAGES_LIMIT = 8
PASSWORD_HELP_TEXT = _("At least ten characters; a few unrelated words are best.")


class FieldLabelsMixin:
    """Gives the fields of an allauth form our labels, and removes the placeholders that repeat them."""

    fields: dict[str, forms.Field]
    labels: ClassVar[dict[str, Any]] = {}
    help_texts: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)


class SignupForm(FieldLabelsMixin, allauth.SignupForm):
    """Asks for name, e-mail address and password."""

    labels = {"username": _("Name"), "email": _("E-mail address"), "password1": _("Password")}
    help_texts = {
        "username": _("How others see you, 2 to 24 letters or digits. It cannot be changed later."),
        "email": _("Never shown. For a forgotten password."),
        "password1": PASSWORD_HELP_TEXT,
    }


class LoginForm(FieldLabelsMixin, allauth.LoginForm):
    labels = {"login": _("Name or e-mail address"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class AddEmailForm(FieldLabelsMixin, allauth.AddEmailForm):
    labels = {"email": _("E-mail address")}


class ResetPasswordForm(FieldLabelsMixin, allauth.ResetPasswordForm):
    labels = {"email": _("E-mail address")}


class ChangePasswordForm(FieldLabelsMixin, allauth.ChangePasswordForm):
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password, once more"),
    }
    help_texts = {"password1": PASSWORD_HELP_TEXT}


class ResetPasswordKeyForm(FieldLabelsMixin, allauth.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("New password, once more")}
    help_texts = {"password1": PASSWORD_HELP_TEXT}


class ReauthenticateForm(FieldLabelsMixin, allauth.ReauthenticateForm):
    labels = {"password": _("Password")}


class ProfileForm(forms.ModelForm[Player]):
    country = forms.ChoiceField(label=_("Country"), required=False)
    languages = forms.MultipleChoiceField(
        label=_("Languages you speak"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "choices--columns"}),
    )

    class Meta:
        model = Player
        fields = ["country", "languages"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        site_language = get_language() or "en"
        self.fields["country"].choices = [("", _("Not said")), *countries(site_language)]  # type: ignore[attr-defined]
        self.fields["languages"].choices = languages(site_language)  # type: ignore[attr-defined]

    def clean_languages(self) -> list[str]:
        chosen: list[str] = self.cleaned_data["languages"]
        if len(chosen) > SPOKEN_LANGUAGES_LIMIT:
            raise forms.ValidationError(_("Choose up to eight."), code="too_many")
        return chosen


class PreferencesForm(forms.ModelForm[Player]):
    class Meta:
        model = Player
        fields = ["language", "theme", "sounds", "confirm_moves"]
        widgets = {"theme": forms.RadioSelect}
        labels = {"sounds": _("Play sounds"), "confirm_moves": _("Ask before a move is played")}
        help_texts = {
            "sounds": _("A card laid down, a gem paid, your turn."),
            "confirm_moves": _("A second tap confirms: for small screens and quick fingers."),
        }


class TeamNameForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the team"),
        help_text=_("2 to 32 letters or digits; spaces, too."),
        max_length=TEAM_NAME_LENGTH[1],
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class InviteForm(forms.Form):
    player = forms.CharField(
        label=_("Name of the player"),
        max_length=PLAYER_NAME_LENGTH[1],
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "player-names"}),
    )


class DeleteAccountForm(forms.Form):
    """Asks a player to type their name, to confirm that the account is to be deleted."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=PLAYER_NAME_LENGTH[1],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.casefold() != self.player.name.casefold():
            raise forms.ValidationError(_("That is not your name."), code="other_name")
        return name


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What is it for?"),
        max_length=TOKEN_NAME_LENGTH,
        help_text=_("A word for yourself, to tell tokens apart."),
    )
