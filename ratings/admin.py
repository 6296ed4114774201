"""Results for organisers: what counts, what was changed, and forms to change it, all through services."""

from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from players.refusals import Refusal
from ratings.forms import ReasonForm, ResultForm, StrikeForm, Verdict
from ratings.models import Correction, Pool, RatedMatch, Revision, Unratable
from ratings.selectors.results import result_in_words
from ratings.services.corrections import player_strike, result_annul, result_correct, result_restore
from ratings.services.pools import pool_rebuild
from ratings.tasks import revisions_build

UNDER_WAY = _("Done. The ratings are being worked out again; under “rebuilds” you see how far that is.")


class RecordAdmin(admin.ModelAdmin[Any]):
    """To look at: nothing is added, edited or removed by hand."""

    show_full_result_count = False

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


class InWords:
    """What a correction has changed, as an organiser would say it."""

    @admin.display(description=_("before"))
    def was(self, correction: Correction) -> str:
        return state_in_words(correction.match, correction.before)

    @admin.display(description=_("after"))
    def became(self, correction: Correction) -> str:
        return state_in_words(correction.match, correction.after)


def state_in_words(match: RatedMatch, state: Mapping[str, Any]) -> str:
    return f"{RatedMatch.State(state['state']).label}: {result_in_words(match, state['places'])}"


class CorrectionInline(InWords, admin.TabularInline[Correction, RatedMatch]):
    model = Correction
    readonly_fields = ["kind", "reason", "by", "at", "was", "became"]
    fields = [*readonly_fields]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(RatedMatch)
class RatedMatchAdmin(RecordAdmin):
    list_display = ["key", "pool", "finished_at", "state", "version"]
    list_filter = ["pool", "state"]
    list_select_related = ["pool"]
    search_fields = ["=key"]
    date_hierarchy = "finished_at"
    fields = ["key", "pool", "finished_at", "state", "result_of"]
    inlines = [CorrectionInline]
    change_form_template = "admin/ratings/match.html"
    change_list_template = "admin/ratings/matches.html"

    @admin.display(description=_("result"))
    def result_of(self, match: RatedMatch) -> str:
        return result_in_words(match, match.places)

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("strike/", self.admin_site.admin_view(self.strike), name="ratings_strike"),
            path("<int:match_id>/result/", self.admin_site.admin_view(self.result), name="ratings_result"),
        ]
        return [*own, *super().get_urls()]

    def result(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """The form that changes one result."""
        match = get_object_or_404(RatedMatch, pk=match_id)
        form = ResultForm(request.POST or None, match=match, initial={"version": match.version})
        back = reverse("admin:ratings_ratedmatch_change", args=[match.pk])
        return self.asked(
            request, form, _("Change the result of %(match)s") % {"match": match.key}, back, result_change
        )

    def strike(self, request: HttpRequest) -> HttpResponse:
        """The form that strikes a player's matches out."""
        form = StrikeForm(request.POST or None)
        back = reverse("admin:ratings_ratedmatch_changelist")
        return self.asked(request, form, _("Strike a player's matches out"), back, matches_strike)

    def asked(self, request: HttpRequest, form: ReasonForm, title: Any, back: str, change: Any) -> HttpResponse:
        """Shows a form, and does what it says; what cannot be done stands above it."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        if form.is_valid():
            try:
                change(form, request.user)
            except Refusal as refusal:
                form.add_error(None, str(refusal.message))
            else:
                revisions_build.delay_on_commit()  # type: ignore[attr-defined]
                messages.success(request, UNDER_WAY)
                return redirect(back)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "form": form,
            "title": title,
            "back": back,
        }
        return TemplateResponse(request, "admin/ratings/form.html", context)


def result_change(form: ResultForm, by: Any) -> None:
    seen = {"match": form.match, "version": form.cleaned_data["version"]}
    why = {"by": by, "reason": form.cleaned_data["reason"]}
    match Verdict(form.cleaned_data["verdict"]):
        case Verdict.CORRECT:
            result_correct(**seen, **why, places=form.places())
        case Verdict.ANNUL:
            result_annul(**seen, **why)
        case Verdict.RESTORE:
            result_restore(**seen, **why)


def matches_strike(form: StrikeForm, by: Any) -> None:
    day = form.cleaned_data["since"]
    since = datetime.combine(day, time(), UTC) if day else None
    player_strike(player=form.cleaned_data["player"], by=by, reason=form.cleaned_data["reason"], since=since)


@admin.register(Revision)
class RevisionAdmin(RecordAdmin):
    """How far a rebuild is."""

    list_display = ["pool", "state", "created_at", "matches", "total", "percent", "touched_at", "live_at"]
    list_filter = ["pool", "state"]
    list_select_related = ["pool"]
    fields = ["pool", "state", "created_at", "matches", "total", "touched_at", "live_at"]

    @admin.display(description="%")
    def percent(self, revision: Revision) -> int:
        return revision.progress


@admin.register(Pool)
class PoolAdmin(RecordAdmin):
    list_display = ["key", "title"]
    fields = ["key"]
    actions = ["rebuild"]

    @admin.action(description=_("Work the ratings out again from the first match"), permissions=["change"])
    def rebuild(self, request: HttpRequest, chosen: QuerySet[Pool]) -> None:
        for pool in chosen:
            pool_rebuild(key=pool.pk)
        revisions_build.delay_on_commit()  # type: ignore[attr-defined]
        messages.success(request, UNDER_WAY)


@admin.register(Correction)
class CorrectionAdmin(InWords, RecordAdmin):
    list_display = ["at", "match", "kind", "player", "by", "reason"]
    list_filter = ["kind"]
    list_select_related = ["match", "player", "by"]
    search_fields = ["=match__key", "player__name", "by__name"]
    fields = ["at", "match", "kind", "player", "by", "reason", "was", "became", "revision"]


@admin.register(Unratable)
class UnratableAdmin(RecordAdmin):
    list_display = ["key", "problem", "found_at"]
    list_filter = ["problem"]
    search_fields = ["=key"]
    fields = ["key", "problem", "found_at"]
