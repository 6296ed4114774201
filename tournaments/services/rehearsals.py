"""Plays a whole tournament with bots, through the services and the database that people use.

Only waiting is left out: tables begin at once, and a bot moves as soon as it is its turn.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from games.engine.clock import By
from games.engine.game import Seat as SeatNumber
from games.engine.running import Running
from games.models import BotLevel, Event, Match, Pace, Seat
from games.selectors.matches import events_of_many_after, fold, matches_with_seats
from games.services.clocks import action_for, now_in_milliseconds, seat_return
from games.services.moves import Proposal, moves_commit
from games.services.sealed import tables_start
from players.models import Player
from players.names import name_key
from tournaments.director.due import Blocked, Step, StepKind
from tournaments.formats.contests.plans import SETTINGS_BY_FORMAT
from tournaments.models import Entry, EntryPlayer, Slot, Stage, Table, TableMatch, Tournament
from tournaments.services.creation import settings_check, slug_for
from tournaments.services.locks import tournament_changed
from tournaments.services.membership import entry_enter, entry_leave, entry_sit_out
from tournaments.services.stages import stages_write
from tournaments.services.steps import step_carry_out, step_due

# Tables are opened so long before their start that no worker begins them.
START_LEAD = timedelta(hours=1)
# Late players are present after so many moves.
LATE_ARRIVAL_MOVES = 8
BOT_LEVEL = BotLevel.NOVICE
UNUSABLE_PASSWORD = make_password(None)
Progress = Callable[[str, int, int], None]


class RehearsalStuck(Exception):  # noqa: N818
    """The tournament waits for somebody. In a rehearsal that is a bug."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The parameters of a rehearsal."""

    format: str
    entries: int
    game: str
    mode: str
    rounds: int | None = None
    seed: str = ""
    drops: int = 0
    no_shows: int = 0
    late: int = 0


@dataclass(slots=True)
class Script:
    """Who drops after which round, who misses which round, and who comes late."""

    drops: dict[int, int] = field(default_factory=dict)
    no_shows: dict[int, int] = field(default_factory=dict)
    late: dict[int, int] = field(default_factory=dict)


def rehearsal_prepare(rehearsal: Rehearsal) -> Tournament:
    """Create a tournament marked as a rehearsal, with its players."""
    owner = players_make(1, "Host")[0]
    tournament = rehearsal_create(rehearsal, owner)
    side = tournament.mode.players_per_side
    players = players_make(rehearsal.entries * side, "Bot")
    for number in range(rehearsal.entries):
        with transaction.atomic():
            entry_enter(tournament, players[number * side : (number + 1) * side], None)
    tournament_changed(tournament)
    return tournament


def rehearsal_create(rehearsal: Rehearsal, owner: Player) -> Tournament:
    game_options = {"mode": rehearsal.mode}
    tournament = Tournament(
        name=f"Rehearsal: {rehearsal.format}",
        slug=slug_for(f"rehearsal {rehearsal.format}"),
        game=rehearsal.game,
        options=game_options,
        format=rehearsal.format,
        settings=settings_for(rehearsal),
        pace=Pace.BLITZ,
        owner=owner,
        listed=False,
        rehearsal=True,
        status=Tournament.Status.REGISTRATION,
        check_in_minutes=0,
        starts_at=timezone.now(),
        lead_seconds=round(START_LEAD.total_seconds()),
        seed=sha256(f"tournament {rehearsal.seed}".encode()).digest(),
    )
    choices = tournament.engine.choices()
    tournament.options |= {name: values[0] for name, values in choices.items() if name != "mode"}
    tournament.fewest = tournament.mode.fewest
    settings_check(tournament)
    tournament.save()
    stages_write(tournament)
    return tournament


def settings_for(rehearsal: Rehearsal) -> dict[str, Any]:
    known = set[str]().union(*(names for _, _, names in SETTINGS_BY_FORMAT[rehearsal.format]))
    return {"rounds": rehearsal.rounds} if rehearsal.rounds is not None and "rounds" in known else {}


