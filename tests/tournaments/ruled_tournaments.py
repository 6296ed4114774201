"""Whole tournaments for tests, decided by rulings: every step is a service's, only no card is played."""

from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from players.models import Player
from tests.players.builders import player, team
from tournaments.director.acts import Act
from tournaments.models import Round, Table, Tournament
from tournaments.services.acts import act_carry_out
from tournaments.services.creation import tournament_create
from tournaments.services.membership import entry_enter
from tournaments.services.steps import tournament_advance

OVER_STATUSES = ("finished", "cancelled")
# Steps of one event that is finite; a test that needs more hangs.
STEPS_LIMIT = 300


class Ruled:
    """A tournament and its owner, who rules at every table."""

    def __init__(self, kind: str, entries: int, mode: str = "solo", seed: int = 1, **fields: Any) -> None:
        self.random = Random(seed)
        self.owner = player(is_staff=True)
        self.pk = tournament_create(
            by=self.owner,
            small=True,
            name=f"{kind} {mode} {entries}",
            game="pot-de-vin",
            options={"mode": mode, "deck": "double"},
            format=kind,
            lead_seconds=0,
            **fields,
        ).pk
        for _ in range(entries):
            self.enter()

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.pk)

    def enter(self) -> None:
        tournament = self.tournament
        if tournament.is_for_teams:
            pair = team(captain=player(), partner=player())
            entry_enter(tournament, [one.player for one in pair.members], pair)
        else:
            entry_enter(tournament, [player()], None)

    def act(self, act: Act, by: Player | None = None, **facts: Any) -> None:
        tournament = self.tournament
        reason = {"reason": "so it is ruled"} | facts
        act_carry_out(tournament=tournament, act=act, by=by or self.owner, state=tournament.state, facts=reason)

    def start(self) -> None:
        self.act(Act.START)
        self.go_on()

    def go_on(self) -> None:
        """Whatever is due, as if its time had come; tables do not begin by themselves here."""
        tournament_advance(self.pk)

    def open_tables(self) -> list[Table]:
        shown = [Round.Status.PUBLISHED, Round.Status.PLAYING, Round.Status.FINISHED]
        tables = Table.objects.filter(stage__tournament=self.pk, status__in=["ready", "playing"])
        return list(tables.filter(round__status__in=shown).select_related("round", "stage"))

    def rule(self, table: Table, *, ties: float = 0.2) -> None:
        """Decide a table by an order that is drawn, with a tie now and then."""
        numbers = list(table.slots.filter(entry__isnull=False).values_list("entry__number", flat=True))
        self.random.shuffle(numbers)
        places: list[list[int]] = [[numbers[0]]]
        for number in numbers[1:]:
            if self.random.random() < ties:
                places[-1].append(number)
            else:
                places.append([number])
        where = {"table": table.number, "round": table.round.number, "stage": table.stage.number}
        self.act(Act.ENTER_RESULT, places=places, **where)

    def play_round(self) -> None:
        """Rule at every table that is open now, then go on."""
        for table in self.open_tables():
            table.refresh_from_db()
            if table.status in ("ready", "playing"):
                self.rule(table)
        self.go_on()

    def play_on(self) -> None:
        """To the end."""
        for _ in range(STEPS_LIMIT):
            if self.tournament.status in OVER_STATUSES:
                return
            self.play_round()
        raise AssertionError(f"{self.tournament} does not end: {self.tournament.problem}")


def soon(minutes: int) -> Any:
    return timezone.now() + timedelta(minutes=minutes)
