"""`python -m tests.faults.seed`: makes tables in the database of a site, one line of JSON for each line of JSON."""

import json
import sys
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import django
from django.conf import settings


def seats_in(mode: str) -> int:
    return int(mode[-1])


def table(mode: str, pace: str, left: float | None, tokens: bool) -> dict[str, Any]:
    """A table in play. With `left`, so many seconds are left to whoever is to act."""
    from players.services.tokens import token_create
    from tests.games.builders import playing_table
    from tests.games.live.client import session_cookie
    from tests.players.builders import player

    people = [player() for _ in range(seats_in(mode))]
    match = playing_table(people, mode, pace=pace)
    if left is not None:
        use_up(match, left)
    made: dict[str, Any] = {"key": match.key, "match": match.pk, "cookies": [session_cookie(one) for one in people]}
    if tokens:
        made["tokens"] = [token_create(player=one, name="bot") for one in people]
    return made


def use_up(match: Any, left: float) -> None:
    from django.utils import timezone

    deadline = timezone.now() + timedelta(seconds=left)
    since = match.since - (match.deadline - deadline)
    type(match).objects.filter(pk=match.pk).update(since=since, deadline=deadline)


def tables(
    modes: Sequence[str], pace: str = "standard", left: float | None = None, tokens: bool = False
) -> list[dict[str, Any]]:
    from django.db import transaction

    with transaction.atomic():
        return [table(mode, pace, left, tokens) for mode in modes]


def main() -> None:
    from django.db import connection

    for line in sys.stdin:
        made = tables(**json.loads(line))
        connection.close()
        sys.stdout.write(json.dumps(made) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    django.setup()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose
    main()
