"""API calls about one's own teams, tables and ratings."""

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Router

from games.models import Match
from players.models import Player, Team
from players.selectors import teams_of
from ratings.models import RatingChange
from ratings.selectors.changes import changes_of_player
from ratings.selectors.standings import standing_of, standings_of
from tournaments.api.limits import read_limited
from tournaments.api.paging import next_page, page_number
from tournaments.api.schemas import (
    History,
    HistoryItem,
    Me,
    RatingItem,
    Ratings,
    Refused,
    RefusedFields,
    TableItem,
    TeamItem,
)
from tournaments.models import TableMatch
from tournaments.selectors.api_queries import tables_expected
from tournaments.selectors.document import moment_text

router = Router(tags=["me"])
MATCHES_PER_PAGE = 50


@router.get("/me", response={200: Me, 401: Refused, 429: Refused})
def me(request: HttpRequest) -> Me:
    """Who one is, one's teams, and the tables where one is expected or playing. Ask every two seconds at most."""
    player: Player = request.auth  # type: ignore[attr-defined]
    read_limited(request, player)
    teams = [team_of(team) for team in teams_of(player) if not team.is_disbanded]
    return Me(name=player.name, teams=teams, tables=[table_of(request, match) for match in tables_expected(player)])


def team_of(team: Team) -> TeamItem:
    return TeamItem(id=team.pk, name=team.name, players=[one.player.display_name for one in team.members])


def table_of(request: HttpRequest, match: Match) -> TableItem:
    played: TableMatch | None = getattr(match, "tournament_table", None)
    return TableItem(
        key=match.key,
        url=request.build_absolute_uri(match.get_absolute_url()),
        socket=socket_of(request, match),
        tournament=played.table.stage.tournament.slug if played else None,
        round=played.table.round.number if played else None,
        starts_at=moment_text(match.starts_at),
        status=match.status,
    )


def socket_of(request: HttpRequest, match: Match) -> str:
    """Return the socket's URL: ws for http, wss for https."""
    address = request.build_absolute_uri(f"/ws/tables/{match.key}/")
    return "ws" + address.removeprefix("http")


@router.get("/me/ratings", response={200: Ratings, 401: Refused, 429: Refused})
def me_ratings(request: HttpRequest) -> Ratings:
    """One's rating in each list, with the address of its history."""
    player: Player = request.auth  # type: ignore[attr-defined]
    read_limited(request, player)
    items = []
    for one in standings_of(player):
        pool = one.pool_id
        history = request.build_absolute_uri(reverse("api:me_history", args=[pool]))
        items.append(RatingItem(pool=pool, rating=one.rating, games=one.games, history=history))
    return Ratings(items=items, next=None)


@router.get(
    "/me/ratings/{pool}",
    response={200: History, 400: RefusedFields, 401: Refused, 404: Refused, 429: Refused},
    url_name="me_history",
)
def me_history(request: HttpRequest, pool: str, page: str = "1") -> History:
    """How a rating came about, the newest match first."""
    player: Player = request.auth  # type: ignore[attr-defined]
    if standing_of(pool, player) is None:
        raise Http404
    number = page_number(page)
    read_limited(request, player)
    first = (number - 1) * MATCHES_PER_PAGE
    changes = list(changes_of_player(pool, player)[first : first + MATCHES_PER_PAGE + 1])
    items = [history_item(change) for change in changes[:MATCHES_PER_PAGE]]
    return History(items=items, next=next_page(request, number, len(changes) > MATCHES_PER_PAGE))


def history_item(change: RatingChange) -> HistoryItem:
    return HistoryItem(
        match=change.match.key,
        finished_at=moment_text(change.finished_at) or "",
        before=change.before,
        after=change.after,
        expected=change.expected,
        score=change.score,
        k=change.k,
        place=change.place,
    )
