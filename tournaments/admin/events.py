"""The base of every admin list here: organisers see and run their own events, administrators all."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.models import Match
from players.models import Player
from tournaments.admin.requests import sender
from tournaments.models import Tournament
from tournaments.selectors.roles import organises, tournaments_of_organiser

ROWS_PER_PAGE = 50
# Digits of a number that PostgreSQL takes as a key.
KEY_DIGITS_LIMIT = 18


def own_events(request: HttpRequest) -> list[int]:
    """Return the keys of the events that a member of staff runs, queried once a request.

    Lists are filtered by these keys: as a subquery PostgreSQL would look the organisers up for each row.
    """
    if not hasattr(request, "own_events"):
        player = sender(request)
        found = tournaments_of_organiser(player).values_list("pk", flat=True) if player.is_staff else []
        request.own_events = list(found)  # type: ignore[attr-defined]
    return request.own_events  # type: ignore[attr-defined]


def runs_events(request: HttpRequest) -> bool:
    """Return whether somebody has any events here."""
    player = sender(request)
    return player.is_staff and (player.is_superuser or bool(own_events(request)))


class EventAdmin(admin.ModelAdmin[Any]):
    """Rows of the events that somebody runs, read-only: only acts change states."""

    # The lookup from a row to its tournament.
    tournament_path: ClassVar[str] = "tournament"
    # Filters that links use, beside those at the side. No others: a secret must not be guessed by filtering.
    lookups: ClassVar[frozenset[str]] = frozenset()
    list_per_page = ROWS_PER_PAGE
    show_full_result_count = False
    change_list_template = "admin/tournaments/list.html"
    change_form_template = "admin/tournaments/row.html"

    def tournament_of(self, row: Any) -> Tournament:
        found = row
        for name in self.tournament_path.split("__"):
            found = getattr(found, name)
        return found

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        return rows.filter(**{f"{self.tournament_path}__in": own_events(request)})

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [str(field) for field in self.fields or ()]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        field = lookup.split("__")[0]
        return lookup in self.lookups or (field in self.filtered_fields() and lookup.count("__") <= 1)

    def filtered_fields(self) -> list[str]:
        """Return the row's own fields that filters use; none leads to other tables."""
        named = [one[0] if isinstance(one, tuple | list) else one for one in self.list_filter]
        return [str(name) for name in [*named, self.date_hierarchy] if name]

    # --- Rights ---

    def has_module_permission(self, request: HttpRequest) -> bool:
        return runs_events(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return runs_events(request) if obj is None else organises(self.tournament_of(obj), sender(request))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    # --- Pages ---

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the list; one of a single tournament links back to it."""
        shown = {"title": capfirst(self.opts.verbose_name_plural), "tournament": self.tournament_filtered(request)}
        return super().changelist_view(request, {**shown, **(extra_context or {})})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        shown = {
            "title": capfirst(self.opts.verbose_name),
            "subtitle": self.words_of(row) if row else None,
            "words": self.words_of(row) if row else "",
            "show_save": False,
            "show_save_and_continue": False,
        }
        return super().change_view(request, object_id, form_url, {**shown, **(extra_context or {})})

    def words_of(self, row: Any) -> str:
        """Return the title of a row's page."""
        return str(row)

    def tournament_filtered(self, request: HttpRequest) -> Tournament | None:
        """Return the one tournament to which a list is filtered, if its reader runs it; queried once a request."""
        if not hasattr(request, "tournament_filtered"):
            number = request.GET.get(f"{self.tournament_path}__id__exact", "")
            known = number.isdecimal() and len(number) < KEY_DIGITS_LIMIT
            found = Tournament.objects.filter(pk=number).first() if known else None
            allowed = found if found and organises(found, sender(request)) else None
            request.tournament_filtered = allowed  # type: ignore[attr-defined]
        return request.tournament_filtered  # type: ignore[attr-defined]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Leave out the tournament in a list of one."""
        columns = list(super().get_list_display(request))
        return [one for one in columns if one != "tournament_link"] if self.tournament_filtered(request) else columns


# --- Links from one row to others ---


def change_link(row: Model, words: object) -> SafeString:
    """Link a row's page in the admin."""
    opts = row._meta
    address = reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, words)


def run_link(tournament: Tournament) -> SafeString:
    address = reverse("admin:tournaments_run", args=[tournament.pk])
    return format_html('<a href="{}">{}</a>', address, tournament.name)


def list_link(model: type[Model], words: object, **filters: object) -> SafeString:
    """Link a filtered list."""
    return format_html('<a href="{}">{}</a>', list_address(model, **filters), words)


def list_address(model: type[Model], **filters: object) -> str:
    query = {name: str(value) for name, value in filters.items()}
    address = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    return reverse(address, query=query)


def player_link(player: Player | None) -> object:
    """Link the player's page on the site, which every organiser may see; deleted accounts and guests have none."""
    if player is None or player.is_gone or player.is_guest:
        return player.display_name if player else _("by itself")
    return format_html('<a href="{}">{}</a>', player.get_absolute_url(), player.display_name)


def match_link(match: Match | None) -> object:
    """Link the match's page on the site, which shows no more than spectators see."""
    return format_html('<a href="{}">{}</a>', match.get_absolute_url(), match.key) if match else "–"


def links_listed(links: Sequence[object]) -> SafeString:
    return format_html("{}" + ", {}" * (len(links) - 1), *links) if links else SafeString("–")
