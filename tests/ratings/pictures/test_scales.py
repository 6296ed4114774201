"""Rules and ticks: round numbers, few enough, and room for everything."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.pictures.bars import bars_for
from ratings.pictures.curves import Frame, frame_for, spread
from ratings.pictures.scales import MOST_HOURS, MOST_RULES, MOST_TICKS, Scale, Span, scale_for, text

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_scale_ends_at_round_numbers():
    assert scale_for([1480.0, 1623.4]) == Scale(1450, 1650, 50)
    assert scale_for([1480.0, 1623.4]).rules == [1450, 1500, 1550, 1600, 1650]


def test_a_small_change_does_not_fill_the_picture():
    assert scale_for([1500.0, 1503.0]).high - scale_for([1500.0, 1503.0]).low >= 60


@given(st.lists(st.floats(-3000, 9000).map(lambda value: round(value, 3)), min_size=1, max_size=20))
def test_every_value_has_room_and_there_are_few_rules(values):
    scale = scale_for(values)
    assert scale.low <= min(values) <= max(values) <= scale.high
    assert 2 <= len(scale.rules) <= MOST_RULES
    assert scale.rules[-1] == scale.high


@given(st.integers(1, 20_000))
def test_there_are_never_many_ticks(days):
    ticks = Span(NEW_YEAR, NEW_YEAR + timedelta(days=days)).ticks
    assert len(ticks) <= MOST_TICKS
    assert ticks == sorted(set(ticks))
    assert days < 3 or ticks


@given(st.integers(60, 60 * 24 - 1), st.integers(0, 60 * 24))
def test_hours_are_few_and_at_round_times(minutes, after_midnight):
    start = NEW_YEAR + timedelta(minutes=after_midnight)
    span = Span(start, start + timedelta(minutes=minutes))
    assert 1 <= len(span.hours) <= MOST_HOURS
    assert all(span.start <= hour <= span.end and hour.minute % 15 == 0 for hour in span.hours)
    assert len({later - hour for hour, later in pairwise(span.hours)}) <= 1


def test_a_day_and_more_has_no_hours():
    assert Span(NEW_YEAR, NEW_YEAR + timedelta(days=1)).hours == []


def test_hours_come_after_their_day():
    """Six o'clock is so near to the beginning that the day stands there."""
    start = datetime(2026, 1, 1, 17, 50, tzinfo=UTC)
    frame = Frame(Span(start, start + timedelta(minutes=210)), Scale(1400, 1600, 50))
    shown = [(tick.moment.strftime("%H:%M"), tick.is_hour) for tick in frame.ticks]
    assert shown == [("17:50", False), ("19:00", True), ("20:00", True), ("21:00", True)]


def test_months_begin_on_their_first():
    span = Span(NEW_YEAR, datetime(2026, 7, 10, tzinfo=UTC))
    assert span.ticks == [date(2026, month, 1) for month in (2, 3, 4, 5, 6, 7)]


def test_weeks_begin_on_a_monday():
    span = Span(NEW_YEAR, NEW_YEAR + timedelta(days=30))
    assert span.ticks == [date(2026, 1, 5), date(2026, 1, 12), date(2026, 1, 19), date(2026, 1, 26)]


def test_points_stand_in_hundredths_from_the_upper_left():
    frame = Frame(Span(NEW_YEAR, NEW_YEAR + timedelta(days=4)), Scale(1400, 1600, 50))
    assert frame.place((NEW_YEAR + timedelta(days=1), 1550.0)) == ("25", "25")
    assert frame.path([(NEW_YEAR, 1400.0), (NEW_YEAR + timedelta(days=4), 1600.0)]) == "M0 1000 L1000 0"
    assert frame.area([(NEW_YEAR, 1500.0), (NEW_YEAR + timedelta(days=2), 1500.0)]).endswith("L500 1000 L0 1000 Z")


def test_a_frame_holds_all_lines():
    span = Span(NEW_YEAR, NEW_YEAR + timedelta(days=1))
    frame = frame_for(span, [[(NEW_YEAR, 1200.0)], [(NEW_YEAR, 1900.0)]])
    assert frame.scale.low <= 1200 <= 1900 <= frame.scale.high


@pytest.mark.parametrize(
    ("share", "written"), [(0.0, "0"), (-0.001, "0"), (12.5, "12.5"), (100.0, "100"), (3.456, "3.46")]
)
def test_coordinates_are_short(share, written):
    assert text(share) == written


def test_a_spread_keeps_both_ends():
    assert spread(3, 5) == [0, 1, 2]
    assert spread(101, 5) == [0, 25, 50, 75, 100]


def test_bars_are_as_high_as_their_share_of_the_highest():
    bars = bars_for([(1400, 5), (1500, 10)], 50, own=1512.0)
    shown = {bar.low: (bar.count, bar.height) for bar in bars}
    assert shown[1400] == (5, "50")
    assert shown[1450] == (0, "0")
    assert shown[1500] == (10, "100")
    assert [bar.low for bar in bars if bar.is_own] == [1500]
    assert len(bars) == 8


def test_no_players_no_bars():
    assert bars_for([], 50) == []
