"""Creates small tournaments on the site, without the admin."""

from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.refusals import Refusal
from players.web.requests import PlayerRequest, account_required
from tournaments.formats.refusals import FormatRefusal
from tournaments.models.tournament import DEFAULT_LEAD_SECONDS
from tournaments.selectors.estimates import Estimate, estimate_for
from tournaments.services.creation import tournament_create
from tournaments.web.forms import DEFAULT_PLACES, SmallTournamentForm, plan_of
from tournaments.web.requests import is_fragment
from tournaments.web.words.formats import length_words, stage_sentences


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@rate_limit(action="table_open")
def tournament_new(request: PlayerRequest) -> HttpResponse:
    """Show the form with a preview of rounds and length, fetched while one chooses, or by a button of its own."""
    if is_fragment(request):
        return render(request, "tournaments/preview.html", preview_of(request))
    form = SmallTournamentForm(request.POST or None)
    is_preview = "preview" in request.POST
    if request.method == "POST" and form.is_valid() and not is_preview:
        try:
            tournament = tournament_create(by=request.user, small=True, **form.for_service())
        except Refusal as refusal:
            form.add_error(None, str(refusal.message))
        else:
            messages.success(request, _("Your tournament is open. Send its address to your friends."))
            return redirect(tournament)
    return render(request, "tournaments/new.html", {"form": form, **preview_of(request)})


def preview_of(request: HttpRequest) -> dict[str, Any]:
    """Estimate it with every place taken, as far as the choices are valid."""
    form = SmallTournamentForm(request.POST or (request.GET if is_fragment(request) else None))
    data: dict[str, Any] = {name: field.initial for name, field in form.fields.items()}
    data["mode"] = form.fields["mode"].choices[0][0]  # type: ignore[attr-defined]
    if form.is_bound:
        form.is_valid()
        data |= {name: value for name, value in form.cleaned_data.items() if value not in (None, "")}
        data["rounds"] = form.cleaned_data.get("rounds")
    estimate = planned_estimate(form, data)
    if estimate is None:
        return {"estimate": None}
    return {
        "estimate": estimate,
        "length": length_words(estimate),
        "stages": [stage_sentences(stage) for stage in estimate.stages],
    }


def planned_estimate(form: SmallTournamentForm, data: dict[str, Any]) -> Estimate | None:
    plan = plan_of(data, form.option_fields)
    try:
        return estimate_for(
            game=plan["game"],
            options=plan["options"],
            format_name=plan["format"],
            settings=plan["settings"],
            pace=plan["pace"],
            entries=data.get("places") or DEFAULT_PLACES,
            lead_seconds=DEFAULT_LEAD_SECONDS,
            break_minutes=0,
        )
    except FormatRefusal:
        return None
