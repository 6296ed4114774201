"""The web process: what it does with its connections beside serving them."""

import asyncio

import pytest

from config.web import PoliteServer, with_backlog


class Connection:
    """Counts how often it was asked about its time."""

    def __init__(self, server: PoliteServer) -> None:
        self.server, self.asked = server, 0

    def check_timeouts(self) -> None:
        self.asked += 1

    def handle_exception(self, _: Exception) -> None:
        """The next request on the same line begins."""
        self.server.protocol_connected(Connection(self.server))


class LastOne(Connection):
    """All others go while it is asked."""

    def check_timeouts(self) -> None:
        super().check_timeouts()
        for other in [one for one in self.server.connections if one is not self]:
            del self.server.connections[other]


async def test_every_connection_is_asked_about_its_time_in_small_lots():
    server = PoliteServer(application=None, endpoints=["tcp:0"])
    server.connections = {Connection(server): {} for _ in range(100)}
    all_of_them, turns = list(server.connections), 0
    server.timeout_checker()
    while not all(one.asked for one in all_of_them):
        await asyncio.sleep(0)
        turns += 1
        asked = sum(one.asked for one in all_of_them)
        assert asked % 32 == 0 or asked == 100
    assert turns > 3
    assert {one.asked for one in all_of_them} == {1}
    await stop(server)


async def test_whoever_has_gone_meanwhile_is_not_asked():
    server = PoliteServer(application=None, endpoints=["tcp:0"])
    server.connections = {one(server): {} for one in (LastOne, Connection, Connection)}
    all_of_them = list(server.connections)
    server.timeout_checker()
    while not all_of_them[0].asked:
        await asyncio.sleep(0)
    assert [one.asked for one in all_of_them] == [1, 0, 0]
    await stop(server)


async def stop(server: PoliteServer) -> None:
    server.looking.cancel()
    await asyncio.gather(server.looking, return_exceptions=True)


async def connected(server: PoliteServer) -> tuple[Connection, asyncio.Event]:
    """A connection, and how its application is told to end."""
    one, end = Connection(server), asyncio.Event()
    server.application = lambda **_: end.wait()
    server.protocol_connected(one)
    server.create_application(one, {})
    await asyncio.sleep(0)
    return one, end


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr("daphne.server.reactor.callLater", lambda *_: None)
    return PoliteServer(application=None, endpoints=["tcp:0"])


async def test_whoever_has_left_is_forgotten_once_their_application_has_ended(server):
    (stays, _), (leaves, end) = await connected(server), await connected(server)
    server.protocol_disconnected(leaves)
    server.application_checker()
    assert set(server.connections) == {stays, leaves}
    end.set()
    await asyncio.sleep(0.01)
    server.application_checker()
    assert set(server.connections) == {stays}


async def test_an_application_that_ends_first_is_reaped_and_its_connection_when_it_leaves(server):
    one, end = await connected(server)
    end.set()
    await asyncio.sleep(0.01)
    server.application_checker()
    assert "application_instance" not in server.connections[one]
    server.protocol_disconnected(one)
    server.application_checker()
    assert not server.connections


async def test_an_application_that_does_not_end_is_ended(server):
    one, _ = await connected(server)
    server.protocol_disconnected(one)
    server.connections[one]["disconnected"] -= server.application_close_timeout + 1
    for _ in range(2):
        server.application_checker()
        await asyncio.sleep(0.01)
    assert not server.connections


async def test_an_application_that_fails_is_told_of_and_who_comes_meanwhile_is_kept(server, caplog):
    failing = Connection(server)

    async def application() -> None:
        raise ValueError("an application of ours")

    server.application = lambda **_: application()
    server.protocol_connected(failing)
    server.create_application(failing, {})
    await asyncio.sleep(0.01)
    server.application_checker()
    assert "an application of ours" in caplog.text
    assert len(server.connections) == 2


async def test_only_those_that_have_ended_are_looked_at(server, monkeypatch):
    looked_at = []
    look = lambda self: looked_at.append(set(self.connections))  # noqa: E731
    monkeypatch.setattr("daphne.server.Server.application_checker", look)
    _, (leaves, _) = await connected(server), await connected(server)
    server.protocol_disconnected(leaves)
    server.application_checker()
    assert looked_at == [{leaves}]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("tcp:port=8000:interface=127.0.0.1", "tcp:port=8000:interface=127.0.0.1:backlog=2048"),
        ("tcp:port=8000:backlog=9", "tcp:port=8000:backlog=9"),
        ("unix:/run/web.sock", "unix:/run/web.sock"),
    ],
)
def test_many_may_stand_at_the_door(given, expected):
    assert with_backlog(given) == expected
    assert PoliteServer(application=None, endpoints=[given]).endpoints == [expected]
