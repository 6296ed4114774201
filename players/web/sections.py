"""What apps above this one add to its pages. They are named in settings, so nothing is imported upwards."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.module_loading import import_string


def sections(paths: Sequence[str], request: HttpRequest, subject: Any) -> list[str]:
    """Rendered parts of a page, in the order of the settings; who has nothing to say returns an empty one."""
    rendered = (import_string(path)(request, subject) for path in paths)
    return [part for part in rendered if part]
