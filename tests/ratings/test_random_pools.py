"""Whatever happens to a pool, in whatever order, it comes to what a second way of working it out says, bit for bit."""

from itertools import count
from random import Random
from typing import Any

import pytest

from players.models import Player
from players.refusals import Refusal
from ratings.models import Correction, RatedMatch, RatingNotice, Replay
from ratings.services import replay
from ratings.services.corrections import player_strike, result_annul, result_correct, result_restore, strike_undo
from ratings.services.pools import pool_rebuild
from ratings.services.settling import pool_settle
from ratings.tasks import replays_carry_out
from tests.players.builders import player
from tests.ratings.builders import SOLO, TEAMS, crowd, recorded
from tests.ratings.reference import books_in, stored, worked_out

pytestmark = pytest.mark.django_db


class Season:
    """People play in two pools, and organisers change their minds."""

    def __init__(self, seed: int) -> None:
        self.chance, self.minutes = Random(seed), count(1)
        self.people, self.organiser = crowd(7), player("Organiser")
        self.carried_out = 0

    def play(self) -> None:
        """A match that finished just now; or, now and then, one that comes late, at the minute of another."""
        now = next(self.minutes)
        minute = self.chance.randint(1, now) if self.chance.random() < 0.25 else now
        if self.chance.random() < 0.3:
            recorded(self.table(4), self.chance.choice([[1, 2, 1, 2], [2, 1, 2, 1], [1] * 4]), minute, **PAIRS)
        else:
            recorded(self.table(size := self.chance.randint(3, 5)), self.places(size), minute)

    def table(self, size: int) -> list[Player]:
        return self.chance.sample(self.people, size)

    def places(self, size: int) -> list[int]:
        points = [self.chance.randint(0, 4) for _ in range(size)]
        return [1 + sum(other > own for other in points) for own in points]

    def settle(self) -> None:
        for pool in (SOLO, TEAMS):
            pool_settle(key=pool)

    def carry_out(self) -> None:
        """Everything that waits; then there is nothing to be said against any of it."""
        replays_carry_out()
        self.settle()
        replays_carry_out()
        for pool in (SOLO, TEAMS):
            assert stored(pool) == worked_out(books_in(pool))
        assert not RatedMatch.objects.filter(state="pending").exists()
        self.carried_out += 1

    def a_match(self) -> dict[str, Any]:
        match = RatedMatch.objects.order_by("pk")[self.chance.randrange(RatedMatch.objects.count())]
        return {"match": match, "version": match.version, "by": self.organiser, "reason": "So it is."}

    def correct(self) -> None:
        change = self.a_match()
        places, size = [1, 2, 1, 2], len(change["match"].places)
        result_correct(**change, places=places if change["match"].pool_id == TEAMS else self.places(size))

    def annul(self) -> None:
        result_annul(**self.a_match())

    def restore(self) -> None:
        result_restore(**self.a_match())

    def strike(self) -> None:
        player_strike(player=self.chance.choice(self.people), by=self.organiser, reason="Marked cards.")

    def undo(self) -> None:
        struck = Correction.objects.filter(kind="struck").order_by("pk")
        if struck:
            strike_undo(strike=self.chance.choice(list(struck)), by=self.organiser, reason="It was a brother.")

    def rebuild(self) -> None:
        pool_rebuild(key=self.chance.choice([SOLO, TEAMS]))


PAIRS = {"pool": TEAMS, "sides": [0, 1, 0, 1]}
HAPPENINGS = [
    *[Season.play] * 14,
    *[Season.settle] * 6,
    *[Season.correct] * 3,
    *[Season.annul, Season.restore, Season.strike, Season.undo, Season.rebuild],
    *[Season.carry_out] * 3,
]


@pytest.mark.parametrize("seed", range(8))
def test_a_pool_comes_to_what_a_second_way_says(seed, monkeypatch):
    monkeypatch.setattr(replay, "MATCHES_PER_PIECE", 5)
    season = Season(seed)
    season.play()
    for _ in range(90):
        try:
            season.chance.choice(HAPPENINGS)(season)
        except Refusal:  # the match does not count already, or counts
            continue
    season.carry_out()
    assert season.carried_out > 3
    assert Correction.objects.exists()
    assert RatingNotice.objects.exists()
    assert not Replay.objects.filter(finished_at=None).exists()
    assert not Correction.objects.filter(replay__finished_at=None).exists()
