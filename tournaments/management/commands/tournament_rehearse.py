import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.registry import GAMES
from tournaments.formats.refusals import FormatRefusal
from tournaments.models import Format
from tournaments.refusals import TournamentRefusal
from tournaments.selectors.document import document_bytes
from tournaments.services.rehearsals import (
    Rehearsal,
    RehearsalStuck,
    rehearsal_play,
    rehearsal_prepare,
    rehearsal_remove,
)

BAR_LENGTH_CHARACTERS = 40
MODES = sorted({mode.name for game in GAMES.values() for mode in game.tournament_modes()})


class Command(BaseCommand):
    help = "Plays a whole tournament with bots, unrated, and prints its document; then removes it, unless it is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=Format.values, default=Format.SWISS.value)
        parser.add_argument("--entries", type=int, required=True, help="players or teams")
        parser.add_argument("--mode", choices=MODES, help="the first that the game declares, unless it is said")
        parser.add_argument("--game", choices=sorted(GAMES), default=sorted(GAMES)[0])
        parser.add_argument("--rounds", type=int, help="of a Swiss, or at most of a round robin")
        parser.add_argument("--seed", default="", help="words that the chance is drawn from")
        parser.add_argument("--drops", type=int, default=0, help="entries that leave after the first rounds")
        parser.add_argument("--no-shows", type=int, default=0, help="entries that do not come to one of their tables")
        parser.add_argument("--late", type=int, default=0, help="entries that come late to one of their tables")
        parser.add_argument("--keep", action="store_true", help="leave the tournament on the site, marked")

    def handle(self, *args: Any, **options: Any) -> None:
        game = options["game"]
        rehearsal = Rehearsal(
            format=options["format"],
            entries=options["entries"],
            game=game,
            mode=options["mode"] or GAMES[game].tournament_modes()[0].name,
            rounds=options["rounds"],
            seed=options["seed"],
            drops=options["drops"],
            no_shows=options["no_shows"],
            late=options["late"],
        )
        rehearsal_check(rehearsal)
        try:
            tournament = rehearsal_prepare(rehearsal)
        except (TournamentRefusal, FormatRefusal) as refusal:
            raise CommandError(str(getattr(refusal, "message", refusal))) from refusal
        try:
            rehearsal_play(tournament, rehearsal, self.progress)
            document, _ = document_bytes(tournament)
            self.stdout.write(document.decode())
        except RehearsalStuck as stuck:
            raise CommandError(str(stuck)) from stuck
        finally:
            self.stderr.write("")
            if not options["keep"]:
                rehearsal_remove(tournament)

    def progress(self, what: str, done: int, of: int) -> None:
        """Redraw a progress bar, on a terminal only."""
        if not sys.stderr.isatty():
            return
        filled = BAR_LENGTH_CHARACTERS * done // max(1, of)
        self.stderr.write(f"\r{what} [{'#' * filled}{'.' * (BAR_LENGTH_CHARACTERS - filled)}] {done}/{of}", ending="")


def rehearsal_check(rehearsal: Rehearsal) -> None:
    """Refuse what cannot be rehearsed, with a reason."""
    modes = {mode.name: mode for mode in GAMES[rehearsal.game].tournament_modes()}
    if rehearsal.mode not in modes:
        raise CommandError(f"{rehearsal.game} is not played in the mode {rehearsal.mode}.")
    if rehearsal.entries < modes[rehearsal.mode].fewest:
        raise CommandError(f"A table needs {modes[rehearsal.mode].fewest} entries.")
    if min(rehearsal.drops, rehearsal.no_shows, rehearsal.late) < 0:
        raise CommandError("Numbers of entries are not negative.")
    if rehearsal.drops + rehearsal.no_shows + rehearsal.late > rehearsal.entries:
        raise CommandError("More drop, stay away or come late than there are.")
