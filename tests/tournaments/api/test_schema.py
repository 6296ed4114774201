"""Schemathesis calls everything that the OpenAPI document describes: nothing breaks, and every answer is described."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from players.models import Player
from players.services.tokens import token_create
from tests.games.builders import waiting_table
from tests.players.builders import player
from tests.tournaments.api.builders import open_tournament
from tournaments.api.calls import api
from tournaments.services.entries import entry_register

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_connection", "no_limits")]
SCHEMA = schemathesis.openapi.from_dict(dict(api.get_openapi_schema(path_prefix="/api/v1/")))
SITE = get_wsgi_application()


def from_somewhere(environ, start_response):
    """The site, as a caller reaches it who has an address."""
    return SITE(environ | {"REMOTE_ADDR": "127.0.0.1"}, start_response)


SCHEMA.app = from_somewhere
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
bounded = settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """As Django's own client does it: requests leave the connection of the test alone."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def no_limits(settings) -> None:
    settings.API_CALLS_PER_MINUTE = dict.fromkeys(settings.API_CALLS_PER_MINUTE, 10**6)


@pytest.fixture
def owner() -> Player:
    """Runs a tournament with four entries, and sits at a table."""
    one = player("Owner")
    made = open_tournament(one)
    for _ in range(4):
        entry_register(tournament_id=made.pk, by=player())
    waiting_table(host=one)
    return one


@SCHEMA.parametrize()
@bounded
def test_nobody_breaks_anything(case, db) -> None:
    case.call_and_validate(checks=CHECKS)


@SCHEMA.parametrize()
@bounded
def test_a_player_breaks_nothing(case, owner) -> None:
    """The token of somebody who runs the one tournament that there is; every other address leads there."""
    if "slug" in case.path_parameters:
        case.path_parameters["slug"] = "autumn-open"
    if "key" in case.path_parameters:
        case.path_parameters["key"] = owner.seats.get().match.key
    owner.tokens.all().delete()
    token = token_create(player=owner, name="schemathesis")
    case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)


def test_the_document_describes_every_call() -> None:
    paths = api.get_openapi_schema(path_prefix="/api/v1/")["paths"]
    found = {(method, path) for path, calls in paths.items() for method in calls}
    assert found == {
        ("get", "/api/v1/tournaments"),
        ("post", "/api/v1/tournaments"),
        ("get", "/api/v1/tournaments/{slug}"),
        ("put", "/api/v1/tournaments/{slug}/entry"),
        ("delete", "/api/v1/tournaments/{slug}/entry"),
        ("post", "/api/v1/tournaments/{slug}/entry/agree"),
        ("post", "/api/v1/tournaments/{slug}/check-in"),
        ("get", "/api/v1/tournaments/{slug}/acts"),
        ("post", "/api/v1/tournaments/{slug}/acts"),
        ("get", "/api/v1/me"),
        ("get", "/api/v1/me/ratings"),
        ("get", "/api/v1/me/ratings/{pool}"),
        ("post", "/api/v1/tables/{key}/contribution"),
    }  # fmt: skip
