"""What nobody holds any more is let go in small pieces, and all of it after many have left."""

import gc
import weakref

import pytest

from games.live.tidying import MANY_SOCKETS, MUCH, NOW_AND_THEN, SELDOM, Tidying


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def tidying():
    before = gc.get_threshold()
    yield Tidying()
    gc.set_threshold(*before)


def ring(generation: int) -> weakref.ref[Ring]:
    """One that has been looked at so often, and that nobody holds now."""
    made = Ring()
    for younger in range(generation):
        gc.collect(younger)
    return weakref.ref(made)


def test_what_is_new_is_looked_at_when_there_is_much_of_it(tidying):
    old, new = ring(2), ring(0)
    tidying.tidy(sockets_here=0)
    assert new() is not None
    much: list[list[int]] = [[] for _ in range(2 * MUCH)]
    tidying.tidy(sockets_here=0)
    assert (new(), len(much)) == (None, 2 * MUCH)
    assert old() is not None


def test_what_is_new_does_not_wait_for_long(tidying):
    old, new = ring(2), ring(0)
    for _ in range(SELDOM):
        assert new() is not None
        tidying.tidy(sockets_here=0)
    assert new() is None
    assert old() is not None


def test_everything_is_looked_at_when_as_many_have_left_as_are_here(tidying):
    old = ring(2)
    for left, here in ((MANY_SOCKETS - 1, 0), (MANY_SOCKETS, MANY_SOCKETS + 1)):
        tidying.left = left
        tidying.tidy(sockets_here=here)
        assert old() is not None
    tidying.left += 1
    tidying.tidy(sockets_here=MANY_SOCKETS + 1)
    assert (old(), tidying.left) == (None, 0)


def test_everything_is_looked_at_now_and_then(tidying):
    old, tidying.looks = ring(2), NOW_AND_THEN - 2
    tidying.tidy(sockets_here=0)
    assert old() is not None
    tidying.tidy(sockets_here=0)
    assert (old(), tidying.looks) == (None, 0)
