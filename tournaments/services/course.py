"""Acts on a whole tournament: registration, start, pause, stages, end, and messages to everyone."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.services.sealed import matches_call_off
from tournaments.director.acts import Act
from tournaments.director.due import Step, StepKind
from tournaments.models import Entry, Notice, Round, Stage, Table, TableMatch, Tournament
from tournaments.refusals import NotNow, TooEarlyToFinish
from tournaments.services import phases, rounds, stages, tables
from tournaments.services.acts import ActRequest, handles
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify
from tournaments.services.ratings import ratings_annul

Status = Tournament.Status


@handles(Act.OPEN_REGISTRATION)
@transaction.atomic
def registration_open(request: ActRequest) -> None:
    """Open registration, also again; a closing time that has passed is cleared."""
    tournament = tournament_lock(request.tournament_id, request.state)
    closes = tournament.registration_closes_at
    if closes is not None and closes <= timezone.now():
        closes = None
    tournament_changed(tournament, decided=True, status=Status.REGISTRATION, registration_closes_at=closes)
    log_act_request(tournament, request)


@handles(Act.CLOSE_REGISTRATION)
@transaction.atomic
def registration_close(request: ActRequest) -> None:
    tournament = tournament_lock(request.tournament_id, request.state)
    tournament_changed(tournament, decided=True, status=Status.CLOSED)
    log_act_request(tournament, request)


@handles(Act.START)
@transaction.atomic
def start(request: ActRequest) -> None:
    """Start now, with those who have checked in, or with everyone where check-in is not required."""
    tournament = tournament_lock(request.tournament_id, request.state)
    if tournament.starts_at is None or tournament.starts_at > timezone.now():
        tournament_changed(tournament, starts_at=timezone.now())
    phases.tournament_start(tournament_id=tournament.pk, step=Step(StepKind.START, request.state), by=request.by)


@handles(Act.PAUSE)
@transaction.atomic
def pause(request: ActRequest) -> None:
    """Pause: nothing new is paired, published or opened; running tables go on."""
    tournament = tournament_lock(request.tournament_id, request.state)
    tournament_changed(tournament, decided=True, paused=True)
    log_act_request(tournament, request)


@handles(Act.RESUME)
@transaction.atomic
def resume(request: ActRequest) -> None:
    tournament = tournament_lock(request.tournament_id, request.state)
    tournament_changed(tournament, decided=True, paused=False)
    log_act_request(tournament, request)


@handles(Act.NEXT_STAGE)
@transaction.atomic
def next_stage(request: ActRequest) -> None:
    """End the running stage as it stands, and begin the next, if there is one."""
    tournament = tournament_lock(request.tournament_id, request.state)
    running = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    if running is not None:
        tables_call_off(tournament, running)
        rounds_cut_short(running)
        stages.stage_close(running)
    following = tournament.stages.filter(status=Stage.Status.WAITING).first()
    if following is None:
        tournament_changed(tournament, decided=True)
        log_act_request(tournament, request)
        return
    step = Step(StepKind.BEGIN_STAGE, request.state, following.number)
    stages.stage_begin(tournament_id=tournament.pk, step=step, by=request.by, reason=request.reason)


@handles(Act.RESET_STAGE)
@transaction.atomic
def reset_stage(request: ActRequest) -> None:
    """Reset the newest stage to its start: call off or annul its matches, and have pairings wait for approval."""
    tournament = tournament_lock(request.tournament_id, request.state)
    stage = tournament.stages.exclude(status=Stage.Status.WAITING).order_by("-number").first()
    if stage is None:
        raise NotNow
    tables_call_off(tournament, stage)
    ratings_annul(played_matches(stage), by=request.by, reason=request.reason)
    played = list(stage.entries.values_list("entry", flat=True))
    stage.rounds.all().delete()
    stage.entries.all().delete()
    if stage.number == 1:  # late entries now take part from the first round on
        tournament.entries.filter(pk__in=played).update(joined_stage=1, joined_round=1)
    for entry in tournament.entries.filter(left_stage=stage.number):
        rounds.last_round_write(entry)
    plan = stages.plans_of(tournament)[stage.number - 1]
    stage.settings, stage.status = plan.settings, Stage.Status.WAITING
    stage.save(update_fields=["settings", "status"])
    tournament_changed(tournament, decided=True, automatic=False)
    log_act_request(tournament, request, stage=stage.number)
    notify(
        phases.players_of_entries(tournament.entries.filter(status="in")),
        tournament,
        Notice.Kind.CHANGED,
        "reset",
        reason=request.reason,
    )


def played_matches(stage: Stage) -> list[int]:
    """Return the finished matches of a stage, oldest first."""
    played = TableMatch.objects.filter(table__stage=stage, match__status="finished")
    return list(played.order_by("pk").values_list("match_id", flat=True))


@handles(Act.FINISH)
@transaction.atomic
def finish(request: ActRequest) -> None:
    """Finish early: running tables are called off, and the current standings are final."""
    tournament = tournament_lock(request.tournament_id, request.state)
    running = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    called_off: list[list[int]] = []
    if running is not None:
        called_off = tables_call_off(tournament, running)
        rounds_cut_short(running)
        stages.stage_close(running, is_last=True)
    if not tournament.stages.filter(status=Stage.Status.FINISHED).exists():
        raise TooEarlyToFinish
    step = Step(StepKind.FINISH, request.state)
    phases.tournament_finish(
        tournament_id=tournament.pk, step=step, by=request.by, reason=request.reason, facts={"tables": called_off}
    )


@handles(Act.CANCEL)
@transaction.atomic
def cancel(request: ActRequest) -> None:
    """Cancel, before the start or in the middle. What was played and rated stays rated."""
    tournament = tournament_lock(request.tournament_id, request.state)
    called_off: list[list[int]] = []
    for stage in tournament.stages.filter(status=Stage.Status.RUNNING):
        called_off += tables_call_off(tournament, stage)
        rounds_cut_short(stage)
        stages.stage_close(stage, is_last=True)
    told = phases.players_of_entries(everyone_concerned(tournament))
    tournament_changed(
        tournament, decided=True, status=Status.CANCELLED, finished_at=timezone.now(), paused=False, problem=""
    )
    log_act_request(tournament, request, tables=called_off)
    notify(told, tournament, Notice.Kind.CANCELLED, "organiser", reason=request.reason)


@handles(Act.MESSAGE)
@transaction.atomic
def message(request: ActRequest) -> None:
    """Notify everyone who takes part or waits. It counts as an act, so that sending twice notifies once."""
    tournament = tournament_lock(request.tournament_id, request.state)
    told = phases.players_of_entries(everyone_concerned(tournament))
    tournament_changed(tournament, ["head"], decided=True)
    notify(told, tournament, Notice.Kind.MESSAGE, "message", text=request.text)
    log_act_request(tournament, request, text=request.text)


def everyone_concerned(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.filter(status__in=["in", "waiting", "invited"])


def tables_call_off(tournament: Tournament, stage: Stage) -> list[list[int]]:
    """Call off every waiting or running match of a stage; return at which tables.

    A match that has just finished counts, even if its result has not been read yet.
    """
    unfinished = Table.objects.filter(stage=stage, status__in=["waiting", "ready", "playing"])
    matches_call_off(match_ids=list(unfinished.filter(match__isnull=False).values_list("match_id", flat=True)))
    read = tables.results_read(tournament, stage)
    unfinished.update(status=Table.Status.CALLED_OFF, match=None)
    return [[one.round.number, one.number] for one in read if one.status == Table.Status.CALLED_OFF]


def rounds_cut_short(stage: Stage) -> None:
    """End the running rounds and store the standings.

    A called-off table gives no points to anybody, and marks nobody as absent. A bracket has no standings.
    """
    under_way = stage.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING])
    numbers = list(under_way.values_list("number", flat=True))
    under_way.update(status=Round.Status.FINISHED, finished_at=timezone.now())
    if numbers:
        rounds.standings_recompute(stage, min(numbers))


def log_act_request(tournament: Tournament, request: ActRequest, **facts: object) -> None:
    log_act(tournament, request.act, by=request.by, reason=request.reason, facts=dict(facts))
