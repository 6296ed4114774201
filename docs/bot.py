"""A bot for Guildhall in one file. It needs `pip install websockets`.

python bot.py https://HOST TOKEN                   lists the tournaments that one can enter
python bot.py https://HOST TOKEN SLUG [TEAM]       enters one, checks in, and plays all its tables to the end
python bot.py wss://HOST/ws/tables/KEY/ TOKEN      plays one table

While it leads it passes for a gem where it may, and otherwise it plays anything that is allowed. Yours will do better.
"""

import asyncio
import json
import random
import secrets
import sys
import uuid
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

ASK_SECONDS = 2
OVER = ("finished", "cancelled")
# A table at which nothing more will be played.
ENDED = ("finished", "closed", "called-off")


def choose(view: dict[str, Any]) -> str:
    """Everything one may know is in the view, and everything one may do in its "legal"."""
    actions: list[str] = view["legal"]
    mine = next(side for side in view["scores"] if view["seat"] in side["seats"])
    leading = mine["place"] == 1
    return "pass" if leading and "pass" in actions else random.choice(actions)


# --- A table ---


class Table:
    """One table, over as many connections as it takes. What was not answered is sent again, under the same id."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address, token
        self.waiting: dict[str, Any] | None = None

    async def play(self) -> dict[str, Any] | None:
        """Play to the end, and return the result; None if the table has ended without one."""
        headers = {"Authorization": f"Bearer {self.token}"}
        while True:
            try:
                async with connect(self.address, additional_headers=headers) as socket:
                    beat = asyncio.create_task(keep_alive(socket))
                    try:
                        return await self.follow(socket)
                    finally:
                        beat.cancel()
            except (ConnectionClosed, InvalidHandshake, OSError):
                await asyncio.sleep(random.uniform(0.3, 2))

    async def follow(self, socket: Any) -> dict[str, Any] | None:
        if self.waiting:
            await socket.send(json.dumps(self.waiting))
        while True:
            message = json.loads(await socket.recv())
            if message["type"] in ("done", "refused") and self.waiting and message["id"] == self.waiting["id"]:
                self.waiting = None
            if message["type"] == "hello" and message["status"] in ENDED[1:]:
                return None
            if message["type"] == "state":
                if message["result"]:
                    return message["result"]
                await self.act(socket, message)

    async def act(self, socket: Any, state: dict[str, Any]) -> None:
        if not state["view"]["legal"] or (self.waiting and self.waiting["seq"] == state["seq"]):
            return
        action = choose(state["view"])
        self.waiting = {"type": "act", "id": str(uuid.uuid4()), "seq": state["seq"], "action": action}
        await socket.send(json.dumps(self.waiting))


async def keep_alive(socket: Any) -> None:
    while True:
        await asyncio.sleep(20)
        await socket.send('{"type": "ping"}')


# --- A tournament ---


class Refused(Exception):  # noqa: N818
    """The site says no: a code for programs, a sentence for people."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body["message"])
        self.code: str = body["code"]


class Site:
    """The calls of docs/api.md."""

    def __init__(self, site: str, token: str) -> None:
        self.base, self.token = f"{site.rstrip('/')}/api/v1/", token

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call, and wait where the site says so or cannot be reached."""
        while True:
            try:
                return await asyncio.to_thread(self.send, method, path, body)
            except HTTPError as error:
                if error.code < 500 and error.code != 429:
                    raise Refused(json.load(error)) from error
                await asyncio.sleep(int(error.headers.get("Retry-After") or ASK_SECONDS))
            except (URLError, OSError):
                await asyncio.sleep(ASK_SECONDS)

    def send(self, method: str, path: str, body: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = Request(self.base + path, data, headers, method=method)  # noqa: S310
        with urlopen(request, timeout=30) as response:  # noqa: S310
            content = response.read()
        return json.loads(content) if content else None


class Event:
    """One tournament, from the entry to the last table."""

    def __init__(self, site: Site, slug: str, team: int | None) -> None:
        self.site, self.slug, self.team = site, slug, team
        self.playing: dict[str, asyncio.Task[None]] = {}
        self.checked_in = False

    async def play(self) -> None:
        entry = await self.site.call("PUT", f"tournaments/{self.slug}/entry", {"team": self.team, "code": ""})
        print(f"entry {entry['entry']}: {entry['status']}", flush=True)
        if entry["status"] == "invited":
            await self.agree()
        while (document := await self.site.call("GET", f"tournaments/{self.slug}"))["status"] not in OVER:
            await self.check_in(document["status"])
            await self.go_to_tables()
            await asyncio.sleep(ASK_SECONDS)
        await asyncio.gather(*self.playing.values())
        ranking = document["ranking"] or []
        place = next((line["place"] for line in ranking if line["entry"] == entry["entry"]), None)
        print(f"{document['status']}: place {place}", flush=True)

    async def agree(self) -> None:
        """The partner's word; one's own is not asked for."""
        try:
            await self.site.call("POST", f"tournaments/{self.slug}/entry/agree")
        except Refused as refused:
            if refused.code != "not-now":
                raise

    async def check_in(self, status: str) -> None:
        if status == "check-in" and not self.checked_in:
            try:
                await self.site.call("POST", f"tournaments/{self.slug}/check-in")
                self.checked_in = True
            except Refused as refused:
                print(refused, flush=True)

    async def go_to_tables(self) -> None:
        """Sit down wherever one is expected, as soon as the table is there."""
        for table in (await self.site.call("GET", "me"))["tables"]:
            if table["tournament"] == self.slug and table["key"] not in self.playing:
                self.playing[table["key"]] = asyncio.create_task(self.sit(table))

    async def sit(self, table: dict[str, Any]) -> None:
        if table["status"] == "waiting":
            try:
                part = {"contribution": secrets.token_hex(32)}
                await self.site.call("POST", f"tables/{table['key']}/contribution", part)
            except Refused as refused:  # it has begun meanwhile
                print(refused, flush=True)
        result = await Table(table["socket"], self.site.token).play()
        print(f"round {table['round']}, table {table['key']}: {'played' if result else 'called off'}", flush=True)


async def list_open(site: Site) -> None:
    path = "tournaments?when=open"
    while path:
        found = await site.call("GET", path)
        for one in found["items"]:
            print(f"{one['slug']}: {one['name']}, {one['format']}, {one['entries']} in, starts {one['starts_at']}")
        path = (found["next"] or "").removeprefix(site.base)


async def main(address: str, token: str, slug: str = "", team: str = "") -> None:
    if address.startswith("ws"):
        print(json.dumps(await Table(address, token).play(), indent=2))
    elif slug:
        await Event(Site(address, token), slug, int(team) if team else None).play()
    else:
        await list_open(Site(address, token))


if __name__ == "__main__":
    try:
        asyncio.run(main(*sys.argv[1:]))
    except Refused as refused:
        sys.exit(str(refused))
