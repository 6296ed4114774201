"""The first administrator, for whoever starts the site."""

import secrets

from django.db import IntegrityError, transaction

from players.models import Player

NAME = "steward"


def administrator_ensure() -> dict[str, str] | None:
    """Makes an administrator if there is none; the password is returned this once and stored nowhere."""
    if Player.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    try:
        with transaction.atomic():
            Player.objects.create_superuser(NAME, password=password)
    except IntegrityError:  # another process was first
        return None
    return {"name": NAME, "password": password}
