"""Explains a table in the reader's language, from the code and the facts of the pairing."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.web.words.lists import listed, name_marked, name_of, names_listed
from tournaments.web.words.numbers import exact_words
from tournaments.web.words.sources import source_words, stakes_words

Names = Mapping[int, str]
Facts = Mapping[str, Any]


def explanation_words(document: Mapping[str, Any] | None, names: Names) -> list[SafeString]:
    """Return sentences that are safe for a page: names are escaped, and nothing else comes from a person."""
    if not document:
        return []
    facts = document.get("facts", {})
    match document.get("code"):
        case "bracket":
            found = list(bracket_sentences(facts, names))
        case "schedule":
            found = [schedule_sentence(facts)]
        case _:
            found = list(swiss_sentences(facts, names))
    return [mark_safe(sentence) for sentence in found]  # noqa: S308


# --- Swiss ---


def swiss_sentences(facts: Facts, names: Names) -> Iterator[str]:
    """Yield how the table came about, and which wishes were not met."""
    for reason in facts.get("reasons", []):
        match reason:
            case "fixed-pair":
                yield _("Two at this table had to sit together.")
            case "first-round-across":
                yield _("First round, by seeding: the top of the list meets the middle and the end.")
            case "first-round-at-random":
                yield _("First round, drawn by lot.")
            case "score-group":
                yield group_sentence(facts)
                yield from (floated_sentence(one, names) for one in facts.get("floated", []))
    yield from unmet_sentences(facts.get("unmet", []), names)


def group_sentence(facts: Facts) -> str:
    points = points_words(Fraction(facts["group"]))
    if facts.get("floated"):
        return _("This is the table of those with %(points)s.") % {"points": points}
    return _("Everyone here has %(points)s.") % {"points": points}


def floated_sentence(one: Facts, names: Names) -> str:
    away = Fraction(one["points_away"])
    said = {"name": name_of(one["entry"], names), "points": points_words(abs(away))}
    if away < 0:
        return _("%(name)s comes up from %(points)s below.") % said
    return _("%(name)s comes down from %(points)s above.") % said


def unmet_sentences(unmet: list[Facts], names: Names) -> Iterator[str]:
    """Yield rematches and club-mates two by two, and seats all together."""
    for one in unmet:
        if one["wish"] == "rematch":
            yield rematch_sentence(one, names)
    seats = [entry for one in unmet if one["wish"] == "seat-again" for entry in one["entries"]]
    if seats:
        words = ngettext(
            "It could not be helped that %(names)s has a starting seat again.",
            "It could not be helped that %(names)s have a starting seat again.",
            len(seats),
        )
        yield words % {"names": names_listed(seats, names)}
    for one in unmet:
        if one["wish"] == "club-mates":
            said = {"names": names_listed(one["entries"], names)}
            yield _("It could not be helped that %(names)s meet though they are of one club.") % said


def rematch_sentence(one: Facts, names: Names) -> str:
    said = {"names": names_listed(one["entries"], names), "times": one["times"]}
    if one["times"] > 1:
        return _("It could not be helped that %(names)s meet again, having met %(times)s times.") % said
    return _("It could not be helped that %(names)s meet again.") % said


def points_words(points: Fraction) -> str:
    """Write points: one point and less is singular: ½ point, 1 point, 0 points, 1½ points."""
    words = ngettext("%(points)s point", "%(points)s points", 1 if 0 < points <= 1 else 2)
    return words % {"points": exact_words(str(points))}


# --- Round robin and brackets ---


def schedule_sentence(facts: Facts) -> str:
    said = {"number": facts["round"], "rounds": facts["rounds"], "times": facts["most_meetings"]}
    if facts["fewest_meetings"] < facts["most_meetings"]:
        words = _("Everyone meets everyone as evenly as the schedule allows; this is round %(number)s of %(rounds)s.")
    elif facts["most_meetings"] == 1:
        words = _("Everyone meets everyone once; this is round %(number)s of %(rounds)s.")
    else:
        words = _("Everyone meets everyone %(times)s times; this is round %(number)s of %(rounds)s.")
    return words % said


def bracket_sentences(facts: Facts, names: Names) -> Iterator[str]:
    """Yield where each side comes from, and what is at stake."""
    known = [one for one in facts.get("sources", []) if not one.get("nobody")]
    sides = listed([source_named(one, names) for one in known])
    yield _("Here meet: %(sides)s.") % {"sides": sides}
    if len(known) < len(facts.get("sources", [])):
        yield _("A side stays empty: nobody else comes, so that the bracket fits.")
    yield stakes_words(facts.get("bracket", ""), facts.get("advances") or 1)


def source_named(one: Facts, names: Names) -> str:
    if "table" in one:
        return source_words(one["table"], one["place"])
    said = {"name": name_marked(names.get(one["entry"], "")), "seed": one.get("seed", "")}
    return _("%(name)s (seed %(seed)s)") % said
