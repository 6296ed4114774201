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
from players.models import Player
from players.places import country_name, language_names

register = template.Library()


@register.simple_tag
def avatar(player: Player, size: int = 48) -> SafeString:
    """The player's arms. Only the initial comes from a person, and it is escaped there."""
    return mark_safe(avatar_svg("?" if player.is_gone else player.name, player.name_key, size))  # noqa: S308


@register.filter
def has_second_factor(player: Player) -> bool:
    return is_mfa_enabled(player)


@register.filter
def has_confirmed_address(player: Player) -> bool:
    """A second factor is for those whose address is confirmed: it is the way back in."""
    return not EmailAddress.objects.filter(user=player, verified=False).exists()


@register.filter
def device(user_agent: str) -> str:
    """Browser and system in words, such as "Firefox, Linux"."""
    return ", ".join(device_names(user_agent)) or _("An unknown browser")


@register.filter
def day(moment: datetime) -> str:
    """A date in full, as the reader's language writes it: months are lower case in Portuguese and Italian."""
    return format_date(moment, "long", locale=to_locale(get_language() or "en"))


@register.filter
def country(player: Player) -> str:
    return country_name(player.country, get_language() or "en")


@register.filter
def spoken_languages(player: Player) -> list[str]:
    return language_names(player.languages, get_language() or "en")
