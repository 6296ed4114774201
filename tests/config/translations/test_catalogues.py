"""Catalogues that are stale or incomplete are noticed."""

from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.core.management import CommandError, call_command
from django.utils import translation

from config.translations.catalogues import catalogue_path, languages


@pytest.fixture
def catalogues(tmp_path, settings) -> Path:
    """A copy of our catalogues to spoil."""
    for language in languages():
        copy = tmp_path / language / "LC_MESSAGES" / "django.po"
        copy.parent.mkdir(parents=True)
        copy.write_bytes(catalogue_path(language).read_bytes())
    settings.LOCALE_PATHS = [tmp_path]
    return tmp_path


def test_our_catalogues_are_complete(catalogues):
    call_command("messages", "--check")


@pytest.mark.parametrize(
    ("spoil", "noticed"),
    [
        (lambda text: text + '\nmsgid "Never said"\nmsgstr "Mai detto"\n', "stale"),
        (lambda text: text.replace('msgid "Sign up"\n', 'msgid "Sign UP"\n'), "missing: 'Sign up'"),
        (lambda text: text.replace('msgstr "Invita"', 'msgstr ""'), "missing: 'Invite'"),
    ],
)
def test_stale_and_missing_sentences_fail_the_check(catalogues, spoil, noticed):
    italian = catalogues / "it" / "LC_MESSAGES" / "django.po"
    spoiled = spoil(italian.read_text())
    assert spoiled != italian.read_text()
    italian.write_text(spoiled)
    with pytest.raises(CommandError, match=noticed):
        call_command("messages", "--check")


@pytest.mark.parametrize("language", [code for code, _ in site_settings.LANGUAGES if code != "en"])
def test_pages_speak_the_language(language):
    with translation.override(language):
        assert translation.gettext("Sign up") != "Sign up"
        assert translation.gettext("Your teams") != "Your teams"
        assert translation.gettext("This password is too common.") != "This password is too common."  # Django's own
