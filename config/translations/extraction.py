"""Finds the sentences to translate: in Python code, in templates, and those that django-allauth leaves untranslated."""

import gettext as gnu_gettext
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.conf import settings
from django.utils.translation.template import templatize

APPS = ("config", "games", "players", "ratings", "tournaments")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "lazy": None,  # gettext_lazy, where `_` is gettext
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
# The parts of django-allauth whose pages we show, and where its own catalogues leave gaps.
ALLAUTH_PARTS = ("account", "mfa", "usersessions", "templates/account", "templates/mfa", "templates/usersessions")


def python_source(path: Path) -> bytes:
    """Return a file as Python code; of a template only the sentences are left, as calls of gettext."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text.encode()
    return "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines()).encode()


def sentences(paths: Iterable[Path], root: Path) -> Iterator[tuple[str, str | tuple[str, ...], str | None, list[str]]]:
    """Yield each sentence: its file, the sentence, its context, and the comments for the translator."""
    for path in sorted(paths):
        for _, message, comments, context in extract(
            "python", BytesIO(python_source(path)), keywords=KEYWORDS, comment_tags=("Translators:",)
        ):
            yield path.relative_to(root).as_posix(), message, context, comments


def source_files(root: Path) -> list[Path]:
    return [
        path for suffix in ("py", "html", "txt") for path in root.rglob(f"*.{suffix}") if "migrations" not in path.parts
    ]


def template() -> Catalog:
    """Return a catalogue of every sentence of ours, untranslated."""
    catalogue = Catalog(fuzzy=False)
    files = [path for app in APPS for path in source_files(settings.BASE_DIR / app)]
    for origin, message, context, comments in sentences(files, settings.BASE_DIR):
        catalogue.add(message, locations=[(origin, None)], auto_comments=comments, context=context)  # type: ignore[list-item]
    return catalogue


def add_allauth_gaps(catalogue: Catalog, language: str) -> None:
    """Add the sentences of django-allauth that it does not translate into this language."""
    spec = find_spec("allauth")
    root = Path(spec.origin).parent if spec and spec.origin else Path()
    theirs = gnu_gettext.translation("django", root / "locale", [language])
    for _, message, context, _ in sentences([p for part in ALLAUTH_PARTS for p in source_files(root / part)], root):
        text = message if isinstance(message, str) else message[0]
        found = theirs.pgettext(context, text) if context else theirs.gettext(text)
        if found == text:
            catalogue.add(message, auto_comments=["From django-allauth"], context=context)
