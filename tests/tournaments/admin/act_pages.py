"""The pages of acts in the admin, as tests open, send and read them."""

import re

from django.urls import reverse

from tests.tournaments.admin import builders
from tournaments.director.acts import Act
from tournaments.models import Entry, Table, Tournament


def address(tournament: Tournament, act: Act, **about: int) -> str:
    page = reverse("admin:tournaments_act", args=[tournament.pk, act])
    return page + ("?" + "&".join(f"{name}={value}" for name, value in about.items()) if about else "")


def send(client, tournament: Tournament, act: Act, about: dict[str, int] | None = None, **form):
    data = {"state": builders.fresh(tournament).state, "reason": "Because.", **form}
    return client.post(address(tournament, act, **(about or {})), data)


def first_table(tournament: Tournament, number: int = 1) -> Table:
    return Table.objects.get(stage__tournament=tournament, round__number=1, number=number)


def seated(table: Table) -> list[Entry]:
    return [slot.entry for slot in table.slots.select_related("entry")]


def text_of(answer) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
