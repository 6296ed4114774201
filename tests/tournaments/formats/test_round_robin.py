"""Round robins, judged by counting who met whom and who sat where."""

from collections import Counter
from itertools import combinations, product

import pytest

from tournaments.formats.entries import Entry
from tournaments.formats.refusals import TooFewEntries
from tournaments.formats.round_robin.approximate_schedules import approximately_balanced
from tournaments.formats.round_robin.balanced_schedules import balanced
from tournaments.formats.round_robin.groups import NoSuchGroups, into_groups
from tournaments.formats.round_robin.schedule import NoSuchLength, Schedule, round_robin
from tournaments.formats.round_robin.starters import STARTERS
from tournaments.formats.round_robin.withdrawals import NotInSchedule, after_leaving, complete
from tournaments.formats.sizes import NoSuchTableSize
from tournaments.formats.tables import Outcome, Round, Table


def met(schedule: Schedule) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for tables in schedule.rounds for table in tables for pair in combinations(table.entries, 2)
    )


def check(schedule: Schedule, entries: int, size: int) -> None:
    """Nobody at two tables of a round; meetings as the schedule says; seats in turn."""
    for tables in schedule.rounds:
        seated = [entry for table in tables for entry in table.entries]
        assert len(seated) == len(set(seated))
    counts = [met(schedule)[frozenset(pair)] for pair in combinations(range(entries), 2)]
    assert (min(counts), max(counts)) == (schedule.fewest_meetings, schedule.most_meetings)
    for entry in range(entries):
        for table_size in range(2, size + 1):
            played = [table.entries for tables in schedule.rounds for table in tables if entry in table.entries]
            seats = [table.index(entry) for table in played if len(table) == table_size]
            for start in range(0, len(seats), table_size):
                stretch = seats[start : start + table_size]
                assert len(set(stretch)) == len(stretch)


def test_four_in_pairs_by_hand():
    # 3 stays; 0, 1, 2 turn.
    assert balanced(4, 2) == (((3, 0), (2, 1)), ((3, 1), (0, 2)), ((3, 2), (1, 0)))


def test_nine_at_tables_of_three_by_hand():
    # The square 012/345/678: its columns, its rows, and the two ways of slanting lines.
    rounds = round_robin(range(9), 3).rounds
    lines = [{frozenset(table.entries) for table in tables} for tables in rounds]
    assert lines == [
        {frozenset(map(int, line)) for line in written.split()}
        for written in ["012 345 678", "036 147 258", "048 156 237", "057 138 246"]
    ]


@pytest.mark.parametrize("entries", [*range(2, 25), 39, 40])
def test_in_pairs_everyone_meets_everyone_once(entries):
    schedule = round_robin(range(entries), 2)
    check(schedule, entries, 2)
    assert (schedule.fewest_meetings, schedule.most_meetings) == (1, 1)
    assert len(schedule.rounds) == entries - 1 + entries % 2


BALANCED = sorted(
    {*STARTERS, (9, 3), (9, 4), (10, 3), (25, 5), (7, 3), (13, 3), (13, 4), (29, 4), (11, 5), (7, 6), (13, 6)}
    | {(size, size) for size in range(2, 7)}
)


@pytest.mark.parametrize(("entries", "size"), BALANCED)
def test_at_larger_tables_everyone_meets_everyone_equally_often(entries, size):
    schedule = round_robin(range(entries), size)
    check(schedule, entries, size)
    assert schedule.fewest_meetings == schedule.most_meetings > 0
    assert all(len(table.entries) == size for tables in schedule.rounds for table in tables)


def test_famous_schedules_are_as_short_as_they_can_be():
    # Everyone meets everyone once: Kirkman's fifteen schoolgirls on seven days, twenty-one on ten, sixteen at tables
    # of four in five rounds.
    for entries, size, rounds in [(15, 3, 7), (21, 3, 10), (16, 4, 5), (9, 3, 4), (25, 5, 6)]:
        schedule = round_robin(range(entries), size)
        assert len(schedule.rounds) == rounds == (entries - 1) / (size - 1)
        assert schedule.most_meetings == 1


def test_twice_round_changes_seats():
    schedule = round_robin(range(4), 2, times=2)
    assert set(met(schedule).values()) == {2}
    for entry in range(4):
        seats = [table.entries.index(entry) for tables in schedule.rounds for table in tables if entry in table.entries]
        assert seats.count(0) == seats.count(1) == 3


