"""Health checks and metrics."""

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest

from config.bus import bus
from config.monitoring import health
from config.monitoring.logs import logging_settings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_worker() -> None:
    bus().delete(health.HEARTBEAT_KEY)


def test_alive_needs_nothing_else(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get("/health/live").json() == {"live": True}


@pytest.mark.parametrize("address", ["/health/live", "/health/ready"])
def test_a_probe_needs_neither_our_name_nor_tls(client, settings, address):
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["guildhall.example"]
    assert client.get(address, headers={"host": "10.0.0.7"}).status_code in (200, 503)
    assert client.post(address, headers={"host": "10.0.0.7"}).status_code == 400


def test_ready_when_everything_answers(client):
    health.worker_heartbeat_record()
    response = client.get("/health/ready")
    assert response.status_code == 200
    assert response.json() == {"database": True, "bus": True, "worker": True}


def test_not_ready_without_a_worker(client):
    response = client.get("/health/ready")
    assert response.status_code == 503
    assert response.json() == {"database": True, "bus": True, "worker": False}


def test_not_ready_without_a_bus(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    bus.cache_clear()
    try:
        health.worker_heartbeat_record()  # a worker that cannot reach the bus does not fall over
        assert client.get("/health/ready").json() == {"database": True, "bus": False, "worker": False}
    finally:
        bus.cache_clear()


def test_a_heartbeat_fades():
    health.worker_heartbeat_record()
    assert 0 < bus().ttl(health.HEARTBEAT_KEY) <= health.HEARTBEAT_LIFETIME_SECONDS


class TestMetrics:
    def test_are_not_there_without_a_token(self, client):
        assert client.get("/metrics").status_code == 404

    @pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", "Basic right", "Bearer rightx"])
    def test_are_for_those_who_hold_the_token(self, client, settings, header):
        settings.METRICS_TOKEN = "right"
        assert client.get("/metrics", headers={"authorization": header}).status_code == 401

    def test_count_requests_by_route_not_by_path(self, client, settings):
        settings.METRICS_TOKEN = "right"
        client.get("/players/secret-name/")
        client.get("/surely/not/here")
        figures = client.get("/metrics", headers={"authorization": "Bearer right"}).content.decode()
        assert 'route="players/<name:name>/",status="404"' in figures
        assert "secret-name" not in figures
        assert "surely" not in figures


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What production would write."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    formatter = logging_settings(json=True, level="INFO")["formatters"]["line"]
    handler.setFormatter(formatter.pop("()")(**formatter))
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def test_logs_are_json_and_name_the_route_not_the_path(client, log):
    client.get("/players/secret-name/")
    line = json.loads(log.getvalue().splitlines()[-1])
    assert (line["route"], line["status"], line["method"]) == ("players/<name:name>/", 404, "GET")
    assert "secret-name" not in log.getvalue()


def test_a_failure_is_logged_with_its_traceback_but_without_the_path(client, monkeypatch, log):
    def broken(name: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("players.web.profile.player_by_name", broken)
    client.raise_request_exception = False
    assert client.get("/players/secret-name/").status_code == 500
    assert "ZeroDivisionError" in log.getvalue()
    assert "secret-name" not in log.getvalue()
