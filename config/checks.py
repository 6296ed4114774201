"""System checks of the settings, run before the site starts."""

import re
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

FULL_ORIGIN_PATTERN = re.compile(r"https?://[^/*\s]+")


@register
def origins_are_full(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Refuse an origin without a scheme, or a star: it would let a foreign page open sockets in a player's name."""
    return [
        Error(
            f"ALLOWED_ORIGINS holds {origin!r}; write scheme and host, as in https://guildhall.example",
            id="guildhall.E001",
        )
        for origin in settings.ALLOWED_ORIGINS
        if not FULL_ORIGIN_PATTERN.fullmatch(origin)
    ]
