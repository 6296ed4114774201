"""Builds the public document of a tournament: all that is published, in JSON values, the same for every reader."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import orjson
from django.core.cache import cache
from django.utils import translation
from redis.exceptions import RedisError

from tournaments.formats.contests.settings import write_scale
from tournaments.models import (
    Entry,
    EntryPlayer,
    Rest,
    Round,
    Slot,
    Stage,
    StageEntry,
    StandingLine,
    Table,
    TableMatch,
    Tournament,
)
from tournaments.selectors.contests import settings_of
from tournaments.selectors.entries import entries_with_players, ratings_of_entries
from tournaments.selectors.rounds import PUBLIC_ROUND_STATUSES

FORMAT, VERSION = "guildhall-tournament", 1
CACHE_SECONDS = 60
READ_ATTEMPTS_LIMIT = 5
# Settings published beside the others, each under a key of its own.
SEPARATE_SETTINGS = ("points", "unplayed", "tie_breaks")
EXPLANATION_KEYS = ("code", "facts", "text")


def document_bytes(tournament: Tournament) -> tuple[bytes, str]:
    """Return the document as it is sent, and its ETag. Cached by the tournament's version; not while the bus is
    away."""
    found: bytes | None = None
    with suppress(RedisError):
        found = cache.get(cache_key(tournament))
    if found is None:
        found = document_read(tournament)
    return found, f'"{hashlib.sha256(found).hexdigest()[:32]}"'


def document_read(tournament: Tournament) -> bytes:
    """Build and cache a document whose rows are all of one version.

    If something changes meanwhile it is built again; after the last attempt it is returned as it is.
    """
    for _ in range(READ_ATTEMPTS_LIMIT):
        found = orjson.dumps(document_of(tournament))
        now = Tournament.objects.filter(pk=tournament.pk).first()
        if now is None:
            break
        if now.version == tournament.version:
            with suppress(RedisError):
                cache.set(cache_key(tournament), found, CACHE_SECONDS)
            break
        tournament = now
    return found


def cache_key(tournament: Tournament) -> str:
    return f"tournament-document:{tournament.pk}:{tournament.version}"


def document_of(tournament: Tournament) -> dict[str, Any]:
    """Return the document, in a number of queries that does not depend on how many take part."""
    with translation.override("en"):
        entries = list(entries_with_players(tournament).order_by("number"))
        return {
            "format": FORMAT,
            "version": VERSION,
            "slug": tournament.slug,
            "name": tournament.name,
            "status": tournament.status,
            "paused": tournament.paused,
            "game": tournament.game,
            "options": in_order(tournament.options, tournament.engine.choices()),
            "rated": tournament.rated,
            "starts_at": moment_text(tournament.starts_at),
            "entries": entry_lines(tournament, entries),
            "stages": StageLines(tournament).lines(),
            "ranking": ranking_lines(tournament, entries),
            # Lots and pairings are drawn from it; it is secret before the start.
            "seed": bytes(tournament.seed).hex() if tournament.started_at else None,
            "rehearsal": tournament.rehearsal,
        }


def in_order(values: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return a JSON value with its keys in the published order: PostgreSQL keeps those of jsonb in its own."""
    return {name: values[name] for name in names}


def moment_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# --- Entries ---


def entry_lines(tournament: Tournament, entries: list[Entry]) -> list[dict[str, Any]]:
    unseeded = [entry for entry in entries if entry.seed is None]
    present = ratings_of_entries(tournament, unseeded) if unseeded else {}
    return [entry_line(entry, present.get(entry.pk)) for entry in entries]


def entry_line(entry: Entry, present_rating: float | None) -> dict[str, Any]:
    rating = present_rating if entry.seed is None else entry.rating
    rows = sorted(entry.players.all(), key=lambda row: row.pk)
    return {
        "id": entry.number,
        "name": entry.display_name,
        "players": names_of(row for row in rows if not row.replaced),
        "former_players": names_of(row for row in rows if row.replaced),
        "rating": None if rating is None else round(rating, 1),
        "seed": entry.seed,
        "club": entry.club,
        "status": entry.status,
        "joined": place_in_time(entry.joined_stage, entry.joined_round),
        "left": place_in_time(entry.left_stage, entry.left_round),
    }


def names_of(rows: Iterable[EntryPlayer]) -> list[str]:
    return [row.player.display_name for row in rows]


def place_in_time(stage: int | None, number: int | None) -> dict[str, int] | None:
    return None if stage is None or number is None else {"stage": stage, "round": number}


def ranking_lines(tournament: Tournament, entries: list[Entry]) -> list[dict[str, Any]] | None:
    """Return everybody who took part, the first first; those without a place are last."""
    if tournament.status != Tournament.Status.FINISHED:
        return None
    took_part = [entry for entry in entries if entry.joined_stage is not None]
    ordered = sorted(took_part, key=lambda entry: (entry.place is None, entry.place or 0, entry.number))
    return [{"entry": entry.number, "place": entry.place} for entry in ordered]


# --- Stages ---


