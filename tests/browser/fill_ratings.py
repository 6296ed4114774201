"""Fills a site with rated matches of a few players, and prints their names as JSON.

Run with the environment of the site (`Site.run`).
"""

import json
import os
import sys
from itertools import count

import django


def fill() -> dict[str, str]:
    from django.utils import timezone

    from players.services.players import player_leave
    from ratings.models import Standing
    from ratings.services.settling import pool_settle
    from tests.players.builders import player, team
    from tests.ratings import builders
    from tests.ratings.builders import SOLO, TEAMS, recorded, season

    builders.numbers = count(900_001)  # no match that is played on the site has such a number
    people = [player(name) for name in ("Bartolomea", "Massimiliano", "Guglielmina", "Ferdinando", "Ada", "Bea")]
    season(people, 90)
    pair = team(captain=people[0], partner=people[1], name="Fuochi e Ombre")
    results = ([1, 2, 1, 2], [2, 1, 2, 1], [1, 1, 1, 1])
    for game in range(45):
        table = [people[0], people[2 + game % 4], people[1], people[2 + (game + 1) % 4]]
        recorded(table, results[game % 3 if game % 5 else 0], 60 * 24 * game, pool=TEAMS, sides=[0, 1, 0, 1])
    six, newcomer = "pot-de-vin-six", player("Giambattista")
    recorded(people, [1, 2, 3, 4, 5, 6], pool=six)
    recorded([newcomer, *people[:2]], [1, 2, 3], 100)
    for pool in (SOLO, TEAMS, six):
        pool_settle(key=pool)
    Standing.objects.update(last_at=timezone.now())
    player_leave(player=people[5])
    return {"player": people[0].name, "newcomer": newcomer.name, "team": f"/teams/{pair.pk}/{pair.slug}/ratings/"}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.stdout.write(json.dumps(fill()))
