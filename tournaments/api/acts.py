"""API calls for organisers' acts: which are possible now, and carrying one out."""

from django.http import HttpRequest
from ninja import Router

from players.models import Player
from tournaments.act_words import ACT_WORDS
from tournaments.api.bodies import body_read, described
from tournaments.api.limits import read_limited, write_limited
from tournaments.api.schemas import ActItem, Acts, NewAct, Refused, RefusedFields
from tournaments.api.tournaments import tournament_visible
from tournaments.director.acts import Act, allowed, needs
from tournaments.models import Tournament
from tournaments.refusals import NotAllowed
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of
from tournaments.services.acts import act_carry_out

router = Router(tags=["acts"])


def acts_now(tournament: Tournament, player: Player) -> Acts:
    """Return what a player may do now: nothing, unless they organise this tournament."""
    possible = allowed(situation_of(tournament)) if organises(tournament, player) else []
    items = [ActItem(act=act, needs=list(needs(act)), consequences=str(ACT_WORDS[act].says)) for act in possible]
    return Acts(state=tournament.state, items=items)


@router.get("/tournaments/{slug}/acts", response={200: Acts, 401: Refused, 404: Refused, 429: Refused})
def acts_list(request: HttpRequest, slug: str) -> Acts:
    """What the caller may do now, what each act needs, and what it does. `state` goes back with the act."""
    player: Player = request.auth  # type: ignore[attr-defined]
    tournament = tournament_visible(slug, player)
    read_limited(request, player)
    return acts_now(tournament, player)


@router.post(
    "/tournaments/{slug}/acts",
    response={
        200: Acts,
        400: RefusedFields,
        401: Refused,
        403: Refused,
        404: Refused,
        409: Refused,
        429: Refused,
    },
    openapi_extra=described(NewAct),
)
def acts_carry_out(request: HttpRequest, slug: str) -> Acts:
    """Carry out an act; refused as `stale` if something has been decided since `state`."""
    player: Player = request.auth  # type: ignore[attr-defined]
    tournament = tournament_visible(slug, player)
    if not organises(tournament, player):
        raise NotAllowed
    wanted = body_read(request, NewAct)
    facts = wanted.dict(exclude={"act", "state"})
    write_limited(
        request,
        player,
        lambda: act_carry_out(tournament=tournament, act=Act(wanted.act), by=player, state=wanted.state, facts=facts),
        action="act",
    )
    return acts_now(Tournament.objects.get(pk=tournament.pk), player)
