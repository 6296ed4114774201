from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.translations import catalogues


class Command(BaseCommand):
    help = "Brings the translations up to date; or checks them, or compiles them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument("--check", action="store_true", help="fail if a sentence is missing or stale")
        choice.add_argument("--compile", action="store_true", help="only write the compiled catalogues")

    def handle(self, *args: Any, check: bool, compile: bool, **options: Any) -> None:  # noqa: A002
        if check:
            self.check_all()
            return
        for language in catalogues.languages():
            if not compile:
                catalogues.update(language)
            catalogues.compile_catalogue(language)
        if not compile:
            self.stdout.write(f"{len(catalogues.all_problems())} to translate")

    def check_all(self) -> None:
        if problems := catalogues.all_problems():
            raise CommandError("\n".join([*problems, f"{len(problems)} problems. Run `make messages` and translate."]))
