"""Keeps the translations whole: finds every sentence, updates, checks and compiles the catalogues.

Babel does the work, so that neither an engineer nor a server needs GNU gettext installed.
"""

import gettext as gnu_gettext
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import to_locale
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

# Headers that say nothing, or change at every run.
NOISE = ("#, fuzzy", '"POT-', '"PO-Revision', '"Last-T', '"Report-', '"Language-Team', '"Project-Id', '"Generated-By')


def languages() -> list[str]:
    """The languages that need a catalogue: all but the one the sources are written in."""
    return [to_locale(code) for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def catalogue_path(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def catalogue_read(language: str) -> Catalog:
    if not catalogue_path(language).exists():
        return Catalog(locale=language)
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def python_source(path: Path) -> bytes:
    """A file as Python code; of a template only the sentences are left, as calls."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text.encode()
    return "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines()).encode()


def sentences(paths: Iterable[Path], root: Path) -> Iterator[tuple[str, str | tuple[str, ...], str | None, list[str]]]:
    """Where a sentence stands, the sentence, its context, and what the translator should know."""
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
    """Every sentence of ours."""
    catalogue = Catalog(fuzzy=False)
    files = [path for app in APPS for path in source_files(settings.BASE_DIR / app)]
    for origin, message, context, comments in sentences(files, settings.BASE_DIR):
        catalogue.add(message, locations=[(origin, None)], auto_comments=comments, context=context)  # type: ignore[list-item]
    return catalogue


def add_allauth_gaps(catalogue: Catalog, language: str) -> None:
    """Sentences of django-allauth that it does not translate into this language; ours fill the gap."""
    spec = find_spec("allauth")
    root = Path(spec.origin).parent if spec and spec.origin else Path()
    theirs = gnu_gettext.translation("django", root / "locale", [language])
    for _, message, context, _ in sentences([p for part in ALLAUTH_PARTS for p in source_files(root / part)], root):
        text = message if isinstance(message, str) else message[0]
        found = theirs.pgettext(context, text) if context else theirs.gettext(text)
        if found == text:
            catalogue.add(message, auto_comments=["From django-allauth"], context=context)


def updated(language: str) -> Catalog:
    """The catalogue of a language with exactly the sentences that are in use."""
    fresh, catalogue = template(), catalogue_read(language)
    add_allauth_gaps(fresh, language)
    catalogue.update(fresh, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = f"# Guildhall: {catalogue.locale_identifier}"
    return catalogue


def identity(message: Message) -> tuple[object, object]:
    return message.id, message.context


def is_translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    return all(strings) and not message.fuzzy


def problems(language: str) -> list[str]:
    """What stands between a catalogue and a complete translation, a line each."""
    stored, fresh = catalogue_read(language), updated(language)
    known, needed = {identity(m) for m in stored if m.id}, {identity(m) for m in fresh if m.id}
    return [
        *(f"{language}: stale: {key[0]!r}" for key in sorted(known - needed, key=str)),
        *(f"{language}: missing: {m.id!r}" for m in fresh if m.id and not is_translated(m)),
        *(f"{language}: {m.id!r}: {error}" for m in fresh if m.id and m.string for error in m.check(fresh)),
    ]


def all_problems() -> list[str]:
    return [problem for language in languages() for problem in problems(language)]


def update(language: str) -> None:
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    written = BytesIO()
    write_po(written, updated(language), width=110, sort_output=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(NOISE)), encoding="utf-8")


def compile_catalogue(language: str) -> None:
    """Writes the binary form that Django reads, when the catalogue is newer."""
    source = catalogue_path(language)
    target = source.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
        return
    fresh = target.with_suffix(".mo.new")
    with fresh.open("wb") as file:
        write_mo(file, catalogue_read(language))
    fresh.replace(target)
