from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from babel.dates import format_date
from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext as _

from players.avatars import avatar_svg
from players.devices import device_names
from players.locale_names import country_name, language_names
from players.models import Player

register = template.Library()


@register.simple_tag
def avatar(player: Player, size: int = 48) -> SafeString:
    """Return the SVG of a player's arms. Only the initial comes from a person, and `avatar_svg` escapes it."""
    return mark_safe(avatar_svg("?" if player.is_gone else player.name, player.name_key, size))  # noqa: S308


@register.filter
def has_second_factor(player: Player) -> bool:
    return is_mfa_enabled(player)


@register.filter
def has_confirmed_address(player: Player) -> bool:
    """Return whether all addresses are confirmed: without one a lost second factor could not be reset."""
    return not EmailAddress.objects.filter(user=player, verified=False).exists()


@register.filter
def device(user_agent: str) -> str:
    """Return browser and system as text, such as "Firefox, Linux"."""
    return ", ".join(device_names(user_agent)) or _("An unknown browser")


@register.filter
def day(moment: datetime) -> str:
    """Return a date in long form in the reader's language, months in its own case."""
    return format_date(moment, "long", locale=to_locale(get_language() or "en"))


@register.filter
def country(player: Player) -> str:
    return country_name(player.country, get_language() or "en")


@register.filter
def spoken_languages(player: Player) -> list[str]:
    return language_names(player.languages, get_language() or "en")
