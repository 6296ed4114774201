"""Acts on the course of a tournament: registration, start, pause, stages, end, and a message to everyone."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.services.sealed import matches_call_off
from tournaments.director.acts import Act
from tournaments.director.due import Step, StepKind
from tournaments.models import Entry, Notice, Round, Stage, Table, TableMatch, Tournament
from tournaments.refusals import NotNow, TooEarlyToFinish
from tournaments.services import phases, rounds, stages, tables
from tournaments.services.acts import Order, handles
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify
from tournaments.services.ratings import ratings_annul

Status = Tournament.Status


@handles(Act.OPEN_REGISTRATION)
@transaction.atomic
def registration_open(order: Order) -> None:
    """Open registration, again too; a time at which it would close that has passed no longer counts."""
    tournament = tournament_lock(order.tournament_id, order.state)
    closes = tournament.registration_closes_at
    if closes is not None and closes <= timezone.now():
        closes = None
    tournament_changed(tournament, decided=True, status=Status.REGISTRATION, registration_closes_at=closes)
    log_order(tournament, order)


@handles(Act.CLOSE_REGISTRATION)
@transaction.atomic
def registration_close(order: Order) -> None:
    tournament = tournament_lock(order.tournament_id, order.state)
    tournament_changed(tournament, decided=True, status=Status.CLOSED)
    log_order(tournament, order)


@handles(Act.START)
@transaction.atomic
def start(order: Order) -> None:
    """Start now, with whoever has checked in, or with everyone where nobody has to."""
    tournament = tournament_lock(order.tournament_id, order.state)
    if tournament.starts_at is None or tournament.starts_at > timezone.now():
        tournament_changed(tournament, starts_at=timezone.now())
    phases.tournament_start(tournament_id=tournament.pk, step=Step(StepKind.START, order.state), by=order.by)


@handles(Act.PAUSE)
@transaction.atomic
def pause(order: Order) -> None:
    """Nothing new is paired, published or opened; what is being played goes on."""
    tournament = tournament_lock(order.tournament_id, order.state)
    tournament_changed(tournament, decided=True, paused=True)
    log_order(tournament, order)


@handles(Act.RESUME)
@transaction.atomic
def resume(order: Order) -> None:
    tournament = tournament_lock(order.tournament_id, order.state)
    tournament_changed(tournament, decided=True, paused=False)
    log_order(tournament, order)


@handles(Act.NEXT_STAGE)
@transaction.atomic
def next_stage(order: Order) -> None:
    """End the running stage where it stands, and begin the next, if there is one."""
    tournament = tournament_lock(order.tournament_id, order.state)
    running = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    if running is not None:
        tables_call_off(tournament, running)
        rounds_cut_short(running)
        stages.stage_close(running)
    following = tournament.stages.filter(status=Stage.Status.WAITING).first()
    if following is None:
        tournament_changed(tournament, decided=True)
        log_order(tournament, order)
        return
    step = Step(StepKind.BEGIN_STAGE, order.state, following.number)
    stages.stage_begin(tournament_id=tournament.pk, step=step, by=order.by, reason=order.reason)


@handles(Act.RESET_STAGE)
@transaction.atomic
def reset_stage(order: Order) -> None:
    """Put the newest stage back to its start. Matches are called off or annulled; pairings wait for approval then."""
    tournament = tournament_lock(order.tournament_id, order.state)
    stage = tournament.stages.exclude(status=Stage.Status.WAITING).order_by("-number").first()
    if stage is None:
        raise NotNow
    tables_call_off(tournament, stage)
    ratings_annul(played_matches(stage), by=order.by, reason=order.reason)
    played = list(stage.entries.values_list("entry", flat=True))
    stage.rounds.all().delete()
    stage.entries.all().delete()
    if stage.number == 1:  # whoever came late is there from the first round on now
        tournament.entries.filter(pk__in=played).update(joined_stage=1, joined_round=1)
    for entry in tournament.entries.filter(left_stage=stage.number):
        rounds.left_write(entry)
    plan = stages.plans_of(tournament)[stage.number - 1]
    stage.settings, stage.status = plan.settings, Stage.Status.WAITING
    stage.save(update_fields=["settings", "status"])
    tournament_changed(tournament, decided=True, automatic=False)
    log_order(tournament, order, stage=stage.number)
    notify(
        phases.players_of_entries(tournament.entries.filter(status="in")),
        tournament,
        Notice.Kind.CHANGED,
        "reset",
        reason=order.reason,
    )


def played_matches(stage: Stage) -> list[int]:
    """The matches of a stage that were played to their end, oldest first."""
    played = TableMatch.objects.filter(table__stage=stage, match__status="finished")
    return list(played.order_by("pk").values_list("match_id", flat=True))


@handles(Act.FINISH)
@transaction.atomic
def finish(order: Order) -> None:
    """Finish early: tables still being played are called off, and the standings of now are the end."""
    tournament = tournament_lock(order.tournament_id, order.state)
    running = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    called_off: list[list[int]] = []
    if running is not None:
        called_off = tables_call_off(tournament, running)
        rounds_cut_short(running)
        stages.stage_close(running, is_last=True)
    if not tournament.stages.filter(status=Stage.Status.FINISHED).exists():
        raise TooEarlyToFinish
    step = Step(StepKind.FINISH, order.state)
    phases.tournament_finish(
        tournament_id=tournament.pk, step=step, by=order.by, reason=order.reason, facts={"tables": called_off}
    )


@handles(Act.CANCEL)
@transaction.atomic
def cancel(order: Order) -> None:
    """It does not take place, or not to its end. What was played and rated stays rated."""
    tournament = tournament_lock(order.tournament_id, order.state)
    called_off: list[list[int]] = []
    for stage in tournament.stages.filter(status=Stage.Status.RUNNING):
        called_off += tables_call_off(tournament, stage)
        rounds_cut_short(stage)
        stages.stage_close(stage, is_last=True)
    told = phases.players_of_entries(everyone_concerned(tournament))
    tournament_changed(
        tournament, decided=True, status=Status.CANCELLED, finished_at=timezone.now(), paused=False, problem=""
    )
    log_order(tournament, order, tables=called_off)
    notify(told, tournament, Notice.Kind.CANCELLED, "organiser", reason=order.reason)


@handles(Act.MESSAGE)
@transaction.atomic
def message(order: Order) -> None:
    """Tell everyone who takes part or waits. It counts as any act does: sent twice, it is told once."""
    tournament = tournament_lock(order.tournament_id, order.state)
    told = phases.players_of_entries(everyone_concerned(tournament))
    tournament_changed(tournament, ["head"], decided=True)
    notify(told, tournament, Notice.Kind.MESSAGE, "message", text=order.text)
    log_order(tournament, order, text=order.text)


def everyone_concerned(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.filter(status__in=["in", "waiting", "invited"])


def tables_call_off(tournament: Tournament, stage: Stage) -> list[list[int]]:
    """Call off every match of a stage that is waiting or being played; say at which tables. A match that has just
    been played to its end counts, though nobody has read its result yet."""
    unfinished = Table.objects.filter(stage=stage, status__in=["waiting", "ready", "playing"])
    matches_call_off(match_ids=list(unfinished.filter(match__isnull=False).values_list("match_id", flat=True)))
    read = tables.results_read(tournament, stage)
    unfinished.update(status=Table.Status.CALLED_OFF, match=None)
    return [[one.round.number, one.number] for one in read if one.status == Table.Status.CALLED_OFF]


def rounds_cut_short(stage: Stage) -> None:
    """End the rounds that are being played, and store the standings: a table that was called off brings nothing to
    anybody, and marks nobody as absent. A bracket has no standings."""
    under_way = stage.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING])
    numbers = list(under_way.values_list("number", flat=True))
    under_way.update(status=Round.Status.FINISHED, finished_at=timezone.now())
    if numbers:
        rounds.standings_restate(stage, min(numbers))


def log_order(tournament: Tournament, order: Order, **facts: object) -> None:
    log_act(tournament, order.act, by=order.by, reason=order.reason, facts=dict(facts))
