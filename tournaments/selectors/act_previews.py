"""Computes what an act would change, without a lock, to be shown before it is confirmed."""

from dataclasses import dataclass, field

from games.models import Match
from ratings.models import RatedMatch
from tournaments.director.acts import Act
from tournaments.director.consequences import (
    Consequences,
    consequences,
    with_entries,
    with_outcome,
    without_entries,
)
from tournaments.formats.contests.contest import Contest
from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.tables import Outcome
from tournaments.models import Entry, Stage, StageEntry, Table, Tournament
from tournaments.selectors.contests import contest_of, playing_now

# In a bracket they take effect once the entry's running table is over.
LEAVING_ACTS = (Act.DROP, Act.DISQUALIFY)


@dataclass(frozen=True, slots=True)
class ActPreview:
    """What would change: standings, seats, matches called off, ratings computed again."""

    changes: Consequences = field(default_factory=Consequences)
    called_off: tuple[Table, ...] = ()
    ratings: int = 0
    # Whether pairings wait for approval afterwards.
    stops_automatic: bool = False
    # Whether an event that is over goes on, paused.
    reopens: bool = False


def act_preview(
    tournament: Tournament,
    act: Act,
    *,
    entry: Entry | None = None,
    table: Table | None = None,
    places: tuple[tuple[int, ...], ...] = (),
) -> ActPreview:
    """What an act would change now."""
    stage = newest_stage(tournament)
    if stage is None:
        return ActPreview()
    changes = changes_of(stage, act, entry, table, places)
    return ActPreview(
        changes=changes,
        called_off=tuple(called_off_by(stage, act, table, entry, changes)),
        ratings=ratings_after(table, act, stage),
        stops_automatic=act in (Act.RESET_STAGE, Act.TAKE_BACK),
        reopens=stage.status == Stage.Status.FINISHED and any(one.played_again for one in changes.reseated),
    )


def newest_stage(tournament: Tournament) -> Stage | None:
    """Return the stage that is running or was played last; not one that ended because nobody could play it."""
    played = StageEntry.objects.filter(stage__tournament=tournament).values("stage")
    return tournament.stages.exclude(status=Stage.Status.WAITING).filter(pk__in=played).order_by("-number").first()


def changes_of(
    stage: Stage, act: Act, entry: Entry | None, table: Table | None, places: tuple[tuple[int, ...], ...]
) -> Consequences:
    before = contest_of(stage)
    if act == Act.FORFEIT:
        places = places_after_forfeit(entry, table)
    leaves_later = stage.is_bracket and act in LEAVING_ACTS and entry is not None and entry.number in playing_now(stage)
    after = before if leaves_later else contest_after(before, act, entry, table, places)
    try:
        return consequences(stage.kind, before, after) if after is not before else Consequences()
    except FormatRefusal:  # what was said makes no result; the act itself refuses it
        return Consequences()


def contest_after(
    before: Contest, act: Act, entry: Entry | None, table: Table | None, places: tuple[tuple[int, ...], ...]
) -> Contest:
    """Return the stage as plain values after the act."""
    if act in LEAVING_ACTS and entry is not None:
        return without_entries(before, [EntryId(entry.number)])
    if act == Act.REINSTATE and entry is not None:
        return with_entries(before, [EntryId(entry.number)])
    if table is None:
        return before
    if act in (Act.ENTER_RESULT, Act.CORRECT_RESULT, Act.FORFEIT) and places:
        outcome = Outcome(tuple(tuple(map(EntryId, group)) for group in places))
        return with_outcome(before, table.round.number, table.number, outcome)
    if act == Act.REPLAY:
        return with_outcome(before, table.round.number, table.number, None)
    return before


def places_after_forfeit(entry: Entry | None, table: Table | None) -> tuple[tuple[int, ...], ...]:
    """Return the outcome of a forfeit: between two the other has won; where more sit, nothing is decided yet."""
    seated = [slot.entry for slot in table.slots.select_related("entry") if slot.entry] if table else []
    if entry is None or len(seated) != 2:
        return ()
    return tuple((one.number,) for one in sorted(seated, key=lambda one: one == entry))


def called_off_by(
    stage: Stage, act: Act, table: Table | None, entry: Entry | None, changes: Consequences
) -> list[Table]:
    """Return tables whose match would be called off; where the cards are not dealt yet another is opened."""
    being_played = Table.objects.filter(
        stage=stage, match__isnull=False, status__in=[Table.Status.READY, Table.Status.PLAYING]
    ).select_related("round", "match")
    if act in (Act.FINISH, Act.CANCEL, Act.NEXT_STAGE, Act.RESET_STAGE):
        return list(being_played)
    numbers = {one.number for one in changes.reseated}
    decided_at_once = act == Act.FORFEIT and table is not None and table.slots.count() == 2
    ends_match = act in (Act.ENTER_RESULT, Act.CALL_OFF, Act.REPLAY) or decided_at_once
    at_table = {table.pk} if table and ends_match else set()
    if act in (Act.DISQUALIFY, Act.FORFEIT) and entry is not None:
        waiting = being_played.filter(status=Table.Status.READY, match__status=Match.Status.WAITING, slots__entry=entry)
        at_table |= set(waiting.values_list("pk", flat=True))
    return [one for one in being_played if one.pk in at_table or (stage.is_bracket and one.number in numbers)]


def ratings_after(table: Table | None, act: Act, stage: Stage) -> int:
    """Return how many rated matches would be computed again: those of the pool from the first that changes on."""
    if act == Act.RESET_STAGE:
        keys = list(Table.objects.filter(stage=stage, match__rated=True).values_list("match_id", flat=True))
    elif act in (Act.CORRECT_RESULT, Act.REPLAY) and table is not None and table.match_id is not None:
        keys = [table.match_id]
    else:
        return 0
    first = Match.objects.filter(pk__in=keys, rated=True, finished_at__isnull=False).order_by("finished_at").first()
    rated = RatedMatch.objects.filter(match_id=first.pk).first() if first else None
    if rated is None:
        return 0
    return RatedMatch.objects.filter(pool=rated.pool_id, finished_at__gte=rated.finished_at).count()
