"""Fills a site with tournaments in every state, and prints their URLs as JSON.

Run with the environment of the site (`Site.run`).
"""

import json
import os
import sys
from datetime import timedelta

import django

PLAYER_NAMES = (
    "Massimiliano",
    "Bartolomea",
    "Guglielmina",
    "Ferdinando",
    "Giambattista",
    "Wilhelmina",
    "Ada",
    "Bea",
    "Ugo",
)


def fill() -> dict[str, str]:
    """Create one tournament for each state (open, rounds, groups, bracket, over); return URLs and some players."""
    from django.urls import reverse
    from django.utils import timezone

    from tests.players.builders import player
    from tests.tournaments.web.events import decide, enter, event, open_tables, play_round, play_to_the_end, start

    people = [player(f"{name}{os.getpid() % 1000}") for name in PLAYER_NAMES]
    owners = iter([player() for _ in range(8)])

    def held(name: str, **fields):
        return event(next(owners), name=name, **fields)

    tomorrow = timezone.now() + timedelta(hours=20)
    opened = held(
        "Midsummer Night's Tournament of the Six Guilds",
        starts_at=tomorrow,
        places=8,
        check_in_minutes=15,
        time_zone="America/Sao_Paulo",
        prizes="Honour.",
        description="An evening of four rounds.\n\nBring gems.",
        late_entry_rounds=1,
    )
    enter(opened, *people)
    coded = held("Invitation with a code", code="gems", rating_least=1400, rated=True, starts_at=None)
    swiss = held("A Swiss evening", settings={"rounds": 4})
    enter(swiss, *people)
    start(swiss)
    play_round(swiss)
    play_round(swiss)
    decide(open_tables(swiss)[0], swiss)
    groups = held("Groups, then the final", format="groups-elimination")
    enter(groups, *people)
    start(groups)
    play_round(groups)
    bracket = held("The long way", format="double-elimination", settings={})
    enter(bracket, *people)
    start(bracket)
    play_round(bracket)
    over = held("It was a long night", settings={"rounds": 2}, rated=True)
    enter(over, *people)
    start(over)
    play_to_the_end(over)
    table = over.stages.get().tables.first()
    events = {"open": opened, "coded": coded, "swiss": swiss, "groups": groups, "bracket": bracket, "over": over}
    return {name: one.get_absolute_url() for name, one in events.items()} | {
        "table": reverse("tournament_table", args=[over.slug, table.pk]),
        "entry": f"{over.get_absolute_url()}entries/1/",
        "player": people[0].name,
        "owner": bracket.owner.name,
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.stdout.write(json.dumps(fill()))
