"""Lists rating changes and standings, each with links to the match and the player."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ratings.admin.records import DerivedAdmin, link_to_list, link_to_match, link_to_player
from ratings.figures import signed, whole
from ratings.models import RatedMatch, RatingChange, Standing
from ratings.selectors.people import players_on_record_like


class InFigures:
    """Ratings as the pages show them, and who and what they belong to."""

    @admin.display(description=_("match"))
    def of_match(self, change: RatingChange) -> SafeString:
        return link_to_match(change.match)

    @admin.display(description=_("player"))
    def of_player(self, row: RatingChange | Standing) -> SafeString:
        return link_to_player(row.player)

    @admin.display(description=_("before"))
    def was(self, change: RatingChange) -> int:
        return whole(change.before)

    @admin.display(description=_("after"))
    def became(self, change: RatingChange) -> int:
        return whole(change.after)

    @admin.display(description=_("change"))
    def moved(self, change: RatingChange) -> str:
        return signed(change.moved)

    @admin.display(description=_("expected"))
    def expectation(self, change: RatingChange) -> str:
        return f"{change.expected:.3f}"

    @admin.display(description=_("actual"))
    def outcome(self, change: RatingChange) -> str:
        return f"{change.score:.3f}"

    @admin.display(description="K")
    def weight(self, change: RatingChange) -> str:
        return f"{change.k:.1f}"


FIGURES = ("was", "became", "moved", "expectation", "outcome", "weight")


class ChangeInline(InFigures, admin.TabularInline[RatingChange, RatedMatch]):
    """What a match did to everyone at its table."""

    model = RatingChange
    fields = ("of_player", "number", "place", *FIGURES)
    readonly_fields = fields
    ordering = ("seat",)
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingChange]:
        return super().get_queryset(request).select_related("player", "match")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(RatingChange)
class RatingChangeAdmin(InFigures, DerivedAdmin):
    list_display = ("finished_at", "of_match", "of_player", "number", "place", *FIGURES, "pool")
    list_filter = ("pool", "finished_at")
    list_select_related = ("match", "player", "pool")
    search_fields = ("=match__key",)
    search_help_text = _("A player's name, or the key of a match")
    fields = (*list_display, "sides", "seat", "opponents", "is_win")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RatingChange], search_term: str
    ) -> tuple[QuerySet[RatingChange], bool]:
        """Those of a match by its key, or those of a player; each by an index."""
        if not (text := search_term.strip()):
            return queryset, False
        match = RatedMatch.objects.filter(key=text).order_by().first()
        found = Q(match=match) if match else Q(player__in=players_on_record_like(text))
        return queryset.filter(found), False


@admin.register(Standing)
class StandingAdmin(InFigures, DerivedAdmin):
    list_display = ("of_player", "stands_at", "games", "wins", "last_at", "history", "pool")
    list_display_links = ("stands_at",)
    list_filter = ("pool",)
    list_select_related = ("pool", "player")
    search_fields = ("player__name",)
    search_help_text = _("A player's name")
    fields = (*list_display, "first_at")

    @admin.display(description=_("rating"))
    def stands_at(self, standing: Standing) -> int:
        return whole(standing.rating)

    @admin.display(description=_("rating changes"))
    def history(self, standing: Standing) -> SafeString:
        return link_to_list(
            RatingChange, _("rating changes"), q=standing.player.name, pool__key__exact=standing.pool_id
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Standing], search_term: str
    ) -> tuple[QuerySet[Standing], bool]:
        if not (text := search_term.strip()):
            return queryset, False
        return queryset.filter(player__in=players_on_record_like(text)), False
