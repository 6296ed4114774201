"""Every sentence is found, and gaps are noticed."""

import ast
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.core.management import CommandError, call_command
from django.utils import translation

from config.translations import catalogues as translations


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (
            '{% load i18n %}\n {% translate "One" %}\n    <p alt="{% translate \'Two\' %}">\n {% translate "Three" %}',
            ["One", "Two", "Three"],
        ),
        (
            "{% blocktranslate trimmed with name=x %}\n   Dear {{ name }},\n   come in.\n{% endblocktranslate %}",
            ["Dear %(name)s, come in."],
        ),
        (
            "{% blocktranslate count n=x %}{{ n }} gem{% plural %}{{ n }} gems{% endblocktranslate %}",
            [("%(n)s gem", "%(n)s gems")],
        ),
        ('<div>"quotes \' and </div>\n\t\t{% translate "After" %}', ["After"]),
    ],
)
def test_sentences_in_templates_are_found(tmp_path, source, found):
    page = tmp_path / "page.html"
    page.write_text(source)
    assert [message for _, message, _, _ in translations.sentences([page], tmp_path)] == found


@pytest.mark.parametrize("app", translations.APPS)
def test_no_sentence_in_python_is_out_of_sight(app):
    """The search for sentences knows each function by the name it is called by, and does not look into f-strings."""
    unseen = []
    for path in (site_settings.BASE_DIR / app).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = {one.asname or one.name for one in imported_for_translating(tree) if "gettext" in one.name}
        in_text = {
            call.func.id
            for text in ast.walk(tree)
            if isinstance(text, ast.JoinedStr)
            for call in ast.walk(text)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        }
        unseen += [(path.name, name) for name in called - set(translations.KEYWORDS) | called & in_text]
    assert unseen == []


def imported_for_translating(tree: ast.Module) -> list[ast.alias]:
    imports = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    return [alias for one in imports if one.module == "django.utils.translation" for alias in one.names]


@pytest.fixture
def catalogues(tmp_path, settings) -> Path:
    """A copy of our catalogues to spoil."""
    for language in translations.languages():
        copy = tmp_path / language / "LC_MESSAGES" / "django.po"
        copy.parent.mkdir(parents=True)
        copy.write_bytes(translations.catalogue_path(language).read_bytes())
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
