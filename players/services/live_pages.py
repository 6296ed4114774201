"""Announces to open pages which of their parts have changed: a group a page, over Channels' layer. docs/protocol.md.

What is lost on the way is found by the next heartbeat of each page, which reads the version from the database.
"""

import hashlib
import re
from collections.abc import Sequence
from functools import reduce
from typing import Literal, TypedDict

from django.db import transaction

from players.services.layer_outbox import LayerOutbox

PAGES_LAYER = "default"
# Channels' limit is 99 characters of these; "page.", a kind and a SHA-256 digest fit into it.
GROUP_NAME_PATTERN = re.compile(r"[A-Za-z0-9_.-]{1,90}")
KIND_MAX_LENGTH = 25
# What concerns one page within this time becomes one message. Browsers wait longer before they fetch.
MERGE_INTERVAL_SECONDS = 0.1


class PageChanged(TypedDict):
    """The message on the bus: these parts have changed after version `since`, up to `version`. `layout` is the version
    of this payload; a process ignores one that it does not know."""

    type: Literal["page.changed"]
    layout: Literal[1]
    parts: list[str]
    since: int
    version: int


def group_name(kind: str, key: str) -> str:
    """Return the group of one page. A key that Channels would not accept in a name is replaced by its digest."""
    if len(kind) > KIND_MAX_LENGTH or not GROUP_NAME_PATTERN.fullmatch(kind):
        raise ValueError(f"{kind!r} is no kind of page")
    name = f"{kind}.{key}"
    if not GROUP_NAME_PATTERN.fullmatch(name):
        name = f"{kind}.{hashlib.sha256(key.encode()).hexdigest()}"
    return f"page.{name}"


def player_group(player_id: int) -> str:
    """Return the group of one player's notices, to which all their pages listen."""
    return group_name("player", str(player_id))


def no_player_news(player_id: int) -> int:
    """Return 0 as the version of a player's notices. `PLAYER_NEWS_VERSION` names another function if an app has any."""
    return 0


def announce_page_on_commit(*, group: str, parts: Sequence[str], version: int) -> None:
    """Tell a page's group after commit which parts have changed. Queues the message, so it neither waits nor fails."""
    message = PageChanged(type="page.changed", layout=1, parts=sorted(set(parts)), since=version - 1, version=version)
    transaction.on_commit(lambda: OUTBOX.add(group, message), robust=True)


def merged(one: PageChanged, other: PageChanged) -> PageChanged:
    """Return one message instead of two: the parts of both, and the higher version.

    If a version between them is missing, `since` is the version after the gap: a page at an older version must fetch
    every part, because these may not be all that have changed.
    """
    earlier, later = sorted((one, other), key=lambda message: message["since"])
    since = later["since"] if later["since"] > earlier["version"] else earlier["since"]
    parts = sorted({*one["parts"], *other["parts"]})
    return {**one, "parts": parts, "since": since, "version": max(one["version"], other["version"])}


OUTBOX: LayerOutbox[PageChanged] = LayerOutbox(
    layer=PAGES_LAYER, merge=lambda messages: reduce(merged, messages), merge_seconds=MERGE_INTERVAL_SECONDS
)
