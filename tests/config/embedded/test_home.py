"""The folder of the embedded servers: its credentials, and what is refused before any server starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.embedded import CHECKOUT, CannotStart, Embedded


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    return tmp_path / "fresh"


def test_processes_that_arrive_together_agree_on_the_passwords(fresh: Path) -> None:
    command = [sys.executable, "-c", "import config.embedded as e; print(e.embedded.secret_key)"]
    environment = os.environ | {"GUILDHALL_HOME": str(fresh)}
    together = [
        subprocess.Popen(command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    keys = {process.communicate()[0] for process in together}
    assert len(keys) == 1
    assert len(keys.pop().strip()) > 50
    assert [path.name for path in fresh.iterdir()] == ["embedded.json"]


def test_a_path_that_postgresql_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="too long for PostgreSQL"):
        Embedded(tmp_path / "/".join(["long" * 50] * 5)).start()


@pytest.mark.parametrize("content", [None, "", "{"])
def test_lost_passwords_are_not_replaced_by_wrong_ones(fresh: Path, content: str | None) -> None:
    (fresh / "postgres").mkdir(parents=True)
    if content is not None:
        (fresh / "embedded.json").write_text(content)
    with pytest.raises(CannotStart, match=r"is missing|is damaged"):
        Embedded(fresh).start()
