"""Making the virtual environment, for real, in a checkout that needs no packages."""

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.embedded import CHECKOUT

pytestmark = pytest.mark.faults

# A list that pip accepts without asking anybody, and one that it cannot fulfil.
NOTHING = "# nothing to install\n"
UNREACHABLE = f"nothing-like-this==1.0 --hash=sha256:{'0' * 64}\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "a checkout with spaces"
    (folder / "config" / "processes").mkdir(parents=True)
    for name in ("__init__.py", "bootstrap.py", "processes/__init__.py", "processes/install.py"):
        shutil.copy(CHECKOUT / "config" / name, folder / "config" / name)
    for name in ("requirements.txt", "requirements-dev.txt"):
        (folder / name).write_text(NOTHING)
    return folder


def bootstrap(checkout: Path, kind: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, checkout / "config" / "bootstrap.py", kind],
        env=os.environ | {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_once_and_then_only_what_changed(checkout: Path) -> None:
    leave_an_environment_whose_python_has_gone(checkout)
    first = bootstrap(checkout, "dev")
    assert first.returncode == 0, first.stderr
    assert [line.partition(" ...")[0] for line in first.stdout.splitlines()] == [
        f"Making a virtual environment with Python {sys.version_info.major}.{sys.version_info.minor}",
        "Installing 0 packages",
    ]
    assert bootstrap(checkout, "dev").stdout == ""
    assert bootstrap(checkout, "run").stdout == "", "what development needs contains what running needs"

    (checkout / "requirements.txt").write_text(NOTHING * 2)
    assert bootstrap(checkout, "run").stdout.startswith("Installing 0 packages")
    assert bootstrap(checkout, "run").stdout == ""

    (checkout / "requirements.txt").write_text(UNREACHABLE)
    failed = bootstrap(checkout, "run")
    assert failed.returncode == 1
    assert failed.stderr.startswith("The packages could not be downloaded")
    assert failed.stderr.count("\n") == 1
    assert not (checkout / ".venv" / "installed.json").exists(), "so the next start begins anew"


def leave_an_environment_whose_python_has_gone(checkout: Path) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "python").symlink_to("/nonexistent/python")
    version = "{}.{}".format(*sys.version_info)
    nothing = hashlib.sha256(NOTHING.encode()).hexdigest()
    stamp = {"python": version, "run": nothing, "dev": nothing}
    (checkout / ".venv" / "installed.json").write_text(json.dumps(stamp))


def test_a_path_with_a_colon_is_refused(checkout: Path) -> None:
    moved = checkout.rename(checkout.with_name("a:b"))
    result = bootstrap(moved, "run")
    assert result.returncode == 1
    assert "a path with a colon" in result.stderr
    assert not (moved / ".venv").exists()


def test_a_very_old_python_can_read_that_it_is_too_old() -> None:
    """Nothing but letters that Python 2 knows, and no syntax that it does not."""
    source = (CHECKOUT / "config" / "bootstrap.py").read_text()
    assert source.isascii()
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr | ast.AnnAssign)]
