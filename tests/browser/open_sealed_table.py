"""Opens a sealed table for the two players who signed up last and one who never comes, and prints its URL.

Run with the environment of the site (`Site.run`).
"""

import os
import sys
from datetime import timedelta

import django

TIME_UNTIL_START = timedelta(seconds=20)


def lay() -> str:
    from django.utils import timezone

    from players.models import Player
    from tests.games.builders import sealed_table
    from tests.players.builders import player

    *_, ada, bea = Player.objects.filter(is_guest=False).order_by("pk")
    absent = Player.objects.filter(name="Assunta").first() or player("Assunta")
    return sealed_table([ada, bea, absent], timezone.now() + TIME_UNTIL_START).get_absolute_url()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.stdout.write(lay())
