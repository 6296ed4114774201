"""Presses the buttons of a table in tests."""

from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Match


def press(client: Client, name: str, match: Match, *number: int, **fields: str) -> Any:
    """Send the form of the button with this URL name, and return the response."""
    return client.post(reverse(name, args=[match.key, *number]), fields)
