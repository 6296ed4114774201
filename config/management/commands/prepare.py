import json
import sys
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from players.services.administrators import administrator_ensure


class Command(BaseCommand):
    help = "Makes the site ready to serve: translations, database, and at first an administrator, printed once."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("messages", "--compile")
        call_command("migrate", "--no-input", verbosity=0)
        if administrator := administrator_ensure():
            sys.stdout.write(json.dumps(administrator) + "\n")
