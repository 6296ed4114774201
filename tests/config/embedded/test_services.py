"""The embedded servers, started and killed for real."""

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from config.embedded import CHECKOUT, CannotStart, Embedded
from config.embedded.processes import processes_in

pytestmark = pytest.mark.faults

START_AND_WAIT = """
    import sys, time
    from pathlib import Path
    from config.embedded import Embedded
    Embedded(Path(sys.argv[1])).start(durable=False)
    print("started", flush=True)
    time.sleep(60)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with a database in it, for copying: making one takes longer than starting it."""
    folder = tmp_path_factory.mktemp("embedded") / "made"
    started(folder).stop()
    yield folder
    end_all(folder)


@pytest.fixture
def home(tmp_path: Path, made: Path) -> Iterator[Path]:
    folder = tmp_path / "home"
    subprocess.run(["cp", "-a", made, folder], check=True)
    yield folder
    end_all(folder)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "fresh"
    yield folder
    end_all(folder)


def end_all(folder: Path) -> None:
    services = Embedded(folder)
    services.valkey.stop()
    services.postgres.stop()
    shutil.rmtree(folder, ignore_errors=True)


def started(home: Path, *, durable: bool = False) -> Embedded:
    services = Embedded(home)
    services.start(durable=durable)
    return services


def execute(services: Embedded, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(services.database_url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def bus_answers(services: Embedded) -> bool:
    with redis.Redis.from_url(services.redis_url) as bus:
        return bool(bus.ping())


def works(services: Embedded) -> bool:
    return execute(services, "SELECT 1") == [(1,)] and bus_answers(services)


def processes(services: Embedded) -> list[psutil.Process]:
    servers = (services.postgres, services.valkey)
    return [process for server in servers for process in processes_in(server.folder, server.program)]


def wait_until(condition: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < give_up_at, "it did not happen within 30 seconds"
        time.sleep(0.02)


def start_elsewhere(home: Path) -> subprocess.Popen[str]:
    """Start the servers from another process, one that can be killed."""
    command = [sys.executable, "-c", textwrap.dedent(START_AND_WAIT), str(home)]
    return subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_start_and_stop(fresh: Path) -> None:
    services = started(fresh)
    assert works(services)
    assert not services.ended()
    execute(services, "CREATE TABLE kept AS SELECT 'yes' AS answer")
    services.stop()
    assert not processes(services)

    services.start(durable=False)
    assert execute(services, "SELECT answer FROM kept") == [("yes",)]
    services.stop()
    assert not processes(services)


def test_only_this_computer_and_only_with_the_password(home: Path) -> None:
    services = started(home)
    listening = [
        connection.laddr.ip
        for process in processes(services)
        for connection in process.net_connections(kind="inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert listening == ["127.0.0.1", "127.0.0.1"]
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(services.database_url.replace("guildhall:", "guildhall:not"))
    with redis.Redis(port=services.valkey.port) as bus, pytest.raises(redis.AuthenticationError):
        bus.ping()
    secrets = services.home.credentials()
    shown = [" ".join(process.cmdline()) for process in processes(services)]
    assert not [line for line in shown if secrets["valkey_password"] in line or secrets["postgres_password"] in line]
    services.stop()


def test_addresses_are_known_while_nothing_runs(fresh: Path) -> None:
    services = Embedded(fresh)
    before = (services.database_url, services.redis_url, services.secret_key)
    assert stat.S_IMODE(services.home.credentials_file.stat().st_mode) == 0o600
    again = started(fresh)
    assert (again.database_url, again.redis_url, again.secret_key) == before
    again.stop()


def test_after_kill_9_of_a_server_the_next_start_works(home: Path) -> None:
    services = started(home, durable=True)
    execute(services, "CREATE TABLE kept AS SELECT 'yes' AS answer")
    for server in (services.valkey, services.postgres):
        psutil.Process(min(process.pid for process in processes_in(server.folder, server.program))).kill()
        wait_until(lambda server=server: server in services.ended())
    services.stop()

    services.start(durable=False)
    assert execute(services, "SELECT answer FROM kept") == [("yes",)]
    assert bus_answers(services)
    services.stop()


def test_after_kill_9_of_the_starter_its_servers_are_replaced(home: Path) -> None:
    starter = start_elsewhere(home)
    assert starter.stdout
    assert starter.stdout.readline() == "started\n"
    kill(starter)
    orphans = processes(Embedded(home))
    assert orphans

    services = started(home)
    assert works(services)
    assert not [process for process in orphans if process.is_running()]
    services.stop()
    assert not processes(services)


def test_after_kill_9_while_the_database_is_made_the_next_start_makes_it(fresh: Path) -> None:
    starter = start_elsewhere(fresh)
    wait_until(lambda: any(fresh.glob("making-*/data/base")))
    kill(starter)
    assert not (fresh / "postgres").exists()

    services = started(fresh)
    assert works(services)
    assert not list(fresh.glob("making-*"))
    services.stop()


def test_a_process_number_given_to_somebody_else_is_no_obstacle(home: Path) -> None:
    services = started(home)
    note = (services.postgres.folder / "postmaster.pid").read_text().splitlines()
    services.stop()
    with subprocess.Popen(["sleep", "60"]) as unrelated:
        (services.postgres.folder / "postmaster.pid").write_text("\n".join([str(unrelated.pid), *note[1:], ""]))
        services.start(durable=False)
        assert works(services)
        services.stop()
        assert unrelated.poll() is None
        unrelated.kill()


def test_a_port_that_somebody_else_has_taken_is_left_to_them(home: Path) -> None:
    services = Embedded(home)
    taken = {services.postgres.port, services.valkey.port}
    listeners = [socket.create_server(("127.0.0.1", port)) for port in taken]
    services.start(durable=False)
    assert works(services)
    assert not taken & {services.postgres.port, services.valkey.port}
    assert Embedded(home).database_url == services.database_url
    services.stop()
    for listener in listeners:
        listener.close()


@pytest.mark.parametrize("name", ["a folder of Bruxó's & 'friends'", "/".join(["long" * 50] * 3)])
def test_any_path(tmp_path: Path, name: str) -> None:
    home = tmp_path / name
    try:
        services = started(home)
        assert works(services)
        services.stop()
        assert not processes(services)
    finally:
        end_all(home)


def test_who_leaves_last_stops_the_servers(home: Path) -> None:
    first, second = started(home), started(home)
    first.stop()
    assert works(second)
    second.stop()
    assert not processes(second)


def test_data_of_another_postgresql_is_refused(home: Path) -> None:
    started(home).stop()
    (home / "postgres" / "PG_VERSION").write_text("17\n")
    with pytest.raises(CannotStart, match="of PostgreSQL 17 and this is PostgreSQL 18"):
        started(home)


def test_a_database_that_cannot_be_made_leaves_nothing_but_its_log(fresh: Path) -> None:
    services = Embedded(fresh)
    secrets = services.home.credentials()
    services.home.credentials_file.write_text(json.dumps(secrets | {"postgres_password": ""}))
    with pytest.raises(CannotStart, match=r"could not be made; what PostgreSQL said is in .*postgres.log"):
        services.start(durable=False)
    assert not (fresh / "postgres").exists()
    assert not list(fresh.glob("making-*"))
    assert "password" in (fresh / "postgres.log").read_text()


def test_servers_of_the_operator_are_used(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    services = Embedded(fresh)
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere/guildhall")
    assert services.needed() == [services.valkey]
    services.start(services.needed())
    assert bus_answers(services)
    assert not (fresh / "postgres").exists()
    services.stop()
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    assert services.needed() == []


def test_a_command_of_manage_py_that_is_told_to_end_takes_its_servers_along(home: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    command = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--command", "print('up', flush=True); import time; time.sleep(60)"],
        cwd=CHECKOUT,
        env=environment | {"GUILDHALL_HOME": str(home)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert command.stdout
    while "up" not in (line := command.stdout.readline()):
        assert line, "it ended before it was up"
    assert processes(Embedded(home))
    command.send_signal(signal.SIGTERM)
    assert command.wait(timeout=60) == 128 + signal.SIGTERM
    assert not processes(Embedded(home))
