"""Shared by the lists of the admin: read only, in the order of an index, counted up to a bound, with links."""

from functools import cached_property
from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from players.models import Player
from ratings.models import RatedMatch
from ratings.selectors.results import name_on_record

# Nobody turns more pages than these; whoever looks for something older filters or searches.
ROWS_COUNTED = 10_000


class BoundedPaginator(Paginator[Any]):
    """Counts rows up to a bound: to count a million takes longer than the page."""

    @cached_property
    def count(self) -> int:
        return self.rows.order_by()[:ROWS_COUNTED].count()

    @property
    def rows(self) -> QuerySet[Any]:
        assert isinstance(self.object_list, QuerySet)  # noqa: S101  (the admin lists nothing else)
        return self.object_list


class RecordAdmin(admin.ModelAdmin[Any]):
    """To look at: nothing is added, edited or removed by hand. In the order of an index, and in no other."""

    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    paginator = BoundedPaginator
    sortable_by = ()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        shown = {"title": capfirst(self.opts.verbose_name), "show_save": False, "show_save_and_continue": False}
        return super().change_view(request, object_id, form_url, {**shown, **(extra_context or {})})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [str(field) for field in self.fields or ()]


class DerivedAdmin(RecordAdmin):
    """What the formulas have made: there is nothing that anybody could change."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


# --- Links between lists ---


def link_to(page: str, words: Any, *arguments: Any, **search: str) -> SafeString:
    address = reverse(page, args=arguments) + (f"?{urlencode(search)}" if search else "")
    return format_html('<a href="{}">{}</a>', address, words)


def link_to_match(match: RatedMatch) -> SafeString:
    return link_to("admin:ratings_ratedmatch_change", match.key, match.pk)


def link_to_player(player: Player) -> SafeString:
    return link_to("admin:players_player_change", name_on_record(player), player.pk)


def link_to_list(model: type[Model], words: Any, **search: str) -> SafeString:
    return link_to(f"admin:ratings_{model._meta.model_name}_changelist", words, **search)
