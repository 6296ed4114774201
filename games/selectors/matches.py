"""Reads matches: lists of tables, a match by its key, its moves and words, its state, its record."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import Prefetch, Q, QuerySet

from games.engine.clock import By
from games.engine.game import Seat as SeatNumber
from games.engine.running import Move, Running, Seq
from games.models import Match, Pace, Seat, Words
from games.selectors.prepared import prepared_cursor
from players.models import Membership

LISTED_MATCHES_LIMIT = 50
WORDS_LIMIT = 100


def milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def matches_with_seats() -> QuerySet[Match]:
    """Return matches with their seats and players, in two queries however many there are."""
    seats = Seat.objects.select_related("player", "kept_for")
    return Match.objects.select_related("host").prefetch_related(Prefetch("seats", queryset=seats))


def match_by_key(key: str) -> Match | None:
    return matches_with_seats().filter(key=key).first()


def tables_open(player_id: int | None = None) -> list[Match]:
    """Return the tables in the lobby that a player can join: those for everyone, and those of their team-mates."""
    mates = Membership.objects.filter(team__memberships__player=player_id).values("player")
    open_to_them = Q(joining=Match.Joining.EVERYONE)
    if player_id is not None:
        open_to_them |= Q(joining=Match.Joining.TEAM, host__in=mates)
    waiting = matches_with_seats().filter(open_to_them, status=Match.Status.WAITING)
    return list(waiting.order_by("-created_at")[:LISTED_MATCHES_LIMIT])


def player_may_join(match: Match, player_id: int | None) -> bool:
    """Whether a player may join: anybody who has found the table, or only members of the host's teams."""
    if match.joining != Match.Joining.TEAM or match.host_id == player_id:
        return True
    return Membership.objects.filter(player=player_id, team__memberships__player=match.host_id).exists()


def rematch_waiting(match: Match) -> Match | None:
    """Return the table at which the players of a match can play again, if one of them has opened it."""
    again = match.rematches.filter(status=Match.Status.WAITING)
    return again.select_related("host").first()


def tables_running() -> list[Match]:
    """Return the tables in the lobby that one can watch. Sealed ones are listed by the app that opened them."""
    playing = matches_with_seats().filter(status=Match.Status.PLAYING, sealed=False)
    playing = playing.exclude(watching=Match.Watching.NOBODY)
    return list(playing.order_by("-started_at")[:LISTED_MATCHES_LIMIT])


def tables_of(player_id: int) -> list[Match]:
    """Return the tables at which a player sits now."""
    sitting = matches_with_seats().filter(
        seats__player_id=player_id, status__in=[Match.Status.WAITING, Match.Status.PLAYING]
    )
    return list(sitting.order_by("-created_at")[:LISTED_MATCHES_LIMIT])


def events_of_many_after(places: Sequence[tuple[int, Seq]]) -> list[list[Move]]:
    """Return the moves after a given number of moves, of many matches in one query."""
    with prepared_cursor() as cursor:
        cursor.execute(
            "SELECT event.match_id, event.seq, seat, action, by, at, spent, client_id FROM games_event AS event"
            " JOIN unnest(%s::bigint[], %s::int[]) AS known (match_id, seq)"
            " ON event.match_id = known.match_id AND event.seq > known.seq ORDER BY event.match_id, event.seq",
            [[match_id for match_id, _ in places], [seq for _, seq in places]],
        )
        found: dict[int, list[Move]] = {match_id: [] for match_id, _ in places}
        for match_id, seq, seat, text, by, at, spent, own in cursor:
            found[match_id].append(Move(seq, SeatNumber(seat), text, By(by), milliseconds(at), spent, own))
    return [found[match_id] for match_id, _ in places]


def events_after(match_id: int, seq: Seq) -> list[Move]:
    return events_of_many_after([(match_id, seq)])[0]


def words_of_many_after(places: Sequence[tuple[int, int]]) -> list[list[Words]]:
    """Return the words after given ones, of many matches; the newest if there are many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT newest.id FROM (SELECT DISTINCT * FROM unnest(%s::bigint[], %s::bigint[])) AS known (match_id, id)"
            " CROSS JOIN LATERAL (SELECT words.id FROM games_words AS words WHERE words.match_id = known.match_id"
            " AND words.id > known.id ORDER BY words.id DESC LIMIT %s) AS newest",
            [[match_id for match_id, _ in places], [last for _, last in places], WORDS_LIMIT],
        )
        keys = [key for (key,) in cursor.fetchall()]
    found = Words.objects.filter(pk__in=keys).select_related("player").order_by("pk") if keys else []
    return [[words for words in found if words.match_id == match_id and words.pk > last] for match_id, last in places]


def bots_at(seats: Iterable[Seat]) -> frozenset[SeatNumber]:
    """Return the seats that a bot plays: from the start, or while their player is away."""
    return frozenset(SeatNumber(seat.number) for seat in seats if seat.bot or seat.away)


def seats_away(match_ids: Iterable[int]) -> set[tuple[int, int]]:
    """Return match and number of the seats where a bot plays for a player who is away."""
    away = Seat.objects.filter(match_id__in=list(match_ids), away=True)
    return set(away.values_list("match_id", "number"))


def match_dealt(match: Match) -> Running:
    """Return a match as it was before its first move."""
    if match.seed is None or match.started_at is None:
        raise ValueError(f"match {match.pk} has not begun")
    return Running.begin(
        match.engine,
        match.options,
        bytes(match.seed),
        Pace(match.pace).time,
        bots_at(match.seats.all()),
        milliseconds(match.started_at),
    )


def match_running(match: Match) -> Running:
    """Return a match as it is now: the fold over its events."""
    return fold(match, events_after(match.pk, 0))


def fold(match: Match, moves: Iterable[Move]) -> Running:
    running = match_dealt(match)
    for move in moves:
        running.replay(move)
    # Later than the last move, if the site was down meanwhile; earlier, if a move was stored after the match was read.
    if match.since is not None and running.seq == match.seq:
        running.since = milliseconds(match.since)
    return running


def matches_due(now: datetime) -> list[int]:
    """Return the matches in which somebody's time is up."""
    due = Match.objects.filter(status=Match.Status.PLAYING, deadline__lte=now)
    return list(due.order_by("deadline").values_list("pk", flat=True)[:LISTED_MATCHES_LIMIT])


def record_of(match: Match) -> dict[str, Any]:
    """Return a finished match as one document that anyone can replay. There is none of a running match."""
    if match.status != Match.Status.FINISHED or match.seed is None:
        raise ValueError(f"match {match.pk} is not finished")
    seats = list(match.seats.all())
    return {
        "format": "guildhall-record",
        "version": 1,
        "game": match.game,
        "rules": match.engine.rules,
        "options": match.options,
        "match": match.key,
        "players": [seat.display_name + (f" (bot, {seat.bot})" if seat.bot else "") for seat in seats],
        "secret": bytes(match.secret).hex(),
        "contributions": [seat.contribution for seat in seats],
        "seed": bytes(match.seed).hex(),
        "events": [
            {"seat": event.seat, "action": event.action, "by": event.by, "at": event.at.isoformat()}
            for event in match.events.all()
        ],
        "result": match.result,
    }
