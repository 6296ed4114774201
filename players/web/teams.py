"""Views of teams and invitations."""

from collections.abc import Callable
from typing import Any

from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.models import Invitation, Player, Team
from players.refusals import NoSuchPlayer, Refusal
from players.selectors import (
    invitations_for,
    invitations_of,
    player_by_name,
    players_named_like,
    teams_of,
    teams_with_members,
)
from players.services import invitations, teams
from players.web.forms import InviteForm, TeamNameForm
from players.web.requests import PlayerRequest, account_required
from players.web.sections import sections


@require_safe
@account_required
def team_list(request: PlayerRequest) -> HttpResponse:
    context = {"teams": teams_of(request.user), "invitations": invitations_for(request.user)}
    return render(request, "players/teams/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@rate_limit(action="team_create")
def team_create(request: PlayerRequest) -> HttpResponse:
    form = TeamNameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            team = teams.team_create(captain=request.user, name=form.cleaned_data["name"])
            messages.success(request, _("%(team)s is founded.") % {"team": team.name})
            return redirect(team)
        except Refusal as refusal:
            form.add_error("name", str(refusal.message))
    return render(request, "players/teams/create.html", {"form": form})


@require_safe
def team_page(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    team = team_or_404(pk)
    if slug != team.slug:
        return redirect(team)
    return render(request, "players/teams/team.html", team_context(request, team))


def team_or_404(pk: int) -> Team:
    return get_object_or_404(teams_with_members(), pk=pk)


def team_context(request: HttpRequest, team: Team, **forms: Any) -> dict[str, Any]:
    is_captain = request.user.is_authenticated and team.captain == request.user
    return {
        "team": team,
        "is_captain": is_captain,
        "is_member": any(member.player == request.user for member in team.members),
        "invitations": invitations_of(team) if is_captain else (),
        "invite_form": InviteForm(),
        "rename_form": TeamNameForm(initial={"name": team.name}),
        "sections": sections(settings.TEAM_PAGE_SECTIONS, request, team),
    } | forms


def team_form_page(request: HttpRequest, team: Team, **forms: Any) -> HttpResponse:
    """Render the team's page with a form that has errors."""
    return render(request, "players/teams/team.html", team_context(request, team, **forms))


@require_POST
@account_required
@rate_limit(action="invitation_send")
def team_invite(request: PlayerRequest, pk: int) -> HttpResponse:
    team, form = team_or_404(pk), InviteForm(request.POST)
    teams.captain_required(team, request.user)
    if not form.is_valid():
        return team_form_page(request, team, invite_form=form)
    try:
        invitee = player_by_name(form.cleaned_data["player"])
        if invitee is None:
            raise NoSuchPlayer
        invitations.invitation_send(team=team, by=request.user, to=invitee)
    except Refusal as refusal:
        form.add_error("player", str(refusal.message))
        return team_form_page(request, team, invite_form=form)
    messages.success(request, _("%(name)s is invited.") % {"name": invitee.name})
    return redirect(team)


@require_safe
@account_required
def team_suggest(request: PlayerRequest, pk: int) -> HttpResponse:
    """Suggest names that begin with the typed text."""
    members = [member.player for member in team_or_404(pk).members]
    found = players_named_like(request.GET.get("player", ""), exclude=members)
    return render(request, "players/teams/suggestions.html", {"players": found})


@require_POST
@account_required
@rate_limit(action="invitation_send")
def team_link(request: PlayerRequest, pk: int) -> HttpResponse:
    invitations.invitation_link_make(team=(team := team_or_404(pk)), by=request.user)
    messages.success(request, _("The link is ready. Any older one no longer works."))
    return redirect(team)


@require_POST
@account_required
@rate_limit(action="team_create")
def team_rename(request: PlayerRequest, pk: int) -> HttpResponse:
    team, form = team_or_404(pk), TeamNameForm(request.POST)
    teams.captain_required(team, request.user)
    if not form.is_valid():
        return team_form_page(request, team, rename_form=form)
    try:
        return redirect(teams.team_rename(team=team, by=request.user, name=form.cleaned_data["name"]))
    except Refusal as refusal:
        form.add_error("name", str(refusal.message))
        return team_form_page(request, team, rename_form=form)


def confirmation_page(request: HttpRequest, team: Team, action: str) -> HttpResponse | None:
    """Return the page that asks for confirmation if the request is no POST: for browsers without JavaScript."""
    if request.method == "POST":
        return None
    return render(request, "players/teams/confirm.html", {"team": team, "action": action})


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def team_leave(request: PlayerRequest, pk: int) -> HttpResponse:
    team = team_or_404(pk)
    if question := confirmation_page(request, team, "leave"):
        return question
    teams.team_leave(team=team, player=request.user)
    messages.success(request, _("You have left %(team)s.") % {"team": team.name})
    return redirect("team_list")


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def team_hand_over(request: PlayerRequest, pk: int) -> HttpResponse:
    team = team_or_404(pk)
    if question := confirmation_page(request, team, "hand-over"):
        return question
    teams.team_hand_over(team=team, by=request.user)
    messages.success(request, _("The team is handed over."))
    return redirect(team)


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def team_disband(request: PlayerRequest, pk: int) -> HttpResponse:
    team = team_or_404(pk)
    if question := confirmation_page(request, team, "disband"):
        return question
    teams.team_disband(team=team, by=request.user)
    messages.success(request, _("%(team)s is disbanded.") % {"team": team.name})
    return redirect("team_list")


@require_safe
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation to anyone who follows its link, signed in or not."""
    invitation = get_object_or_404(Invitation.objects.select_related("team", "inviter"), token=token)
    if request.user.is_authenticated and invitation.team.memberships.filter(player=request.user).exists():
        return redirect(invitation.team)
    is_for_reader = invitation.invitee in (None, request.user)
    is_open_to_reader = invitation.is_open and is_for_reader and not invitation.team.is_disbanded
    return render(request, "players/teams/invitation.html", {"invitation": invitation, "is_open": is_open_to_reader})


@require_POST
@account_required
def invitation_accept(request: PlayerRequest, token: str) -> HttpResponse:
    team = invitation_answer(invitations.invitation_accept, request.user, token)
    messages.success(request, _("You are in. Good luck, %(team)s!") % {"team": team.name})
    return redirect(team)


@require_POST
@account_required
def invitation_decline(request: PlayerRequest, token: str) -> HttpResponse:
    invitation_answer(invitations.invitation_decline, request.user, token)
    messages.info(request, _("Declined."))
    return redirect("team_list")


def invitation_answer(service: Callable[..., Any], player: Player, token: str) -> Any:
    return service(invitation=get_object_or_404(Invitation, token=token), player=player)


@require_POST
@account_required
def invitation_withdraw(request: PlayerRequest, token: str) -> HttpResponse:
    invitation = get_object_or_404(Invitation, token=token)
    invitations.invitation_withdraw(invitation=invitation, by=request.user)
    messages.info(request, _("The invitation is withdrawn."))
    return redirect(invitation.team)
