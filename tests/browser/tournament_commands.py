"""`python -m tests.browser.tournament_commands COMMAND SLUG …`: acts in a tournament while a browser test watches."""

import sys
from datetime import timedelta
from typing import Any

import django
from django.conf import settings


def create(owner: str, name: str) -> str:
    """Create a Swiss of two rounds whose check-in opens in a minute; its tables begin seconds after their pairing."""
    from django.utils import timezone

    from players.models import Player
    from tournaments.services.creation import tournament_create

    tournament = tournament_create(
        by=Player.objects.get(name=owner),
        small=True,
        name=name,
        game="pot-de-vin",
        options={"mode": "solo", "deck": "double"},
        format="swiss",
        settings={"rounds": 2},
        pace="standard",
        rated=True,
        starts_at=timezone.now() + timedelta(minutes=16),
        check_in_minutes=15,
        lead_seconds=12,
    )
    return tournament.slug


def open_check_in(slug: str) -> str:
    """Bring the start forward, as its organiser, so that check-in is open now."""
    from django.utils import timezone

    from tournaments.models import Tournament
    from tournaments.services.creation import tournament_change

    tournament = Tournament.objects.get(slug=slug)
    assert tournament.owner
    fields = {"starts_at": timezone.now() + timedelta(minutes=14)}
    tournament_change(tournament_id=tournament.pk, by=tournament.owner, state=tournament.state, fields=fields)
    return "open"


def enter(slug: str, number: str) -> str:
    """Enter so many new players, and return their names, which no other process gives."""
    from tests.players.builders import names_of_this_process, player
    from tournaments.models import Tournament
    from tournaments.services.entries import entry_register

    names_of_this_process()
    people = [player() for _ in range(int(number))]
    for one in people:
        entry_register(tournament_id=Tournament.objects.get(slug=slug).pk, by=one)
    return " ".join(one.name for one in people)


def play(slug: str, *missing: str) -> str:
    """Start every open table and play it to its end; the named players do not come. Return how many tables."""
    from games.models import Seat
    from games.services.sealed import tables_start
    from tournaments.models import Tournament
    from tournaments.services.rehearsals import matches_play, open_matches

    match_ids = open_matches(Tournament.objects.get(slug=slug))
    there: dict[int, set[int]] = {match_id: set() for match_id in match_ids}
    for seat in Seat.objects.filter(match__in=match_ids).exclude(player__name__in=missing):
        there[seat.match_id].add(seat.number)
    tables_start({match_id: frozenset(seats) for match_id, seats in there.items()})
    matches_play(match_ids, [], lambda done, of: None)
    return str(len(match_ids))


def main(command: str, *arguments: str) -> None:
    commands: dict[str, Any] = {"create": create, "open-check-in": open_check_in, "enter": enter, "play": play}
    sys.stdout.write(commands[command](*arguments))


if __name__ == "__main__":
    django.setup()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose
    main(*sys.argv[1:])