def players_make(count: int, name: str) -> list[Player]:
    """Create guests that nobody can sign in as."""
    stamp = format(round(timezone.now().timestamp() * 100), "x")
    names = [f"{name} {stamp} {number}" for number in range(1, count + 1)]
    players = [Player(name=one, name_key=name_key(one), is_guest=True, password=UNUSABLE_PASSWORD) for one in names]
    return Player.objects.bulk_create(players, batch_size=1000)


# --- Playing ---


def rehearsal_play(tournament: Tournament, rehearsal: Rehearsal, progress: Progress) -> None:
    """Play from the start to the ranking."""
    script = script_for(tournament, rehearsal)
    while not tournament.is_over:
        step = step_due(tournament.pk, timezone.now() + 2 * START_LEAD)
        if isinstance(step, Step):
            if step.do == StepKind.BEGIN_TABLES:
                tables_begin(tournament, rehearsal, script)
            step_carry_out(tournament_id=tournament.pk, step=step)
            if step.do == StepKind.FINISH_ROUND:
                leavers_drop(tournament, script, round_count(tournament))
        elif isinstance(step, Blocked) or not tables_play(tournament, script, progress):
            raise RehearsalStuck(f"nothing is due, and nothing is being played: {step}")
        tournament.refresh_from_db()


def script_for(tournament: Tournament, rehearsal: Rehearsal) -> Script:
    """Draw the script from the seed: the same words give the same rehearsal."""
    chance = random.Random(f"script {rehearsal.seed}")  # noqa: S311  (a rehearsal is no secret)
    numbers = list(tournament.entries.values_list("number", flat=True))
    chance.shuffle(numbers)
    drops, numbers = numbers[: rehearsal.drops], numbers[rehearsal.drops :]
    missing, numbers = numbers[: rehearsal.no_shows], numbers[rehearsal.no_shows :]
    return Script(
        drops={number: chance.randint(1, 2) for number in drops},
        no_shows={number: chance.randint(1, 2) for number in missing},
        late={number: chance.randint(1, 3) for number in numbers[: rehearsal.late]},
    )


def round_count(tournament: Tournament) -> int:
    """Count the published rounds of all stages."""
    rounds = Table.objects.filter(stage__tournament=tournament, match__isnull=False)
    return rounds.values("round").distinct().count()


def leavers_drop(tournament: Tournament, script: Script, after: int) -> None:
    """Drop those who leave after this round; have those who missed one return a round later."""
    for number, last in list(script.drops.items()):
        if last <= after:
            del script.drops[number]
            leave(tournament, number)
    for entry in Entry.objects.filter(tournament=tournament, status=Entry.Status.IN, never_came=True):
        if script.no_shows.get(entry.number, after) < after:
            entry_sit_out(tournament_id=tournament.pk, by=first_player(entry), sits_out=False)


def leave(tournament: Tournament, number: int) -> None:
    entry = Entry.objects.get(tournament=tournament, number=number)
    if entry.status == Entry.Status.IN:
        entry_leave(tournament_id=tournament.pk, by=first_player(entry))


def first_player(entry: Entry) -> Player:
    return EntryPlayer.objects.select_related("player").filter(entry=entry, replaced=False)[0].player


def open_matches(tournament: Tournament) -> list[int]:
    tables = Table.objects.filter(
        stage__tournament=tournament, match__status__in=["waiting", "playing"], status__in=["ready", "playing"]
    )
    return list(tables.order_by("pk").values_list("match_id", flat=True))


def tables_begin(tournament: Tournament, rehearsal: Rehearsal, script: Script) -> None:
    """Deal the cards at every waiting table, with those who have come."""
    match_ids, number = open_matches(tournament), round_count(tournament)
    secrets_set(match_ids, rehearsal.seed)
    absent = {entry for entry, when in {**script.no_shows, **script.late}.items() if when == number}
    tables_start(seats_present(match_ids, absent))


def tables_play(tournament: Tournament, script: Script, progress: Progress) -> bool:
    """Play every open match, all of them together; return False if there is none."""
    match_ids, number = open_matches(tournament), round_count(tournament)
    if not match_ids:
        return False
    late = {entry for entry, when in script.late.items() if when == number}
    matches_play(match_ids, seats_of(match_ids, late), lambda done, of: progress(f"round {number}", done, of))
    if is_bracket(tournament):
        leavers_drop(tournament, script, number)
    return True


