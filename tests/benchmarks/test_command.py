"""`make bench` itself; what it measures is too slow for the tests."""

import os
import subprocess
import sys

from config.embedded import CHECKOUT


def test_a_name_that_is_none_is_answered_with_those_there_are() -> None:
    """From a terminal nobody has said where the settings are, and still every benchmark can be loaded."""
    terminal = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-m", "tests.benchmarks", "nonsense"]
    done = subprocess.run(command, cwd=CHECKOUT, env=terminal, capture_output=True, text=True, check=False)
    assert "There is no benchmark nonsense; there are engine" in done.stderr
    assert done.returncode == 1
