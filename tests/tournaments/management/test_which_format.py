"""The command that an organiser asks."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.management.commands.which_format import chance


def ask(*words: str) -> list[str]:
    out = StringIO()
    call_command("which_format", *words, stdout=out)
    return out.getvalue().splitlines()


def test_a_line_for_each_format_that_fits():
    lines = ask("--entries=8", "--hours=1.5", "--minutes=30", "--game-size=2", "--runs=10")
    assert lines[0].split() == ["format", "rounds", "length", "games", "each", "best", "wins", "best", "four", "first"]
    assert {line.split("  ")[0] for line in lines[1:4]} == {"Swiss", "Swiss, then a final of 2", "single elimination"}
    single = next(line for line in lines if line.startswith("single elimination"))
    # Seven games for eight players, two in each.
    assert "3    1:30  1 to 3, mean 1.8" in single
    assert lines[-1] == "By simulation of 10 events each; in brackets, 95 % intervals."


def test_chances_come_with_an_interval_that_is_never_empty():
    # Wilson: none of 50 is 0 to 1.96² / (50 + 1.96²) = 3.84 / 53.84 = 7 %; half of 100 is 50 ± 9.6 %.
    assert chance(0.0, 50) == "0% (0% to 7%)"
    assert chance(0.5, 100) == "50% (40% to 60%)"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--entries=2", "--hours=1", "--minutes=30"], "fewer entries than a table has seats"),
        (["--entries=20", "--hours=1", "--minutes=90"], "not even one round fits into the time"),
        (["--entries=20", "--hours=1", "--minutes=30", "--game-size=9"], "a table has two to six sides"),
    ],
)
def test_what_cannot_be_answered_is_said_in_words(words, reason):
    with pytest.raises(CommandError, match=reason):
        ask(*words)
