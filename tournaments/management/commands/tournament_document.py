"""Prints the public document of a tournament: the bytes of document.json, and a newline."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.selectors.document import document_bytes


class Command(BaseCommand):
    help = "Prints the public document of a tournament as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the last part of the tournament's address")

    def handle(self, *, slug: str, **options: object) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        self.stdout.write(document_bytes(tournament)[0].decode())
