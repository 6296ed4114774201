"""People as the staff sees them. Every change goes through a service."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.models import Membership, Player, Team
from players.refusals import Refusal
from players.services import players, teams

RIGHTS = ("is_active", "is_staff", "is_superuser")


class PlayerForm(forms.ModelForm[Player]):
    """Rights, given and taken within the rules."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        rights = {field: data.get(field, getattr(self.instance, field)) for field in RIGHTS}
        try:
            players.rights_check(player=self.instance, **rights)
        except Refusal as refusal:
            raise forms.ValidationError(str(refusal.message), code=refusal.code) from refusal
        return data


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin[Player]):
    form = PlayerForm
    list_display = ["name", "email", "country", "joined_at", "is_guest", "is_active", "is_staff"]
    list_filter = ["is_active", "is_staff", "is_guest"]
    search_fields = ["name", "name_key", "email"]
    date_hierarchy = "joined_at"
    readonly_fields = ["name", "email", "country", "joined_at", "last_login", "left_at", "is_guest"]
    fields = [*readonly_fields, "is_active", "is_staff", "is_superuser", "groups"]
    filter_horizontal = ["groups"]
    actions = ["sign_out_everywhere", "delete_accounts"]

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Only an administrator makes others staff."""
        extra = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups"]
        return [*self.readonly_fields, *extra]

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Who has left cannot be changed, and an administrator only by another one."""
        if obj is not None and (obj.is_gone or (obj.is_superuser and not request.user.is_superuser)):
            return False
        return super().has_change_permission(request, obj)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """No guessing of passwords by filtering for what they begin with."""
        return not lookup.startswith("password") and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """An account is deleted by the action below, which keeps past matches standing."""
        return False

    @admin.action(description=_("Sign out everywhere"), permissions=["change"])
    def sign_out_everywhere(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        theirs = [player for player in chosen if self.has_change_permission(request, player)]
        for player in theirs:
            players.sessions_end(player=player)
        self.report(request, len(theirs))

    @admin.action(description=_("Delete the accounts (past matches stay)"), permissions=["change"])
    def delete_accounts(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        left = 0
        for player in chosen.filter(left_at=None):
            if not self.has_change_permission(request, player):
                continue
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
