"""API calls for lists of tournaments, a tournament's document, and creating small ones."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Router

from games.engine.registry import GAMES
from players.models import Player
from players.refusals import GuestsCannot
from tournaments.api.answers import NotUnderstood
from tournaments.api.bodies import body_read, described
from tournaments.api.callers import caller_of
from tournaments.api.limits import read_limited, write_limited
from tournaments.api.paging import next_page, page_number, slice_of
from tournaments.api.schemas import Created, NewTournament, Refused, RefusedFields, TournamentItem, Tournaments
from tournaments.models import Tournament
from tournaments.selectors.api_queries import STATUSES_OF_LIST, tournaments_listed
from tournaments.selectors.document import moment_text
from tournaments.selectors.roles import may_see
from tournaments.services.creation import tournament_create
from tournaments.web.documents import document_response

router = Router(tags=["tournaments"])
TOURNAMENTS_PER_PAGE = 50
# A start further ahead is taken for a typing error.
START_AHEAD_LIMIT = timedelta(days=2 * 365)


def tournament_visible(slug: str, player: Player | None) -> Tournament:
    """Return the tournament if the caller may see it, else answer 404."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None or not may_see(found, player):
        raise Http404
    return found


@router.get("/tournaments", auth=None, response={200: Tournaments, 400: RefusedFields, 401: Refused, 429: Refused})
def tournaments_list(request: HttpRequest, when: str = "", page: str = "1") -> Tournaments:
    """Public tournaments: `open` for registration, `upcoming`, `running` or `past`; without `when`, all of them."""
    caller = caller_of(request)
    number = page_number(page)
    if when and when not in STATUSES_OF_LIST:
        raise NotUnderstood({"when": _("One of: upcoming, open, running, past.")})
    read_limited(request, caller.player)
    rows, more = slice_of(tournaments_listed(when), number, TOURNAMENTS_PER_PAGE)
    return Tournaments(items=[item_of(request, one) for one in rows], next=next_page(request, number, more))


def item_of(request: HttpRequest, tournament: Tournament) -> TournamentItem:
    return TournamentItem(
        slug=tournament.slug,
        name=tournament.name,
        status=tournament.status,
        game=tournament.game,
        options=tournament.options,
        format=tournament.format,
        rated=tournament.rated,
        entries=tournament.entries_in,  # type: ignore[attr-defined]
        places=tournament.places,
        starts_at=moment_text(tournament.starts_at),
        url=page_of(request, tournament),
    )


def page_of(request: HttpRequest, tournament: Tournament) -> str:
    return request.build_absolute_uri(f"/tournaments/{tournament.slug}/")


@router.post(
    "/tournaments",
    response={201: Created, 400: RefusedFields, 401: Refused, 403: Refused, 409: Refused, 429: Refused},
    openapi_extra=described(NewTournament),
)
def tournaments_create(request: HttpRequest) -> tuple[int, Created]:
    """Create a small tournament of one's own, open for registration at once."""
    player: Player = request.auth  # type: ignore[attr-defined]
    if player.is_guest:
        raise GuestsCannot
    wanted = body_read(request, NewTournament)
    fields = wanted.dict() | {"options": wanted.options or options_usual(wanted.game), "starts_at": start_of(wanted)}
    created = write_limited(request, player, lambda: tournament_create(by=player, small=True, **fields))
    return 201, Created(slug=created.slug, url=page_of(request, created))


def options_usual(game: str) -> dict[str, str]:
    """Return the default options of a game."""
    engine = GAMES[game]
    first = {name: values[0] for name, values in engine.choices().items()}
    return first | {"mode": engine.tournament_modes()[0].name}


def start_of(wanted: NewTournament) -> object:
    """Return the start; refuse one in the past or too far ahead."""
    now = timezone.now()
    if wanted.starts_at is not None and not now <= wanted.starts_at <= now + START_AHEAD_LIMIT:
        raise NotUnderstood({"starts_at": _("It lies ahead, within two years.")})
    return wanted.starts_at


@router.get("/tournaments/{slug}", auth=None, response={200: dict, 401: Refused, 404: Refused, 429: Refused})
def tournament_read(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The public document, as docs/api.md describes it. With `If-None-Match` 304, while it is the same."""
    caller = caller_of(request)
    tournament = tournament_visible(slug, caller.player)
    read_limited(request, caller.player)
    return document_response(request, tournament)
