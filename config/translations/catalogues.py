"""Updates, checks and compiles the catalogue of each language.

Babel does the work, so that neither an engineer nor a server needs GNU gettext installed.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import to_locale

from config.translations.extraction import add_allauth_gaps, template

# Headers without information, and those that change at every run.
OMITTED_HEADERS = (
    "#, fuzzy",
    '"POT-',
    '"PO-Revision',
    '"Last-T',
    '"Report-',
    '"Language-Team',
    '"Project-Id',
    '"Generated-By',
)


def languages() -> list[str]:
    """Return the languages that need a catalogue: all but the one the sources are written in."""
    return [to_locale(code) for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def catalogue_path(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def catalogue_read(language: str) -> Catalog:
    if not catalogue_path(language).exists():
        return Catalog(locale=language)
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def updated(language: str) -> Catalog:
    """Return the catalogue of a language with exactly the sentences that are in use."""
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
    """Describe what is stale, missing or malformed in a catalogue, a line each."""
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
    """Write the catalogue with the sentences that are in use now."""
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    written = BytesIO()
    write_po(written, updated(language), width=110, sort_output=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(OMITTED_HEADERS)), encoding="utf-8")


def compile_catalogue(language: str) -> None:
    """Write the binary form that Django reads, if the catalogue is newer."""
    source = catalogue_path(language)
    target = source.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
        return
    fresh = target.with_suffix(".mo.new")
    with fresh.open("wb") as file:
        write_mo(file, catalogue_read(language))
    fresh.replace(target)
