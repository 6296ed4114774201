"""Chance that anyone can check: every draw follows from a seed of 32 bytes. docs/record.md says how, exactly."""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import TypeVar

Item = TypeVar("Item")
SEED_BYTES = 32
WORD = 2**32
BLOCK = 64  # bytes that SHA-256 takes at a time; a seed is shorter
INSIDE, OUTSIDE = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
EIGHT_WORDS = Struct(">8I")  # a SHA-256 digest, big-endian


def words(seed: bytes, label: str) -> Iterator[int]:
    """The stream of a label, four bytes at a time: HMAC (RFC 2104), whose keyed beginnings are made once a stream."""
    key = seed.ljust(BLOCK, b"\0")
    keyed_inside, keyed_outside = sha256(key.translate(INSIDE)), sha256(key.translate(OUTSIDE))
    for counter in count():
        inside, outside = keyed_inside.copy(), keyed_outside.copy()
        inside.update(f"{label}:{counter}".encode())
        outside.update(inside.digest())
        yield from EIGHT_WORDS.unpack(outside.digest())


def below(stream: Iterator[int], limit: int) -> int:
    """A number from 0 up to, not including, the limit; each equally likely."""
    fair = WORD // limit * limit
    word = next(stream)
    while word >= fair:
        word = next(stream)
    return word % limit


def shuffle(items: Sequence[Item], seed: bytes, label: str) -> tuple[Item, ...]:
    """Fisher and Yates, from the last place down, on a fresh stream."""
    shuffled, stream = list(items), words(seed, label)
    for limit in range(len(shuffled), 1, -1):
        place, other = limit - 1, below(stream, limit)
        shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
    return tuple(shuffled)


def commitment(secret: bytes) -> str:
    """What is shown before anyone contributes, so that the secret cannot be changed afterwards."""
    return sha256(secret).hexdigest()


def seed_from(secret: bytes, contributions: Sequence[str]) -> bytes:
    """The seed of a live match: the table's secret and every seat's own part, in lower-case hex, in seat order."""
    return hmac.digest(secret, ",".join(contributions).lower().encode(), "sha256")
