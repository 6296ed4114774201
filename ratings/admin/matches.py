"""Lists rated matches, and offers organisers the forms that correct, annul, restore and strike out."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from players.refusals import Refusal
from ratings.admin.changes import ChangeInline
from ratings.admin.records import RecordAdmin, link_to, link_to_list
from ratings.forms import ReasonForm, ResultForm, StrikeForm, Verdict
from ratings.models import Correction, RatedMatch, RatedSeat, RatingChange
from ratings.selectors.people import players_on_record_like
from ratings.selectors.results import result_on_record
from ratings.selectors.strikes import strike_of, strikes_in_force
from ratings.services.corrections import player_strike, result_annul, result_correct, result_restore, strike_undo
from ratings.tasks import pools_replay

UNDER_WAY = _("Done. The ratings are being worked out again; under “rebuilds” you see how far that is.")


class InWords:
    """What a correction has changed, as an organiser would say it."""

    @admin.display(description=_("before"))
    def was(self, correction: Correction) -> str:
        return state_in_words(correction.match, correction.before)

    @admin.display(description=_("after"))
    def became(self, correction: Correction) -> str:
        return state_in_words(correction.match, correction.after)


def state_in_words(match: RatedMatch, state: Mapping[str, Any]) -> str:
    return f"{RatedMatch.State(state['state']).label}: {result_on_record(match, state['places'])}"


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
    list_display = ["key", "pool", "finished_at", "state", "version", "changes", "on_site"]
    list_filter = ["pool", "state", "finished_at"]
    list_select_related = ["pool"]
    search_fields = ["=key"]
    search_help_text = _("A player's name, or the key of a match")
    fields = ["key", "pool", "finished_at", "state", "result_of", "changes", "on_site"]
    inlines = [ChangeInline, CorrectionInline]
    change_form_template = "admin/ratings/match.html"
    change_list_template = "admin/ratings/matches.html"

    @admin.display(description=_("result"))
    def result_of(self, match: RatedMatch) -> str:
        return result_on_record(match, match.places)

    @admin.display(description=_("rating changes"))
    def changes(self, match: RatedMatch) -> SafeString:
        return link_to_list(RatingChange, _("rating changes"), q=match.key)

    @admin.display(description=_("table"))
    def on_site(self, match: RatedMatch) -> SafeString:
        return link_to("table_page", _("table"), match.key)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        may = {"has_change_permission": self.has_change_permission(request)}
        return super().changelist_view(request, {**may, **(extra_context or {})})

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RatedMatch], search_term: str
    ) -> tuple[QuerySet[RatedMatch], bool]:
        """A match by its key, or all at which somebody sat; both by an index."""
        if not (text := search_term.strip()):
            return queryset, False
        sat_there = RatedSeat.objects.filter(player__in=players_on_record_like(text)).order_by().values("match")
        return queryset.filter(Q(key=text) | Q(pk__in=sat_there)), False

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("strike/", self.admin_site.admin_view(self.strike), name="ratings_strike"),
            path("strike/<int:strike_id>/undo/", self.admin_site.admin_view(self.undo), name="ratings_strike_undo"),
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
        """The form that strikes a player's matches out, and the strikes that can be undone."""
        form = StrikeForm(request.POST or None)
        back = reverse("admin:ratings_ratedmatch_changelist")
        shown = {"strikes": strikes_in_force()}
        return self.asked(request, form, _("Strike a player's matches out"), back, matches_strike, shown)

    def undo(self, request: HttpRequest, strike_id: int) -> HttpResponse:
        """The form that lets all matches of one strike count again."""
        struck = Correction.objects.filter(kind=Correction.Kind.STRUCK).select_related("player", "by")
        strike = get_object_or_404(struck, pk=strike_id)
        return self.asked(
            request,
            ReasonForm(request.POST or None),
            _("Let the matches of a strike count again"),
            reverse("admin:ratings_strike"),
            lambda form, by: strike_undo(strike=strike, by=by, reason=form.cleaned_data["reason"]),
            {"strike": strike_of(strike)},
        )

    def asked(
        self, request: HttpRequest, form: ReasonForm, title: Any, back: str, change: Any, shown: Any = None
    ) -> HttpResponse:
        """Shows a form, and does what it says; what cannot be done, or has to be confirmed first, stands above it."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        preview = form.to_confirm() if form.is_valid() else None
        if form.is_valid() and preview is None:
            try:
                change(form, request.user)
            except Refusal as refusal:
                form.add_error(None, str(refusal.message))
            else:
                pools_replay.delay_on_commit()  # type: ignore[attr-defined]
                messages.success(request, UNDER_WAY)
                return redirect(back)
        asked = {"opts": self.opts, "form": form, "title": title, "back": back, "preview": preview}
        context = {**self.admin_site.each_context(request), **asked, **(shown or {})}
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
    player, reason = form.cleaned_data["player"], form.cleaned_data["reason"]
    player_strike(player=player, by=by, reason=reason, since=form.since_moment())
