"""Connects this web process with the others: one channel in one group of Channels' layer (CHANNEL_LAYERS, "matches").

What is sent goes through an outbox task, so that no move waits for Valkey. Pub/sub loses what is sent while a process
is not connected, and says nothing of it; so each process sends itself a numbered probe through the group. A number that
is missing means that announcements may be missing, too.
"""

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog
from channels.layers import get_channel_layer

from games.live.background_tasks import BackgroundTasks
from games.live.group_member import BUS_TIMEOUT_SECONDS, GroupMember
from games.services.announcements import (
    LAYOUT,
    MATCHES_GROUP,
    MATCHES_LAYER,
    MatchChange,
    MatchesChanged,
    changes_in,
    matches_changed,
    merged,
)
from players.services.layer_outbox import BUS_ERRORS, LayerOutbox

log = structlog.get_logger("guildhall.live")
PROBE_INTERVAL_SECONDS = 3.0
# Without a probe for so long, the connection carries nothing although it looks alive: it is made anew.
PROBE_TIMEOUT_SECONDS = 10.0


class Announcements:
    """Announces this process's changes to all web processes, and hears theirs."""

    def __init__(self, background: BackgroundTasks) -> None:
        self.background = background
        self.origin = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.outbox: LayerOutbox[MatchesChanged] = LayerOutbox(
            layer=MATCHES_LAYER, merge=merged, start=background.start
        )
        self.member = GroupMember(MATCHES_LAYER, MATCHES_GROUP, self.receive)
        self.probe_sent = self.probe_heard = 0
        self.heard_at = time.monotonic()

    def start(self, *, hear: Callable[[MatchChange], None], reconcile: Callable[[], None]) -> None:
        """Call `hear` with every change that another process announces, and `reconcile` when some may be lost."""
        self.hear, self.reconcile = hear, reconcile
        self.background.repeat(self.send_probe, PROBE_INTERVAL_SECONDS)

    def send(self, *changes: MatchChange) -> None:
        """Announce changes soon, together with what else is announced in this moment. Never waits, never fails."""
        self.outbox.add(MATCHES_GROUP, matches_changed(changes, self.origin))

    async def send_probe(self) -> None:
        if time.monotonic() - self.heard_at > PROBE_TIMEOUT_SECONDS:
            await self.reconnect()
        self.member.join()
        self.probe_sent += 1
        self.outbox.add(MATCHES_GROUP, {**matches_changed([], self.origin), "probe": self.probe_sent})

    async def receive(self, message: Any) -> None:
        """Take one message of the group. Never waits: what it calls for is done by tasks beside."""
        if not isinstance(message, dict) or (message.get("type"), message.get("layout")) != ("matches.changed", LAYOUT):
            return  # another version of this program may send what we do not know
        if message["origin"] == self.origin:
            self.receive_own(message)
            return
        for change in changes_in(message):
            self.hear(change)

    def receive_own(self, message: Mapping[str, Any]) -> None:
        probe = message.get("probe", self.probe_heard)
        if probe > self.probe_heard:
            if probe > self.probe_heard + 1 or probe == 1:
                self.reconcile()
            self.probe_heard, self.heard_at = probe, time.monotonic()

    async def reconnect(self) -> None:
        """Make the layer's connections and our membership anew."""
        log.warning("bus silent")
        await self.member.leave()
        with suppress(*BUS_ERRORS):
            async with asyncio.timeout(BUS_TIMEOUT_SECONDS):
                await get_channel_layer(MATCHES_LAYER).flush()
        self.member = GroupMember(MATCHES_LAYER, MATCHES_GROUP, self.receive)
        self.heard_at = time.monotonic()

    async def close(self) -> None:
        await self.member.leave()
