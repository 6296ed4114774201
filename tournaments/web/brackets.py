"""Prepares a stage's bracket for the picture, and for the list on phones."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Slot, Table
from tournaments.pictures.bracket import BracketRound, BracketSlot, BracketTable, bracket_svg
from tournaments.web.words.sources import part_words, source_words


def bracket_rounds(tables: Iterable[Table]) -> list[BracketRound]:
    """Return the bracket round by round; rounds of the winners' and losers' sides are numbered separately."""
    counted: dict[str, int] = {}
    found = []
    for _number, group in groupby(tables, key=lambda table: table.round.number):
        members = list(group)
        part = members[0].part
        counted[part] = counted.get(part, 0) + 1
        title = part_words(part, counted[part])
        found.append(BracketRound(title, part, tuple(bracket_table(table) for table in members)))
    return found


def bracket_table(table: Table) -> BracketTable:
    slots = list(table.slots.all())
    return BracketTable(
        number=table.number,
        title=_("Table %(number)s") % {"number": table.number},
        status=table.status,
        slots=tuple(bracket_slot(slot, table) for slot in slots),
        sources=tuple(slot.source_table for slot in slots),
        advances=table.advances or 1,
        href=reverse("tournament_table", args=[table.stage.tournament.slug, table.pk]),
        live=table.status == Table.Status.PLAYING,
    )


def bracket_slot(slot: Slot, table: Table) -> BracketSlot:
    """Return a slot with its entry; while that is not known, with where it comes from."""
    decided = table.status in (Table.Status.FINISHED, Table.Status.WALKOVER)
    goes_on = decided and slot.place is not None and slot.place <= (table.advances or 1)
    return BracketSlot(
        label=slot_label(slot),
        entry=slot.entry.number if slot.entry else None,
        place=slot.place if decided else None,
        points="" if slot.points is None else str(slot.points),
        goes_on=goes_on,
        is_out=decided and slot.entry is not None and not goes_on,
        seed=slot.entry.seed if slot.entry and slot.source_entry_id else None,
    )


def slot_label(slot: Slot) -> str:
    if slot.entry is not None:
        return slot.entry.display_name
    if slot.source_table is not None and slot.source_place is not None:
        return source_words(slot.source_table, slot.source_place)
    return ""


def bracket_words() -> Mapping[str, str]:
    """Return the words of the picture, in the reader's language."""
    return {
        "waiting": _("waiting"),
        "ready": _("ready"),
        "playing": _("live"),
        "finished": _("finished"),
        "walkover": _("walkover"),
        "rest": _("rests"),
        "not-needed": _("not needed"),
        "called-off": _("called off"),
        "place": _("place {place}"),
        "goes-on": _("goes on"),
        "out": _("out"),
        "champion": _("winner of the tournament"),
    }


def bracket_picture(rounds: list[BracketRound], chosen: int | None) -> SafeString:
    """Return the picture's markup, which escapes everything in it."""
    return mark_safe(bracket_svg(rounds, chosen=chosen, words=bracket_words()))  # noqa: S308