class StageLines:
    """The stages of a tournament in the document, from one query for each kind of row."""

    def __init__(self, tournament: Tournament) -> None:
        self.stages = list(tournament.stages.all())
        shown = {"stage__tournament": tournament, "status__in": PUBLIC_ROUND_STATUSES}
        self.rounds: dict[int, list[Round]] = grouped(Round.objects.filter(**shown), "stage_id")
        members = StageEntry.objects.filter(stage__tournament=tournament).select_related("entry")
        self.members: dict[int, list[StageEntry]] = grouped(members, "stage_id")
        tables = Table.objects.filter(stage__tournament=tournament, round__status__in=PUBLIC_ROUND_STATUSES).order_by(
            "number"
        )
        self.tables: dict[int, list[Table]] = grouped(tables, "round_id")
        slots = Slot.objects.filter(table__stage__tournament=tournament).select_related("entry", "source_entry")
        self.slots: dict[int, list[Slot]] = grouped(slots.order_by("number"), "table_id")
        matches = TableMatch.objects.filter(table__stage__tournament=tournament).select_related("match").order_by("pk")
        self.matches: dict[int, list[TableMatch]] = grouped(matches, "table_id")
        rests = Rest.objects.filter(round__stage__tournament=tournament).select_related("entry")
        self.rests: dict[int, list[Rest]] = grouped(rests.order_by("entry__number"), "round_id")
        standings = StandingLine.objects.filter(round__stage__tournament=tournament).select_related("entry")
        ordered = standings.order_by("group", "place", "entry__number")
        self.standings: dict[int, list[StandingLine]] = grouped(ordered, "round_id")

    def lines(self) -> list[dict[str, Any]]:
        return [self.stage_line(stage) for stage in self.stages]

    def stage_line(self, stage: Stage) -> dict[str, Any]:
        settings = settings_of(stage)
        unplayed = settings.unplayed
        return {
            "number": stage.number,
            "name": stage.name,
            "kind": stage.kind,
            "status": stage.status,
            "groups": self.groups(stage),
            "points": None if stage.is_bracket else write_scale(settings.scale),
            "unplayed": {"absent": str(unplayed.absent), "bye": str(unplayed.bye), "late": str(unplayed.late)},
            "tie_breaks": [] if stage.is_bracket else list(settings.tie_breaks),
            "settings": {name: value for name, value in stage.settings.items() if name not in SEPARATE_SETTINGS},
            "rounds": [self.round_line(stage, one) for one in self.rounds.get(stage.pk, [])],
        }

    def groups(self, stage: Stage) -> list[dict[str, Any]]:
        """Return entries by group, in the order of their seeds."""
        by_name: defaultdict[str, list[int]] = defaultdict(list)
        for one in sorted(self.members.get(stage.pk, []), key=lambda one: one.seed):
            by_name[one.group].append(one.entry.number)
        return [{"name": name, "entries": by_name[name]} for name in sorted(by_name)]

    def round_line(self, stage: Stage, one: Round) -> dict[str, Any]:
        rests = self.rests.get(one.pk, [])
        is_finished = one.status == Round.Status.FINISHED and not stage.is_bracket
        return {
            "number": one.number,
            "status": one.status,
            "absent": [rest.entry.number for rest in rests if rest.kind == Rest.Kind.ABSENT],
            "byes": [rest.entry.number for rest in rests if rest.kind == Rest.Kind.BYE],
            "tables": [self.table_line(table) for table in self.tables.get(one.pk, [])],
            "standings": [standing_line(line) for line in self.standings.get(one.pk, [])] if is_finished else None,
        }

    def table_line(self, table: Table) -> dict[str, Any]:
        slots = self.slots.get(table.pk, [])
        return {
            "number": table.number,
            "group": table.group,
            "entries": [slot.entry.number if slot.entry else None for slot in slots],
            "sources": [source_line(slot) for slot in slots] if table.part else None,
            "bracket": table.part or None,
            "advances": table.advances,
            "status": table.status,
            "matches": [one.match.key for one in self.matches.get(table.pk, [])],
            "no_shows": [slot.entry.number for slot in slots if slot.no_show and slot.entry],
            "outcome": outcome_line(table, slots),
            "explanation": None if table.explanation is None else in_order(table.explanation, EXPLANATION_KEYS),
        }


def grouped(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, key)].append(row)
    return found


def source_line(slot: Slot) -> dict[str, Any]:
    if slot.source_entry is not None:
        return {"entry": slot.source_entry.number}
    if slot.source_table is not None:
        return {"table": slot.source_table, "place": slot.source_place}
    return {"nobody": True}


def outcome_line(table: Table, slots: list[Slot]) -> dict[str, Any] | None:
    """Return how a table ended: everyone who has a place, those who tied together."""
    placed = [slot for slot in slots if slot.entry is not None and slot.place is not None]
    if not placed or table.status not in (Table.Status.FINISHED, Table.Status.WALKOVER, Table.Status.REST):
        return None
    placed.sort(key=lambda slot: slot.entry.number if slot.entry else 0)
    places = sorted({slot.place for slot in placed if slot.place is not None})
    return {
        "places": [[s.entry.number for s in placed if s.place == place and s.entry] for place in places],
        "points": {str(s.entry.number): s.points for s in placed if s.points is not None and s.entry},
        "by": table.by,
    }


def standing_line(line: StandingLine) -> dict[str, Any]:
    return {
        "group": line.group,
        "entry": line.entry.number,
        "place": line.place,
        "points": line.points,
        "tie_breaks": line.tie_breaks,
    }
