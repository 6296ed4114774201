"""Settings come from the environment, and production refuses to start half-configured."""

import os
import re
import subprocess
import sys
from pathlib import Path
from socket import create_server

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from psycopg_pool import ConnectionPool

ROOT = Path(settings.BASE_DIR)
SECRETS = {
    "SECRET_KEY": "k" * 25 + "0123456789" * 5,
    "ALLOWED_ORIGINS": "https://guildhall.example",
    "DATABASE_URL": "postgres://guildhall:secret@127.0.0.1:1/guildhall",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "EMAIL_URL": "smtp://127.0.0.1:1",
}


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in SECRETS}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("missing", SECRETS)
def test_production_refuses_to_start_without_its_secrets(missing):
    given = {name: value for name, value in SECRETS.items() if name != missing}
    result = python("-c", "import config.settings", PRODUCTION="1", **given)
    assert result.returncode != 0
    assert f"In production these variables must be set: {missing}." in result.stderr


def test_the_deployment_check_is_silent():
    result = python("manage.py", "check", "--deploy", "--fail-level", "INFO", PRODUCTION="1", **SECRETS)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout


@pytest.mark.parametrize("origin", ["guildhall.example", "*", "https://*", "https://guildhall.example/path"])
def test_an_origin_that_is_not_a_full_origin_is_refused(origin, settings):
    settings.ALLOWED_ORIGINS = [origin]
    with pytest.raises(SystemCheckError, match="ALLOWED_ORIGINS"):
        call_command("check")


def test_every_variable_is_in_the_table():
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config/settings.py").read_text()))
    read |= set(re.findall(r"\$\{([A-Z_]+):-", (ROOT / "Procfile").read_text()))
    table = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
    assert read <= table, f"not documented: {sorted(read - table)}"


def test_while_the_database_is_away_it_is_asked_at_a_steady_pace():
    """Left alone, a pool waits 1, 2, 4, 8, 16 seconds and so on: long after the database is back."""
    with create_server(("127.0.0.1", 0)) as away:
        away.settimeout(10)
        address = f"host=127.0.0.1 port={away.getsockname()[1]}"
        with ConnectionPool(address, open=False, **settings.DATABASES["default"]["OPTIONS"]["pool"]):
            for _ in range(7):
                away.accept()[0].close()


@pytest.mark.parametrize(("database", "prefix"), [("/3", "guildhall:3:pages:"), ("", "guildhall:0:pages:")])
def test_every_numbered_database_has_channels_of_its_own(database, prefix):
    """Pub/sub hears all of them: sites, and tests beside each other, may share a server."""
    code = "print(__import__('config.settings').settings.CHANNEL_LAYERS['default']['CONFIG']['prefix'])"
    variables = os.environ | SECRETS | {"REDIS_URL": f"redis://127.0.0.1:6379{database}"}
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=variables, capture_output=True, text=True)
    assert said.stdout.strip() == prefix, said.stderr


def test_idle_sockets_outlive_the_time_out_of_redis():
    """redis-py gives up after 5 seconds by default, in which nothing need be said."""
    (host,) = settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"]
    assert (host["socket_timeout"], host["socket_connect_timeout"], host["health_check_interval"]) == (15, 5, 30)
