"""Every sentence is found, in templates and in Python."""

import ast

import pytest
from django.conf import settings

from config.translations import extraction


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
    assert [message for _, message, _, _ in extraction.sentences([page], tmp_path)] == found


@pytest.mark.parametrize("app", extraction.APPS)
def test_no_sentence_in_python_is_out_of_sight(app):
    """The search for sentences knows each function by the name it is called by, and does not look into f-strings."""
    unseen = []
    for path in (settings.BASE_DIR / app).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = {one.asname or one.name for one in imported_for_translating(tree) if "gettext" in one.name}
        in_text = {
            call.func.id
            for text in ast.walk(tree)
            if isinstance(text, ast.JoinedStr)
            for call in ast.walk(text)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        }
        unseen += [(path.name, name) for name in called - set(extraction.KEYWORDS) | called & in_text]
    assert unseen == []


def imported_for_translating(tree: ast.Module) -> list[ast.alias]:
    imports = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    return [alias for one in imports if one.module == "django.utils.translation" for alias in one.names]
