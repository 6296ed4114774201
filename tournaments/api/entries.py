"""API calls for one's own entry: enter, agree, check in, leave."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from players.models import Player, Team
from players.selectors import teams_with_members
from tournaments.api.answers import NotUnderstood
from tournaments.api.bodies import body_read, described
from tournaments.api.limits import write_limited
from tournaments.api.schemas import CheckedIn, EntryStands, NewEntry, Refused, RefusedFields
from tournaments.api.tournaments import tournament_visible
from tournaments.models import Entry
from tournaments.selectors.entries import place_in_line
from tournaments.services import entries, membership
from tournaments.services.conditions import account_check

router = Router(tags=["entries"])
REFUSALS = {401: Refused, 403: Refused, 404: Refused, 409: Refused, 429: Refused}


def stands(entry: Entry) -> EntryStands:
    return EntryStands(entry=entry.number, status=entry.status, place_in_line=place_in_line(entry))


@router.put(
    "/tournaments/{slug}/entry",
    response={200: EntryStands, 201: EntryStands, 400: RefusedFields, **REFUSALS},
    openapi_extra=described(NewEntry, required=False),
)
def entry_put(request: HttpRequest, slug: str) -> tuple[int, EntryStands]:
    """Enter alone, or with a team whose partner is asked. Again: 200, with the entry that stands."""
    player: Player = request.auth  # type: ignore[attr-defined]
    tournament = tournament_visible(slug, player)
    account_check(tournament, [player])
    wanted = body_read(request, NewEntry)
    team = team_named(wanted.team)
    entry, is_new = write_limited(
        request,
        player,
        lambda: entries.entry_register(tournament_id=tournament.pk, by=player, team=team, code=wanted.code),
    )
    return 201 if is_new else 200, stands(entry)


def team_named(number: int | None) -> Team | None:
    if number is None:
        return None
    found = teams_with_members().filter(pk=number, disbanded_at=None).first()
    if found is None:
        raise NotUnderstood({"team": _("There is no such team.")})
    return found


@router.post("/tournaments/{slug}/entry/agree", response={200: EntryStands, **REFUSALS})
def entry_agree(request: HttpRequest, slug: str) -> EntryStands:
    """The partner of an invited team agrees."""
    player: Player = request.auth  # type: ignore[attr-defined]
    tournament = tournament_visible(slug, player)
    return stands(write_limited(request, player, lambda: entries.entry_agree(tournament_id=tournament.pk, by=player)))


@router.delete("/tournaments/{slug}/entry", response={204: None, **REFUSALS})
def entry_delete(request: HttpRequest, slug: str) -> tuple[int, None]:
    """Withdraw before the start, drop out afterwards; either member may, for the team."""
    player: Player = request.auth  # type: ignore[attr-defined]
    tournament = tournament_visible(slug, player)
    write_limited(request, player, lambda: membership.entry_leave(tournament_id=tournament.pk, by=player))
    return 204, None


@router.post("/tournaments/{slug}/check-in", response={200: CheckedIn, **REFUSALS})
def entry_check_in(request: HttpRequest, slug: str) -> CheckedIn:
    """Say that one is there; one member of a team is enough, and once is as good as twice."""
    player: Player = request.auth  # type: ignore[attr-defined]
    tournament = tournament_visible(slug, player)
    entry = write_limited(request, player, lambda: entries.entry_check_in(tournament_id=tournament.pk, by=player))
    return CheckedIn(entry=entry.number, checked_in=True)
