"""Events for the tests of the admin, each brought to where it stands by the services that people use."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Match
from games.selectors.matches import matches_with_seats
from games.services.rating import match_hand_over
from games.services.sealed import sealed_tables_start_due
from players.models import Player
from tests.games.builders import lease
from tests.players.builders import player, team
from tournaments.director.acts import Act
from tournaments.models import Entry, Table, Tournament
from tournaments.services.acts import act_carry_out
from tournaments.services.creation import tournament_create
from tournaments.services.entries import entry_check_in, entry_register
from tournaments.services.rehearsals import matches_play
from tournaments.services.steps import tournament_advance

SOLO = {"mode": "solo", "deck": "double"}
PAIRS = {"mode": "pairs-4", "deck": "double"}


def organiser(name: str = "Orsola") -> Player:
    """Staff without any of Django's rights: what they may do follows from the events that are theirs."""
    return player(name, is_staff=True)


def event(by: Player, **fields: Any) -> Tournament:
    """Announced: a Swiss of two rounds, each for themselves, to be started by hand."""
    chosen = {
        "name": "Autumn Open",
        "game": "pot-de-vin",
        "options": SOLO,
        "format": "swiss",
        "settings": {"rounds": 2},
        "rated": False,
        "check_in_minutes": 0,
    }
    return tournament_create(by=by, **{**chosen, **fields})


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def act(tournament: Tournament, what: Act, by: Player, **facts: Any) -> Tournament:
    """Carry an act out as an organiser who has just looked."""
    now = fresh(tournament)
    act_carry_out(tournament=now, act=what, by=by, state=now.state, facts={"reason": "Because.", **facts})
    return fresh(tournament)


def open_for(by: Player, entries: int = 8, **fields: Any) -> Tournament:
    """Registration is open, and so many have entered."""
    tournament = act(event(by, **fields), Act.OPEN_REGISTRATION, by)
    for _number in range(entries):
        enter(tournament)
    return fresh(tournament)


def enter(tournament: Tournament, one: Player | None = None) -> Entry:
    if not tournament.is_for_teams:
        return entry_register(tournament_id=tournament.pk, by=one or player())[0]
    pair = team(partner=player())
    entry = entry_register(tournament_id=tournament.pk, by=pair.captain, team=pair)[0]
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.IN)
    return entry


def advanced(tournament: Tournament) -> Tournament:
    """As the worker would: everything that is due is carried out."""
    tournament_advance(tournament.pk)
    return fresh(tournament)


def drafted(by: Player, entries: int = 8, **fields: Any) -> Tournament:
    """Running, with a draft of the first round that waits for approval."""
    return advanced(act(open_for(by, entries, automatic=False, **fields), Act.START, by))


def published(by: Player, entries: int = 8, **fields: Any) -> Tournament:
    """Running, the first round's tables open and not begun."""
    return advanced(act(open_for(by, entries, **fields), Act.START, by))


def playing(by: Player, entries: int = 8, **fields: Any) -> Tournament:
    """Running, the first round's tables begun."""
    return published(by, entries, lead_seconds=0, **fields)


def decide(tournament: Tournament, by: Player, places: list[list[int]] | None = None) -> Tournament:
    """Every table that is being played ends by a ruling: in the order of the seats."""
    for table in Table.objects.filter(stage__tournament=tournament, status__in=["ready", "playing"]):
        seated = [[slot.entry.number] for slot in table.slots.select_related("entry") if slot.entry]
        where = {"table": table.number, "round": table.round.number, "stage": table.stage.number}
        act(tournament, Act.ENTER_RESULT, by, places=places or seated, **where)
    return fresh(tournament)


def played(tournament: Tournament) -> Tournament:
    """Everyone comes to the open tables and plays to the end; results are read, and handed to the ratings."""
    tables = Table.objects.filter(stage__tournament=tournament, match__status=Match.Status.WAITING)
    for table in tables.select_related("match"):
        lease(table.match, *range(table.match.engine.seats(table.match.options)))
    begun = sealed_tables_start_due()
    matches_play(begun, [], lambda _done, _of: None)
    for match in matches_with_seats().filter(pk__in=begun, rated=True):
        match_hand_over(match)
    return advanced(tournament)


def between_rounds(by: Player, entries: int = 8, **fields: Any) -> Tournament:
    """Running, the first round over and the second not paired: its time is an hour away."""
    later = [timezone.now() - timedelta(hours=1), timezone.now() + timedelta(hours=1)]
    return advanced(decide(playing(by, entries, round_times=later, **fields), by))


def finished(by: Player, entries: int = 8, **fields: Any) -> Tournament:
    """Over after one round."""
    return advanced(decide(playing(by, entries, **{"settings": {"rounds": 1}, **fields}), by))


def checking_in(by: Player, entries: int = 8, **fields: Any) -> Tournament:
    """Check-in is open, and everyone has checked in."""
    times = {"starts_at": timezone.now() + timedelta(minutes=10), "check_in_minutes": 15}
    tournament = advanced(open_for(by, entries, **times, **fields))
    for one in Player.objects.filter(entries__tournament=tournament):
        entry_check_in(tournament_id=tournament.pk, by=one)
    return fresh(tournament)