@pytest.mark.parametrize("size", range(3, 7))
def test_where_none_is_known_meetings_differ_little(size):
    for entries in (size + 1, 2 * size, 3 * size - 1, 22):
        rounds = -(-(entries - 1) // (size - 1))
        schedule = round_robin(range(entries), size, rounds=rounds)
        check(schedule, entries, size)
        # Everyone meets about as many as there are others; but three rounds of two tables cannot keep all pairs apart.
        assert schedule.most_meetings <= (2 if entries > 2 * size else 3)


@pytest.mark.parametrize(("entries", "rounds"), [(6, 3), (6, 4), (5, 3), (7, 3)])
def test_the_search_finds_what_trying_everything_finds(entries, rounds):
    found = approximately_balanced(entries, rounds, 3, 2)
    sizes = sorted(map(len, found[0]))
    partitions = list(all_partitions(tuple(range(entries)), sizes))
    # The first round may be any: entries can be renumbered.
    best = min(badness((partitions[0], *rest)) for rest in product(partitions, repeat=rounds - 1))
    assert badness(found) == best


def badness(rounds) -> int:
    counts = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    return sum(count**3 for count in counts.values())


def all_partitions(left, sizes):
    if not left:
        yield ()
        return
    for size in sorted(set(sizes)):
        rest_sizes = list(sizes)
        rest_sizes.remove(size)
        for others in combinations(left[1:], size - 1):
            rest = tuple(entry for entry in left[1:] if entry not in others)
            for tables in all_partitions(rest, rest_sizes):
                yield ((left[0], *others), *tables)


def test_who_sits_out_does_so_equally_often():
    # Five at tables of exactly three: two sit out, and after five rounds everyone has done so twice.
    schedule = round_robin(range(5), 3, least=3, rounds=5)
    assert set(
        Counter(entry for tables in schedule.rounds for table in tables for entry in table.entries).values()
    ) == {3}


def test_groups_are_dealt_forth_and_back_and_clubs_kept_apart():
    entries = [Entry(number, 100 - number) for number in range(1, 9)]
    assert into_groups(entries, 2) == ((1, 4, 5, 8), (2, 3, 6, 7))
    clubs = {1: "Lyon", 4: "Lyon", 6: "Como", 7: "Como"}
    entries = [Entry(number, 100 - number, clubs.get(number, "")) for number in range(1, 9)]
    groups = into_groups(entries, 2)
    for tier in ({1, 2}, {3, 4}, {5, 6}, {7, 8}):
        assert all(len(tier & set(group)) == 1 for group in groups)
    assert not any({1, 4} <= set(group) or {6, 7} <= set(group) for group in groups)


def test_clubs_are_kept_apart_whenever_nobody_has_more_members_than_there_are_groups():
    for groups in range(2, 7):
        entries = [Entry(n, 1000 - n, f"club {n * 7 % 24 // groups}") for n in range(24)]
        clubs = {entry.id: entry.club for entry in entries}
        for group in into_groups(entries, groups):
            assert len({clubs[entry] for entry in group}) == len(group)


def wins(*entries: int) -> Outcome:
    return Outcome(tuple((entry,) for entry in entries))


THREE_ROUNDS = [[(1, 4), (2, 3)], [(1, 3), (4, 2)], [(1, 2), (3, 4)]]


def rounds_of(*outcomes: list[Outcome | None]) -> list[Round]:
    return [
        Round(tuple(Table(table) for table in tables), tuple(results))
        for tables, results in zip(THREE_ROUNDS, outcomes, strict=True)
    ]


def test_who_leaves_before_half_of_their_games_was_never_there():
    rounds = rounds_of([wins(4, 1), wins(2, 3)], [None, None], [None, None])
    first, second, third = after_leaving(rounds, 4)
    assert (first.tables, first.outcomes, first.byes) == ((Table((2, 3)),), (wins(2, 3),), {1})
    assert (second.tables, second.byes) == ((Table((1, 3)),), {2})
    assert (third.tables, third.byes) == ((Table((1, 2)),), {3})


def test_who_leaves_later_comes_last_in_what_is_left():
    rounds = rounds_of([wins(4, 1), wins(2, 3)], [wins(1, 3), wins(4, 2)], [None, None])
    after = after_leaving(rounds, 4)
    assert after[:2] == tuple(rounds[:2])
    assert after[2].outcomes == (None, wins(3, 4))


def test_at_larger_tables_the_others_play_on():
    # Of two games of each, 4 has played one: half, so it stands.
    table = Table((1, 2, 3, 4))
    rounds = [Round((table,), (wins(4, 3, 2, 1),)), Round((table,), (None,))]
    after = after_leaving(rounds, 4)
    assert after[1].outcomes == (None,)
    assert complete(table, wins(2, 1, 3), frozenset({4})) == wins(2, 1, 3, 4)
    # Of three games, one is less than half: the order of the others stays.
    after = after_leaving([*rounds, Round((table,), (None,))], 4)
    assert after[0].tables == (Table((1, 2, 3)),)
    assert after[0].outcomes == (wins(3, 2, 1),)


def test_bad_input():
    with pytest.raises(TooFewEntries):
        round_robin([1], 2)
    with pytest.raises(TooFewEntries):
        round_robin([1, 2], 4, least=3)
    with pytest.raises(NoSuchTableSize):
        round_robin(range(9), 7)
    for wrong in ({"rounds": 0}, {"times": 0}):
        with pytest.raises(NoSuchLength):
            round_robin(range(9), 3, **wrong)
    with pytest.raises(TooFewEntries):
        into_groups([Entry(1, 1), Entry(2, 2), Entry(3, 3)], 2)
    with pytest.raises(NoSuchGroups):
        into_groups([Entry(1, 1), Entry(2, 2)], 0)
    with pytest.raises(NotInSchedule):
        after_leaving(rounds_of([None, None], [None, None], [None, None]), 9)