def is_bracket(tournament: Tournament) -> bool:
    running = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    return running is not None and running.is_bracket


def secrets_set(match_ids: Sequence[int], seed: str) -> None:
    """Set the deals' secrets from the seed, so that they can be repeated; only rehearsals do this."""
    matches = list(Match.objects.filter(pk__in=match_ids, status=Match.Status.WAITING).order_by("pk"))
    for place, match in enumerate(matches):
        match.secret = sha256(f"deal {seed} {place} {len(matches)}".encode()).digest()
    Match.objects.bulk_update(matches, ["secret"], batch_size=250)


def seats_present(match_ids: Sequence[int], missing: set[int]) -> dict[int, frozenset[int]]:
    """Return, by match, the seats whose players have come."""
    gone = {(match_id, seat) for match_id, seat in seats_of(match_ids, missing)}
    seats = Seat.objects.filter(match__in=match_ids, player__isnull=False).values_list("match_id", "number")
    there: dict[int, set[int]] = {match_id: set() for match_id in match_ids}
    for match_id, number in seats:
        if (match_id, number) not in gone:
            there[match_id].add(number)
    return {match_id: frozenset(numbers) for match_id, numbers in there.items()}


def seats_of(match_ids: Sequence[int], entries: set[int]) -> list[tuple[int, int]]:
    """Return the seats of some entries: match and number."""
    if not entries:
        return []
    slots = Slot.objects.filter(table__match__in=match_ids, entry__number__in=entries)
    players = EntryPlayer.objects.filter(entry__in=slots.values("entry"), replaced=False).values("player")
    seats = Seat.objects.filter(match__in=match_ids, player__in=players)
    return list(seats.values_list("match_id", "number"))


def matches_play(
    match_ids: Sequence[int], late: Sequence[tuple[int, int]], progress: Callable[[int, int], None]
) -> None:
    """Make one move at every table, then the next, so that many tables share a statement."""
    matches = list(matches_with_seats().filter(pk__in=match_ids, status=Match.Status.PLAYING))
    stored = events_of_many_after([(match.pk, 0) for match in matches]) if matches else []
    games: dict[int, Running] = {match.pk: fold(match, past) for match, past in zip(matches, stored, strict=True)}
    moves = 0
    while games:
        if moves == LATE_ARRIVAL_MOVES:
            for match_id, number in late:
                if match_id in games and seat_return(match_id, number):
                    games[match_id].bots -= {SeatNumber(number)}
        proposals = [Proposal(match_id, next_move(running)) for match_id, running in games.items()]
        moved = moves_commit(proposals)
        for proposal in proposals:
            if proposal.match_id not in moved or proposal.step.result:
                del games[proposal.match_id]
            else:
                games[proposal.match_id].take(proposal.step)
        moves += 1
        progress(len(matches) - len(games), len(matches))


def next_move(running: Running) -> Any:
    """Return the next move, by the bot that plays for the player, or by the stand-in of an absent one."""
    seat = running.game.to_act(running.state)[0]
    by = By.BOT if seat in running.bots else By.PLAYER
    return running.step(seat, action_for(running, seat, By.BOT, BOT_LEVEL), by, now_in_milliseconds())


# --- Afterwards ---


@transaction.atomic
def rehearsal_remove(tournament: Tournament) -> None:
    """Remove the tournament, its matches, and the players made for it."""
    players = list(EntryPlayer.objects.filter(tournament=tournament).values_list("player_id", flat=True))
    match_ids = list(TableMatch.objects.filter(table__stage__tournament=tournament).values_list("match_id", flat=True))
    Slot.objects.filter(table__stage__tournament=tournament).delete()
    Table.objects.filter(stage__tournament=tournament).delete()
    owner = tournament.owner_id
    tournament.delete()
    Event.objects.filter(match__in=match_ids).delete()
    Seat.objects.filter(match__in=match_ids).delete()
    Match.objects.filter(pk__in=match_ids).delete()
    Player.objects.filter(pk__in=[*players, owner], is_guest=True).delete()
