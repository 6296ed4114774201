"""Explanations as documents, compared word by word."""

import json
from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.formats.knockouts import PAIRS
from tests.tournaments.formats.random_tournaments import tournament
from tournaments.formats.elimination import sentences as elimination
from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.shapes import Rules
from tournaments.formats.round_robin import sentences as round_robin_sentences
from tournaments.formats.round_robin.schedule import round_robin
from tournaments.formats.sizes import TableSizes
from tournaments.formats.swiss import Settings
from tournaments.formats.swiss.explaining import Explanation, Floated, NextBest, Reason, Unmet, Wish, explain
from tournaments.formats.swiss.sentences import explanation_document
from tournaments.formats.wording import points_in_words

NAMES = {1: "Ada", 2: "Bo", 3: "Cy", 4: "Dee", 5: "Eve"}


def explained(*reasons: Reason, group: Fraction = Fraction(0), **facts) -> Explanation:
    return Explanation(reasons, group, facts.get("floated", ()), facts.get("unmet", ()), facts.get("next_best"))


def test_a_score_group_with_all_that_can_be_said():
    why = explained(
        Reason.SCORE,
        group=Fraction(7, 2),
        floated=(Floated(3, Fraction(-1, 3)), Floated(4, Fraction(3, 2))),
        unmet=(
            Unmet(Wish.REMATCH, (1, 2), 1),
            Unmet(Wish.REMATCH, (1, 4), 2),
            Unmet(Wish.SEAT, (2,), 1),
            Unmet(Wish.SEAT, (3,), 1),
            Unmet(Wish.CLUB, (1, 3), 0),
        ),
        next_best=NextBest(4, 5, Fraction(1, 2)),
    )
    assert explanation_document(why, NAMES) == {
        "code": "score-group",
        "facts": {
            "reasons": ["score-group"],
            "group": "7/2",
            "floated": [{"entry": 3, "points_away": "-1/3"}, {"entry": 4, "points_away": "3/2"}],
            "unmet": [
                {"wish": "rematch", "entries": [1, 2], "times": 1},
                {"wish": "rematch", "entries": [1, 4], "times": 2},
                {"wish": "seat-again", "entries": [2], "times": 1},
                {"wish": "seat-again", "entries": [3], "times": 1},
                {"wish": "club-mates", "entries": [1, 3], "times": 0},
            ],
            "next_best": {"leaves": 4, "comes": 5, "costs_more": "1/2"},
        },
        "text": "The table of those with 3 1/2 points; Cy comes up from 1/3 point below and Dee comes down from "
        "1 1/2 points above. It could not be helped that Ada and Bo meet again, Ada and Dee meet again, having met "
        "2 times, Bo and Cy have a starting seat again and Ada and Cy meet though they are of one club.",
    }


@pytest.mark.parametrize(
    ("why", "code", "text"),
    [
        (explained(Reason.SCORE, group=Fraction(1)), "score-group", "Everyone here has 1 point."),
        (
            explained(Reason.ACROSS),
            "first-round-across",
            "First round, by seeding: the top of the list meets the middle and the end.",
        ),
        (explained(Reason.AT_RANDOM), "first-round-at-random", "First round, drawn by lot."),
        (
            explained(Reason.FIXED, Reason.SCORE, group=Fraction(2)),
            "fixed-pair",
            "Two at this table had to sit together; everyone here has 2 points.",
        ),
        (
            explained(Reason.SCORE, unmet=(Unmet(Wish.SEAT, (7,), 2),)),
            "score-group",
            "Everyone here has 0 points. It could not be helped that entry 7 has a starting seat again.",
        ),
    ],
)
def test_the_reason_that_says_most_and_its_sentence(why, code, text):
    document = explanation_document(why, NAMES)
    assert (document["code"], document["text"]) == (code, text)


def test_without_names_and_without_a_next_best():
    document = explanation_document(explained(Reason.SCORE, floated=(Floated(7, Fraction(1)),)))
    assert document["text"] == "The table of those with 0 points; entry 7 comes down from 1 point above."
    assert document["facts"]["next_best"] is None


def test_every_explanation_is_json_and_one_or_two_sentences():
    for paired in tournament(Random(5), 30, Settings(), rounds=6):
        for why in explain(paired.round, paired.field, paired.settings):
            document = explanation_document(why)
            assert json.loads(json.dumps(document)) == document
            assert 1 <= document["text"].count(".") <= 2


@pytest.mark.parametrize(
    ("points", "words"),
    [("0", "0 points"), ("1/2", "1/2 point"), ("1", "1 point"), ("3/2", "1 1/2 points"), ("12", "12 points")],
)
def test_points_in_words(points, words):
    assert points_in_words(Fraction(points)) == words


def test_a_round_of_a_round_robin():
    assert round_robin_sentences.explanation_document(round_robin(range(1, 17), 4), 2) == {
        "code": "schedule",
        "facts": {"round": 2, "rounds": 5, "fewest_meetings": 1, "most_meetings": 1},
        "text": "Everyone meets everyone once; this is round 2 of 5.",
    }
    uneven = round_robin(range(1, 7), 4, least=2, rounds=2)
    assert uneven.fewest_meetings < uneven.most_meetings
    text = round_robin_sentences.explanation_document(uneven, 1)["text"]
    assert text == "Everyone meets everyone as evenly as the schedule allows; this is round 1 of 2."
    thrice = round_robin_sentences.explanation_document(round_robin(range(1, 5), 2, times=3), 9)["text"]
    assert thrice == "Everyone meets everyone 3 times; this is round 9 of 9."


def test_a_bracket_of_six_with_a_small_final():
    """docs/formats/elimination.md draws it: 1 and 2 rest, 3 meets 6 and 4 meets 5."""
    first, second, third, fourth, fifth, sixth, small, last = elimination.explanation_documents(
        single_elimination(range(1, 7), PAIRS, small_final=True), {4: "dee", 5: "Eve"}
    )
    assert first == {
        "code": "bracket",
        "facts": {"bracket": "winners", "sources": [{"entry": 1, "seed": 1}, {"nobody": True}], "advances": 1},
        "text": "Seed 1; nobody else, so they rest and go on.",
    }
    assert second["text"] == "Seed 2; nobody else, so they rest and go on."
    assert third["text"] == "Seed 3 and seed 6; the winner goes on."
    assert fourth["text"] == "Seed 4 (dee) and seed 5 (Eve); the winner goes on."
    assert fifth["text"] == "Winner of table 1 and winner of table 4; the winner goes on."
    assert fifth["facts"]["sources"] == [{"table": 1, "place": 1}, {"table": 4, "place": 1}]
    assert sixth["text"] == "Winner of table 2 and winner of table 3; the winner goes on."
    assert small["facts"]["bracket"] == "small-final"
    assert small["text"] == "Second of table 5 and second of table 6; they play for the places after the finalists."
    assert last["text"] == "Winner of table 5 and winner of table 6; the winner stands first."


def test_larger_tables_and_the_reset():
    fours = elimination.explanation_documents(single_elimination(range(1, 17), Rules(TableSizes(3, 4), 2)))
    assert fours[0]["text"] == "Seed 1, seed 8, seed 9 and seed 16; the first 2 go on."
    assert fours[0]["facts"]["advances"] == 2
    reset = elimination.explanation_documents(double_elimination(range(1, 5), PAIRS))[-1]
    assert reset["facts"]["bracket"] == "reset"
    assert reset["text"].endswith("it is played only if whoever came unbeaten loses the final.")
