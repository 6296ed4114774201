"""`python -m tests.faults.rating COMMAND`: what a test of the ratings wants done in the database of a site."""

import os
import secrets
import signal
import sys
import time
from collections.abc import Sequence

import django

SOLO = "pot-de-vin-solo"


def play() -> None:
    """Plays a rated match to the end."""
    from players.models import Player
    from tests.games.builders import playing_table
    from tests.games.playing import play_to_the_end
    from tests.players.builders import PASSWORD

    people = [Player.objects.create_user(f"Pa{secrets.token_hex(4)}", "", PASSWORD) for _ in range(4)]
    play_to_the_end(playing_table(people, "solo-4", rated=True))
    time.sleep(2)  # the nudge goes out beside everything else


def finish() -> None:
    """The same, but this process is killed between the commit of the last move and the nudge."""
    from django.conf import settings

    settings.MATCHES_FINISHED_RECEIVERS = ["tests.faults.rating.die"]
    play()


def die(_match_ids: Sequence[int]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nudge() -> None:
    """Everything that can be sent, and each of it several times."""
    from games.tasks import matches_rate
    from ratings.tasks import pool_settle_pending, ratings_sweep

    for _ in range(5):
        matches_rate.delay()
        pool_settle_pending.delay(SOLO)
        ratings_sweep.delay()


def fill(matches: str) -> None:
    """A pool with a past."""
    from tests.benchmarks.rating_database import fill as fill_pool

    fill_pool(int(matches), 500)


def rebuild() -> None:
    """As an organiser does in the admin, and, to be sure, twice."""
    from ratings.services.pools import pool_rebuild
    from ratings.tasks import pools_replay

    for _ in range(2):
        pool_rebuild(key=SOLO)
        pools_replay.delay()


COMMANDS = {"play": play, "finish": finish, "nudge": nudge, "fill": fill, "rebuild": rebuild}

if __name__ == "__main__":
    django.setup()
    COMMANDS[sys.argv[1]](*sys.argv[2:])
