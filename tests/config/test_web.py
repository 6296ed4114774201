"""The web process: what it does with its connections beside serving them."""

import asyncio

from config.web import PoliteServer


class Connection:
    """Counts how often it was asked about its time."""

    def __init__(self, server: PoliteServer) -> None:
        self.server, self.asked = server, 0

    def check_timeouts(self) -> None:
        self.asked += 1


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
        assert asked % 16 == 0 or asked == 100
    assert turns > 6
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
