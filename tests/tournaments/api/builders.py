"""Programs for tests: a client that shows a token, and tournaments to call about."""

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from players.models import Player
from players.services.tokens import token_create
from tests.players.builders import player
from tournaments.models import Tournament
from tournaments.services.creation import tournament_create

BASE = "/api/v1/"


class Program:
    """Calls the interface in somebody's name; without one, as nobody."""

    def __init__(self, by: Player | None = None, **headers: str) -> None:
        self.client, self.headers = Client(), headers
        if by is not None:
            self.headers["Authorization"] = f"Bearer {token_create(player=by, name='program')}"

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        address = path if path.startswith("http") else BASE + path
        return self.client.generic(
            method, address, data, content_type="application/json", headers=self.headers | headers
        )

    def get(self, path: str, **headers: str) -> Any:
        return self("GET", path, **headers)


def refused(response: HttpResponse) -> tuple[int, str]:
    """Status and code of a refusal, whose shape is that of every refusal."""
    body = json.loads(response.content)
    assert set(body) == ({"code", "message", "fields"} if response.status_code == 400 else {"code", "message"})
    assert body["message"]
    return response.status_code, body["code"]


def open_tournament(owner: Player | None = None, **fields: Any) -> Tournament:
    """A small tournament that is open for registration."""
    known = {
        "name": "Autumn Open",
        "game": "pot-de-vin",
        "options": {"mode": "solo", "deck": "double"},
        "settings": {"rounds": 2},
    }
    return tournament_create(by=owner or player("Owner"), small=True, **known | fields)
