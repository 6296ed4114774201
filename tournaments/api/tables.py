"""API call for a player's own contribution to the deal of a table that has not begun."""

from django.http import Http404, HttpRequest
from ninja import Router

from games.models import Match
from games.refusals import NotSeated
from games.services.sealed import contribution_add
from players.models import Player
from tournaments.api.bodies import body_read, described
from tournaments.api.limits import write_limited
from tournaments.api.schemas import Contributed, NewContribution, Refused, RefusedFields

router = Router(tags=["tables"])


@router.post(
    "/tables/{key}/contribution",
    response={
        200: Contributed,
        400: RefusedFields,
        401: Refused,
        403: Refused,
        404: Refused,
        409: Refused,
        429: Refused,
    },
    openapi_extra=described(NewContribution),
)
def table_contribution(request: HttpRequest, key: str) -> Contributed:
    """Add one's part, at most 32 bytes in hex, before the cards are dealt."""
    player: Player = request.auth  # type: ignore[attr-defined]
    match = Match.objects.filter(key=key).first()
    if match is None:
        raise Http404
    if not match.seats.filter(player=player).exists():
        raise NotSeated
    part = body_read(request, NewContribution).contribution.lower()
    write_limited(request, player, lambda: contribution_add(match=match, player=player, contribution=part))
    return Contributed(table=match.key, contribution=part)
