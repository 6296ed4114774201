"""The page that enters many at once from a CSV file or from pasted lines."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.refusals import Refusal
from tournaments.admin.events import list_address
from tournaments.admin.pages import page_context
from tournaments.admin.requests import sender
from tournaments.models import Entry, Tournament
from tournaments.refusals import FileTooLarge
from tournaments.selectors.roles import organises
from tournaments.services.importing import IMPORT_BYTES_LIMIT, ImportResult, entries_import, text_of


class ImportForm(forms.Form):
    """A file, or its lines pasted."""

    file = forms.FileField(label=_("CSV file"), required=False, widget=forms.FileInput(attrs={"accept": ".csv,.txt"}))
    text = forms.CharField(
        label=_("Or its lines"),
        required=False,
        max_length=IMPORT_BYTES_LIMIT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("The first column is the name of the player or the team, the second the club, if you like."),
    )
    keep_good = forms.ChoiceField(
        label=_("If a row is broken"),
        choices=[("", _("enter nobody")), ("yes", _("enter the others"))],
        required=False,
        widget=forms.RadioSelect,
        initial="",
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        try:
            data["lines"] = self.uploaded(data.get("file")) or data.get("text") or ""
        except Refusal as refusal:
            self.add_error("file", str(refusal.message))
        else:
            if not data["lines"].strip():
                self.add_error(None, _("There is nothing to import."))
        return data

    def uploaded(self, file: UploadedFile[bytes] | None) -> str:
        if file is None:
            return ""
        if (file.size or 0) > IMPORT_BYTES_LIMIT:
            raise FileTooLarge
        return text_of(file.read())


def import_page(admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form, or import and show which rows were refused."""
    tournament = get_object_or_404(Tournament, pk=pk)
    if not organises(tournament, sender(request)):
        raise PermissionDenied
    form = ImportForm(request.POST or None, request.FILES or None, label_suffix="")
    result: ImportResult | None = None
    if request.method == "POST" and form.is_valid():
        try:
            result = entries_import(
                tournament_id=tournament.pk,
                by=sender(request),
                text=form.cleaned_data["lines"],
                keep_good=form.cleaned_data["keep_good"] == "yes",
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal.message))
    if result is not None:
        added_tell(request, result)
        if not result.problems:
            return redirect(list_address(Entry, tournament__id__exact=tournament.pk))
    context = {**page_context(admin, request, tournament, str(_("Import entries"))), "form": form, "result": result}
    return TemplateResponse(request, "admin/tournaments/import.html", context)


def added_tell(request: HttpRequest, result: ImportResult) -> None:
    count = len(result.added)
    if count:
        words = ngettext("%(count)d entry was added.", "%(count)d entries were added.", count)
        messages.success(request, words % {"count": count})
    elif result.problems:
        messages.warning(request, _("Nobody was entered."))
