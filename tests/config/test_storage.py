"""Static files as production serves them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

MODULES = ["games/table/main.js", "games/pages/replay.js", "games/pages/check_deal.js", "games/pages/refresh.js"]
MODULES += ["guildhall/js/live_page.js", "guildhall/js/notices.js"]
IMPORT = re.compile(r"""^import\b[^;]*?["'](\.[^"']+)["']""", re.MULTILINE)


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {"staticfiles": {"BACKEND": "config.storage.ContentHashedStorage"}}
    call_command("collectstatic", verbosity=0, interactive=False)
    return tmp_path


def test_modules_import_each_other_by_the_names_that_browsers_keep(collected: Path) -> None:
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    waiting, seen = [collected / names[module] for module in MODULES], set[Path]()
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            assert str(file.relative_to(collected)) in names.values()
            waiting += [(file.parent / other).resolve() for other in IMPORT.findall(file.read_text())]
    assert len(seen) > 25, "the table alone is made of so many"
