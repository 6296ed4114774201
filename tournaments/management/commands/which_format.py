from hashlib import sha256
from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.simulation.suggestions import SIMULATED_EVENTS, Suggestion, which_formats
from tournaments.formats.sizes import TableSizes

Z_95_PERCENT = 1.96  # 95 % of a bell curve lie within so many standard deviations
COLUMN_HEADS = ("format", "rounds", "length", "games each", "best wins", "best four first")


class Command(BaseCommand):
    help = (
        "Lists the formats that fit into the time, with the chance that each finds the best player and the best four."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entries", type=int, required=True, help="players or teams")
        parser.add_argument("--hours", type=float, required=True, help="time there is")
        parser.add_argument("--minutes", type=int, required=True, help="a game takes, with the break after it")
        parser.add_argument("--game-size", type=int, default=4, help="sides at a table, at most (default 4)")
        parser.add_argument("--least", type=int, help="sides at a table, at least (default one less, at least two)")
        parser.add_argument(
            "--runs", type=int, default=SIMULATED_EVENTS, help=f"simulated events a format (default {SIMULATED_EVENTS})"
        )
        parser.add_argument("--seed", default="which format", help="words that the chance is drawn from")

    def handle(self, *args: Any, **options: Any) -> None:
        most = options["game_size"]
        seed = sha256(options["seed"].encode()).digest()
        try:
            sizes = TableSizes(options["least"] or max(2, most - 1), most)
            found = which_formats(
                options["entries"], options["hours"], options["minutes"], sizes, seed, runs=max(2, options["runs"])
            )
        except FormatRefusal as refusal:
            raise CommandError(refusal.reason) from refusal
        lines = [COLUMN_HEADS, *map(cells, found)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMN_HEADS))]
        for line in lines:
            self.stdout.write("  ".join(padded(line, widths)).rstrip())
        self.stdout.write(f"\nBy simulation of {found[0].runs} events each; in brackets, 95 % intervals.")


def cells(one: Suggestion) -> tuple[str, ...]:
    games = f"{one.fewest_games} to {one.most_games}, mean {one.mean_games:.1f}"
    return (
        one.name,
        str(one.rounds),
        f"{one.minutes // 60}:{one.minutes % 60:02}",
        str(one.most_games) if one.fewest_games == one.most_games else games,
        chance(one.best_wins, one.runs),
        chance(one.best_four, one.runs),
    )


def chance(share: float, runs: int) -> str:
    """Format a share with Wilson's interval, which is accurate for chances near zero."""
    square = Z_95_PERCENT**2 / runs
    middle, half = share + square / 2, Z_95_PERCENT * sqrt((share * (1 - share) + square / 4) / runs)
    return f"{share:.0%} ({(middle - half) / (1 + square):.0%} to {(middle + half) / (1 + square):.0%})"


def padded(line: tuple[str, ...], widths: list[int]) -> list[str]:
    """Align names left, figures right."""
    return [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]
