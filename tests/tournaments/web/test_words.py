"""Numbers, explanations and lengths in words."""

import pytest
from django.utils.translation import override

from tournaments.web.words.explanations import explanation_words
from tournaments.web.words.numbers import exact_words, number_words

NAMES = {1: "Ada", 2: "Bea", 3: "Ugo <b>"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", "3"),
        ("0", "0"),
        ("1/2", "½"),
        ("7/2", "3½"),
        ("11/3", "3⅔"),
        ("-1/2", "−½"),
        ("-2", "−2"),
        ("17/36", "0.472"),
        ("-17/36", "−0.472"),
        ("1532.4", "1532.4"),
        (None, ""),
    ],
)
def test_numbers_are_written_as_people_write_them(text, words):
    assert number_words(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [("0", "0"), ("11/3", "3⅔"), ("23/12", "1¹¹⁄₁₂"), ("7/12", "⁷⁄₁₂"), ("-23/12", "−1¹¹⁄₁₂"), ("1/61", "0.016")],
)
def test_points_are_exact_as_long_as_they_can_be_read(text, words):
    assert exact_words(text) == words


def test_decimals_have_the_readers_own_mark():
    with override("it"):
        assert number_words("17/36") == "0,472"


def explained(code: str, **facts) -> list[str]:
    return list(explanation_words({"code": code, "facts": facts, "text": "…"}, NAMES))


def test_a_table_of_a_score_group_says_who_came_from_where():
    """Two thirds are singular in English, one and a half are not."""
    found = explained(
        "score-group",
        reasons=["score-group"],
        group="3/2",
        floated=[{"entry": 2, "points_away": "-2/3"}, {"entry": 1, "points_away": "2"}],
        unmet=[{"wish": "rematch", "entries": [1, 2], "times": 2}, {"wish": "seat-again", "entries": [3], "times": 1}],
        next_best=None,
    )
    assert found == [
        "This is the table of those with 1½ points.",
        "<bdi>Bea</bdi> comes up from ⅔ point below.",
        "<bdi>Ada</bdi> comes down from 2 points above.",
        "It could not be helped that <bdi>Ada</bdi> and <bdi>Bea</bdi> meet again, having met 2 times.",
        "It could not be helped that <bdi>Ugo &lt;b&gt;</bdi> has a starting seat again.",
    ]


def test_other_swiss_tables_and_clubs():
    unmet = [{"wish": "club-mates", "entries": [1, 2, 9], "times": 1}]
    assert explained("fixed-pair", reasons=["fixed-pair", "score-group"], group="0", floated=[], unmet=unmet) == [
        "Two at this table had to sit together.",
        "Everyone here has 0 points.",
        "It could not be helped that <bdi>Ada</bdi>, <bdi>Bea</bdi>, and <bdi>entry 9</bdi> meet though they are of one"
        " club.",
    ]
    assert explained("first-round-at-random", reasons=["first-round-at-random"], group="0") == [
        "First round, drawn by lot."
    ]


def test_schedules_and_brackets_are_explained():
    facts = {"round": 2, "rounds": 4, "fewest_meetings": 1, "most_meetings": 2}
    assert explained("schedule", **facts) == [
        "Everyone meets everyone as evenly as the schedule allows; this is round 2 of 4."
    ]
    assert explained("schedule", **facts | {"most_meetings": 1}) == [
        "Everyone meets everyone once; this is round 2 of 4."
    ]
    sources = [{"entry": 1, "seed": 1}, {"table": 3, "place": 2}, {"nobody": True}]
    assert explained("bracket", bracket="winners", sources=sources, advances=2) == [
        "Here meet: <bdi>Ada</bdi> (seed 1) and Second of table 3.",
        "A side stays empty: nobody else comes, so that the bracket fits.",
        "The first 2 go on.",
    ]


def test_nothing_is_said_where_nothing_is_known():
    assert explanation_words(None, NAMES) == []
