"""Answers refusals to programs: a status, a code, and a sentence in the language of the request."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from ninja import NinjaAPI
from ninja.errors import ValidationError

from games.refusals import NotSeated, TableGone
from players.refusals import GuestsCannot, NoSuchPlayer, Refusal
from tournaments.refusals import TournamentRefusal

# Statuses, codes and fields of other apps' refusals. All others answer 409 "not-now".
STATUS_OF: dict[type[Refusal], int] = {GuestsCannot: 403, NotSeated: 403, NoSuchPlayer: 400}
CODE_OF: dict[type[Refusal], str] = {TableGone: "not-now"}
FIELD_OF: dict[type[Refusal], str] = {NoSuchPlayer: "player"}


class NotFound(TournamentRefusal):
    message = _("There is no such thing here.")
    program_code = "not-found"
    status = 404


class WrongMethod(TournamentRefusal):
    message = _("That cannot be asked for in this way.")
    program_code = "method-not-allowed"
    status = 405


class NotUnderstood(TournamentRefusal):
    """What was sent makes no sense: which fields, and why."""

    message = _("Some of what was sent is not understood.")
    program_code = "not-understood"
    status = 400

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__()
        self.fields = {name: str(words) for name, words in fields.items()}


class TooOften(TournamentRefusal):
    message = _("Too many calls. Wait a little.")
    program_code = "too-often"
    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds


def refusal_answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return any refusal as a response."""
    status = status_of(refusal)
    body: dict[str, Any] = {"code": code_of(refusal), "message": str(refusal.message)}
    if status == 400:
        body["fields"] = fields_of(refusal)
    response = HttpResponse(orjson.dumps(body), status=status, content_type="application/json")
    if isinstance(refusal, TooOften):
        response["Retry-After"] = str(refusal.seconds)
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def status_of(refusal: Refusal) -> int:
    return refusal.status if isinstance(refusal, TournamentRefusal) else STATUS_OF.get(type(refusal), 409)


def code_of(refusal: Refusal) -> str:
    if isinstance(refusal, TournamentRefusal):
        return refusal.program_code
    return CODE_OF.get(type(refusal)) or re.sub(r"(?<!^)(?=[A-Z])", "-", refusal.code).lower()


def fields_of(refusal: Refusal) -> dict[str, str]:
    if isinstance(refusal, NotUnderstood):
        return refusal.fields
    field = refusal.field if isinstance(refusal, TournamentRefusal) else FIELD_OF.get(type(refusal), "")
    return {field: str(refusal.message)} if field else {}


def handlers_add(api: NinjaAPI) -> None:
    """Register handlers for refusals, unknown URLs, and invalid values in a URL."""
    answers: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
        Refusal: refusal_answer,
        Http404: lambda request, error: refusal_answer(request, NotFound()),
        ValidationError: lambda request, error: refusal_answer(request, not_valid(error)),
        RequestDataTooBig: lambda request, error: refusal_answer(request, NotUnderstood({"body": _("Too large.")})),
    }
    for kind, answer in answers.items():
        api.add_exception_handler(kind, answer)


def not_valid(error: ValidationError) -> NotUnderstood:
    return NotUnderstood({str(one["loc"][-1]): _("This value cannot be.") for one in error.errors})
