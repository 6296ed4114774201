"""Creates the first administrator of a new site."""

import secrets

from django.db import IntegrityError, transaction

from players.models import Player

ADMINISTRATOR_NAME = "steward"


def administrator_ensure() -> dict[str, str] | None:
    """Create an administrator if there is none, and return name and password, which cannot be read again."""
    if Player.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    try:
        with transaction.atomic():
            Player.objects.create_superuser(ADMINISTRATOR_NAME, password=password)
    except IntegrityError:  # another process was first
        return None
    return {"name": ADMINISTRATOR_NAME, "password": password}
