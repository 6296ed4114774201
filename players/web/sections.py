"""Renders the parts that higher apps add to pages. Settings name the functions, so nothing is imported upwards."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.module_loading import import_string


def sections(paths: Sequence[str], request: HttpRequest, subject: Any) -> list[str]:
    """Return the rendered parts of a page in the order of the settings, without empty ones."""
    rendered = (import_string(path)(request, subject) for path in paths)
    return [part for part in rendered if part]
