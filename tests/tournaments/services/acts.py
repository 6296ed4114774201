"""Acts of organisers in tests: how they are refused, logged and told."""

import pytest

from games.services.sealed import tables_start
from tests.tournaments.services.events import fresh, numbers, open_tables
from tournaments import refusals
from tournaments.director.acts import Act
from tournaments.models import LogLine, Notice, Tournament
from tournaments.services.acts import act_carry_out


def line(made: Tournament, what: Act) -> LogLine:
    return LogLine.objects.filter(tournament=made, act=what.value).latest("pk")


def told(code: str) -> int:
    return Notice.objects.filter(code=code).count()


def order(table) -> list[list[int]]:
    """The reverse of the seats, best first."""
    return [[number] for number in reversed(numbers(table))]


def refused(made, what, *, by=None, state=None, **facts) -> type:
    """Return the class of the refusal of an act; check that nothing has changed."""
    before = fresh(made)
    facts = {"reason": "Because.", **facts}
    with pytest.raises(refusals.TournamentRefusal) as caught:
        act_carry_out(
            tournament=before,
            act=what,
            by=by or before.owner,
            state=before.state if state is None else state,
            facts=facts,
        )
    after = fresh(made)
    assert (after.state, after.version, after.status) == (before.state, before.version, before.status)
    return caught.type


def play_begin(made) -> None:
    """Deal the cards at every open table, with everybody there."""
    tables_start({one.match_id: frozenset(range(6)) for one in open_tables(made)})
