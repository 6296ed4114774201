"""Acts on pairings: pair now, swap two in a draft, publish it, take a publication back."""

from django.db import transaction

from games.services.sealed import sealed_tables_close
from tournaments.director.acts import Act
from tournaments.director.due import Step, StepKind
from tournaments.models import Entry, Notice, Round, Slot, Stage, Table, TableMatch, Tournament
from tournaments.refusals import CannotSwap, NotNow
from tournaments.selectors.situations import situation_of
from tournaments.services import phases, rounds
from tournaments.services.acts import ActRequest, handles
from tournaments.services.brackets import bracket_update
from tournaments.services.course import log_act_request
from tournaments.services.locks import tournament_changed, tournament_lock
from tournaments.services.notices import notify

SWAPPED_EXPLANATION = {"code": "swapped", "facts": {}, "text": "An organiser has swapped two entries."}


@handles(Act.PAIR)
def pair(request: ActRequest) -> None:
    """Pair the next round now, before its time."""
    now = situation_of(Tournament.objects.get(pk=request.tournament_id))
    step = Step(StepKind.PAIR_ROUND, request.state, now.stage, now.round + 1)
    rounds.round_pair(tournament_id=request.tournament_id, step=step, by=request.by, reason=request.reason)


@handles(Act.PUBLISH)
def publish(request: ActRequest) -> None:
    """Publish the draft; the worker opens its tables."""
    now = situation_of(Tournament.objects.get(pk=request.tournament_id))
    step = Step(StepKind.PUBLISH_ROUND, request.state, now.stage, now.round)
    rounds.round_publish(tournament_id=request.tournament_id, step=step, by=request.by, reason=request.reason)


@handles(Act.SWAP)
@transaction.atomic
def swap(request: ActRequest) -> None:
    """Swap two entries at different tables of a draft; in a bracket, their starting places."""
    tournament = tournament_lock(request.tournament_id, request.state)
    stage = tournament.stages.get(status=Stage.Status.RUNNING)
    assert request.entry is not None  # noqa: S101  (asked for before)
    assert request.other is not None  # noqa: S101
    one, other = draft_slot(stage, request.entry), draft_slot(stage, request.other)
    if one is None or other is None or one.table_id == other.table_id:
        raise CannotSwap
    if stage.is_bracket:
        one.source_entry, other.source_entry = other.source_entry, one.source_entry
        Slot.objects.bulk_update([one, other], ["source_entry"])
        bracket_update(stage)
    else:
        one.entry, other.entry = other.entry, one.entry
        Slot.objects.bulk_update([one, other], ["entry"])
    Table.objects.filter(pk__in=[one.table_id, other.table_id]).update(explanation=SWAPPED_EXPLANATION)
    tournament_changed(tournament, decided=True)
    log_act_request(tournament, request, entry=request.entry.number, other=request.other.number)


def draft_slot(stage: Stage, entry: Entry) -> Slot | None:
    """Return an entry's slot in the draft."""
    slots = Slot.objects.filter(table__stage=stage, table__round__status=Round.Status.DRAFT)
    return slots.filter(**{"source_entry" if stage.is_bracket else "entry": entry}).select_related("table").first()


@handles(Act.TAKE_BACK)
@transaction.atomic
def take_back(request: ActRequest) -> None:
    """Take a publication back before the first card. From then on pairings wait for approval."""
    tournament = tournament_lock(request.tournament_id, request.state)
    stage = tournament.stages.get(status=Stage.Status.RUNNING)
    published = stage.rounds.exclude(status__in=[Round.Status.PLANNED, Round.Status.FINISHED])
    current = published if stage.is_bracket else published.filter(status=Round.Status.PUBLISHED)
    first = current.order_by("number").first()
    if first is None:
        raise NotNow  # its tables have just begun
    tables = Table.objects.filter(round__in=current)
    opened = {table.match_id for table in tables if table.match_id is not None}
    if sealed_tables_close(match_ids=opened) != opened:
        raise NotNow  # somewhere the cards are dealt
    TableMatch.objects.filter(match_id__in=opened).delete()
    told = phases.players_of_entries(tournament.entries.filter(slots__table__in=tables))
    Slot.objects.filter(table__in=tables).update(side=None)
    tables.update(match=None, starts_at=None)
    current.update(status=Round.Status.DRAFT, starts_at=None)
    tournament_changed(tournament, decided=True, automatic=False)
    log_act_request(tournament, request, round=first.number)
    notify(told, tournament, Notice.Kind.CHANGED, "taken-back", round=first.number)
