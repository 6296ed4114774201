"""Reads request bodies after the checks of existence and permission: 404 and 403 come before 400."""

from typing import Any, TypeVar

import orjson
import pydantic
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Schema

from tournaments.api.answers import NotUnderstood

Body = TypeVar("Body", bound=Schema)
# PostgreSQL stores no null character in a text.
NULL_CHARACTER = b"\\u0000"


def body_read(request: HttpRequest, kind: type[Body]) -> Body:
    """Return the body as typed values. Unknown keys are ignored; an empty body is an empty object."""
    raw = request.body or b"{}"
    if not is_json_object(raw):
        raise NotUnderstood({"body": _("It is not a JSON object.")})
    if NULL_CHARACTER in raw:
        raise NotUnderstood({"body": _("It holds a null character.")})
    try:
        return kind.model_validate_json(raw, strict=True)
    except pydantic.ValidationError as error:
        raise NotUnderstood(fields_of(error)) from error


def is_json_object(raw: bytes) -> bool:
    """Return whether it is strict JSON: without NaN and lone surrogates, which the parser below accepts."""
    try:
        return isinstance(orjson.loads(raw), dict)
    except orjson.JSONDecodeError:
        return False


def fields_of(error: pydantic.ValidationError) -> dict[str, str]:
    """Return the invalid fields, and whether they are missing or invalid."""
    found: dict[str, str] = {}
    for one in error.errors(include_url=False, include_input=False):
        name = str(one["loc"][0]) if one["loc"] else "body"
        found[name] = _("This is missing.") if one["type"] == "missing" else _("This value cannot be.")
    return found


def described(kind: type[Schema], *, required: bool = True) -> dict[str, Any]:
    """Describe a call's body in the OpenAPI document; it is read by `body_read`, later than ninja would."""
    schema = kind.model_json_schema(mode="validation")
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": schema}}}}
