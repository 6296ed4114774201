"""How long the pages take with few and with many matches behind one player, and behind two partners.

Whole pages, from the request to the last byte, by Django's own client; the player sits at every table.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random

SOLO, TEAMS = "pot-de-vin-solo", "pot-de-vin-teams"
TIMES = 21


def fill_both(matches: int, players: int) -> None:
    """Two pools: in one the first player sits at every table, in the other the first two are partners at all."""
    from players.models import Player
    from tests.benchmarks.rating_database import NAME

    Player.objects.bulk_create(
        Player(name=f"{NAME}{number}", name_key=f"{NAME}{number}".lower()) for number in range(players)
    )
    ids = list(Player.objects.filter(name__startswith=NAME).order_by("pk").values_list("pk", flat=True))
    chance = Random(1)
    books_fill(matches, SOLO, 1, [0, 1, 2, 3], lambda: ids[:1] + chance.sample(ids[1:], 3), chance)
    books_fill(matches, TEAMS, matches + 1, [0, 0, 1, 1], lambda: ids[:2] + chance.sample(ids[2:], 2), chance)


def books_fill(
    count: int, pool: str, first: int, sides: list[int], seated: Callable[[], list[int]], chance: Random
) -> None:
    """Finished matches as the books have them, one in five minutes up to now."""
    from django.utils import timezone

    from ratings.models import Pool
    from tests.benchmarks.rating_database import books_write

    Pool.objects.get_or_create(key=pool)
    start, matches = timezone.now() - timedelta(minutes=5 * count), []
    for number in range(count):
        order = chance.sample(range(1, max(sides) + 2), max(sides) + 1)
        at = start + timedelta(minutes=5 * number)
        matches.append((first + number, seated(), [order[side] for side in sides], at))
    books_write(pool, sides, matches)


def pages(matches: int, players: int) -> dict[str, float]:
    """Milliseconds a page."""
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
    fill_both(matches, players)
    rebuild_both()
    everyone_is_ranked()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {name: page_time(address) for name, address in addresses().items()}


def rebuild_both() -> None:
    from ratings.services.pools import pool_rebuild
    from ratings.services.replay import pool_replay

    for pool in (SOLO, TEAMS):
        pool_rebuild(key=pool)
        assert pool_replay(key=pool)


def everyone_is_ranked() -> None:
    """The leaderboard is as long with few matches as with many."""
    from django.db.models import F
    from django.utils import timezone

    from players.models import Player
    from ratings.models import Standing

    regulars = Player.objects.order_by("pk").values("pk")[:2]
    Standing.objects.exclude(player__in=regulars).update(games=F("games") + 20, last_at=timezone.now())


def addresses() -> dict[str, str]:
    from players.models import Player
    from players.services.invitations import invitation_accept, invitation_send
    from players.services.teams import team_create
    from ratings.models import RatedMatch

    one, other = Player.objects.order_by("pk")[:2]
    old = RatedMatch.objects.filter(pool=TEAMS).order_by("finished_at").values_list("key", flat=True)
    team = team_create(captain=one, name="Benchers")
    invitation_accept(invitation=invitation_send(team=team, by=one, to=other), player=other)
    return {
        "profile": f"/players/{one.name}/",
        "history, all of it": f"/players/{one.name}/ratings/{SOLO}/",
        "history, a month": f"/players/{one.name}/ratings/{SOLO}/?period=month",
        "history, an old game": f"/players/{one.name}/ratings/{SOLO}/?game=7&until=30",
        "leaderboard": f"/ratings/{SOLO}/",
        "history of a team": f"/teams/{team.pk}/{team.slug}/ratings/",
        "history of a team, an old game": f"/teams/{team.pk}/{team.slug}/ratings/?game={old[7]}&before={old[30]}",
    }


def page_time(address: str) -> float:
    from django.test import Client

    from tests.benchmarks.rating_database import usual

    client = Client(headers={"host": "127.0.0.1"})

    def load() -> None:
        assert client.get(address).status_code == 200, address

    load()
    return usual(load, TIMES)
