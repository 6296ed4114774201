"""The admin of players and teams. Every change goes through a service."""

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

PERMISSION_FIELDS = ("is_active", "is_staff", "is_superuser")


class PlayerForm(forms.ModelForm[Player]):
    """Checks changed permissions with the service, so that a refusal stands in the form."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        rights = {field: data.get(field, getattr(self.instance, field)) for field in PERMISSION_FIELDS}
        try:
            players.rights_check(player=self.instance, **rights)
        except Refusal as refusal:
            raise forms.ValidationError(str(refusal.message), code=refusal.code) from refusal
        return data


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin[Player]):
    """Lists players, changes their permissions, ends their sessions and deletes their accounts."""

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
        """Make the staff fields read-only for everyone but administrators."""
        extra = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups"]
        return [*self.readonly_fields, *extra]

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Deny changes to deleted players, and to administrators unless the user is one."""
        if obj is not None and (obj.is_gone or (obj.is_superuser and not request.user.is_superuser)):
            return False
        return super().has_change_permission(request, obj)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Deny filters on the password field: with them its hash could be guessed piece by piece."""
        return not lookup.startswith("password") and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Deny adding players: people sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Deny deleting rows: the action below deletes accounts, and keeps past matches."""
        return False

    @admin.action(description=_("Sign out everywhere"), permissions=["change"])
    def sign_out_everywhere(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        changeable = [player for player in chosen if self.has_change_permission(request, player)]
        for player in changeable:
            players.sessions_end(player=player)
        self.report(request, len(changeable))

    @admin.action(description=_("Delete the accounts (past matches stay)"), permissions=["change"])
    def delete_accounts(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        deleted = 0
        for player in chosen.filter(left_at=None):
            if not self.has_change_permission(request, player):
                continue
            try:
                players.player_leave(player=player)
                deleted += 1
            except Refusal as refusal:
                messages.error(request, f"{player}: {refusal.message}")
        self.report(request, deleted)

    def report(self, request: HttpRequest, count: int) -> None:
        text = ngettext("Done for %(count)d player.", "Done for %(count)d players.", count)
        messages.success(request, text % {"count": count})


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
