"""Explains a Swiss table as a document: a code, its facts in JSON values, and an English sentence or two."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.formats.swiss.explaining import Explanation, Floated, NextBest, Reason, Unmet, Wish
from tournaments.formats.wording import Names, listed, name_of, names_listed, points_in_words, sentence


def explanation_document(explanation: Explanation, names: Names | None = None) -> dict[str, Any]:
    """Return why a table is as it is, for people and for programs. Fractions are text, exact: "7/2"."""
    return {
        "code": most_telling(explanation).value,
        "facts": facts(explanation),
        "text": " ".join(sentence(text) for text in sentences(explanation, names)),
    }


def most_telling(explanation: Explanation) -> Reason:
    """Return the reason to state: a fixed pair says more about a table than the score group that filled it up."""
    return Reason.FIXED if Reason.FIXED in explanation.reasons else explanation.reasons[0]


def facts(explanation: Explanation) -> dict[str, Any]:
    """Return all that is known, by entry numbers."""
    return {
        "reasons": [reason.value for reason in explanation.reasons],
        "group": str(explanation.group),
        "floated": [{"entry": one.entry, "points_away": str(one.points_away)} for one in explanation.floated],
        "unmet": [
            {"wish": one.wish.value, "entries": list(one.entries), "times": one.times} for one in explanation.unmet
        ],
        "next_best": explanation.next_best and next_best_facts(explanation.next_best),
    }


def next_best_facts(next_best: NextBest) -> dict[str, Any]:
    return {"leaves": next_best.leaves, "comes": next_best.comes, "costs_more": str(next_best.costs_more)}


def sentences(explanation: Explanation, names: Names | None) -> Iterator[str]:
    """Yield how the table came about and, if there are any, the wishes not met."""
    yield "; ".join(origin_in_words(reason, explanation, names) for reason in explanation.reasons)
    if explanation.unmet:
        yield f"it could not be helped that {listed(list(unmet_in_words(explanation.unmet, names)))}"


def origin_in_words(reason: Reason, explanation: Explanation, names: Names | None) -> str:
    match reason:
        case Reason.FIXED:
            return "two at this table had to sit together"
        case Reason.ACROSS:
            return "first round, by seeding: the top of the list meets the middle and the end"
        case Reason.AT_RANDOM:
            return "first round, drawn by lot"
        case Reason.SCORE:
            return group_in_words(explanation, names)


def group_in_words(explanation: Explanation, names: Names | None) -> str:
    """Describe whose score group the table is, and who came to it from where."""
    group = points_in_words(explanation.group)
    if not explanation.floated:
        return f"everyone here has {group}"
    return f"the table of those with {group}; {listed([floated(one, names) for one in explanation.floated])}"


def floated(one: Floated, names: Names | None) -> str:
    way, where = ("up", "below") if one.points_away < 0 else ("down", "above")
    return f"{name_of(one.entry, names)} comes {way} from {points_in_words(abs(one.points_away))} {where}"


def unmet_in_words(unmet: Sequence[Unmet], names: Names | None) -> Iterator[str]:
    """Describe rematches and club-mates two by two, and seats all together."""
    for one in unmet:
        if one.wish is Wish.REMATCH:
            yield f"{names_listed(one.entries, names)} meet again{often(one.times)}"
    seats = [entry for one in unmet if one.wish is Wish.SEAT for entry in one.entries]
    if seats:
        yield f"{names_listed(seats, names)} {'has' if len(seats) == 1 else 'have'} a starting seat again"
    for one in unmet:
        if one.wish is Wish.CLUB:
            yield f"{names_listed(one.entries, names)} meet though they are of one club"


def often(times: int) -> str:
    """Describe how often they had met; nothing for once."""
    return f", having met {times} times" if times > 1 else ""
