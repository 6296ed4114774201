"""People as the staff sees them. Every change goes through a service."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.models import Membership, Player, Team
from players.refusals import Refusal
from players.services import players, teams


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin[Player]):
    list_display = ["name", "email", "country", "joined_at", "is_guest", "is_active", "is_staff"]
    list_filter = ["is_active", "is_staff", "is_guest"]
    search_fields = ["name", "name_key", "email"]
    date_hierarchy = "joined_at"
    readonly_fields = ["name", "email", "joined_at", "last_login", "left_at", "is_guest"]
    fields = [*readonly_fields, "country", "is_active", "is_staff", "is_superuser", "groups"]
    filter_horizontal = ["groups"]
    actions = ["sign_out_everywhere", "delete_accounts"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """An account is deleted by the action below, which keeps past matches standing."""
        return False

    @admin.action(description=_("Sign out everywhere"), permissions=["change"])
    def sign_out_everywhere(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        for player in chosen:
            players.sessions_end(player=player)
        self.report(request, chosen.count())

    @admin.action(description=_("Delete the accounts (past matches stay)"), permissions=["change"])
    def delete_accounts(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        left = 0
        for player in chosen.filter(left_at=None):
            try:
                players.player_leave(player=player)
                left += 1
            except Refusal as refusal:
                messages.error(request, f"{player}: {refusal.message}")
        self.report(request, left)

    def report(self, request: HttpRequest, count: int) -> None:
        words = ngettext("Done for %(count)d player.", "Done for %(count)d players.", count)
        messages.success(request, words % {"count": count})


class MembershipInline(admin.TabularInline[Membership, Team]):
    model = Membership
    fields = ["player", "place", "joined_at"]
    readonly_fields = ["player", "place", "joined_at"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin[Team]):
    list_display = ["name", "founded_at", "disbanded_at"]
    search_fields = ["name", "name_key", "players__name"]
    fields = ["name", "founded_at", "disbanded_at"]
    readonly_fields = ["name", "founded_at", "disbanded_at"]
    inlines = [MembershipInline]
    actions = ["disband"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        return False

    @admin.action(description=_("Disband the teams"), permissions=["change"])
    def disband(self, request: HttpRequest, chosen: QuerySet[Team]) -> None:
        for team in chosen.filter(disbanded_at=None):
            if team.captain is not None:
                teams.team_disband(team=team, by=team.captain)
