"""Random numbers and shuffles from a seed of 32 bytes, so that anyone can check them. docs/record.md specifies how."""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import TypeVar

Item = TypeVar("Item")
SEED_BYTES = 32
WORD_VALUES = 2**32  # how many values a word of the stream can have
SHA256_BLOCK_BYTES = 64  # SHA-256 takes so many bytes at a time; a seed is shorter
HMAC_INNER_PAD, HMAC_OUTER_PAD = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
DIGEST_WORDS = Struct(">8I")  # a SHA-256 digest as eight numbers, big-endian


def random_words(seed: bytes, label: str) -> Iterator[int]:
    """Yield the random stream of a label, four bytes at a time: HMAC-SHA-256 (RFC 2104) of the label and a counter.

    The two keyed hashes are prepared once a stream and copied for each block.
    """
    key = seed.ljust(SHA256_BLOCK_BYTES, b"\0")
    keyed_inner, keyed_outer = sha256(key.translate(HMAC_INNER_PAD)), sha256(key.translate(HMAC_OUTER_PAD))
    for counter in count():
        inner, outer = keyed_inner.copy(), keyed_outer.copy()
        inner.update(f"{label}:{counter}".encode())
        outer.update(inner.digest())
        yield from DIGEST_WORDS.unpack(outer.digest())


def random_below(stream: Iterator[int], limit: int) -> int:
    """Return a number from 0 up to, not including, the limit; each equally likely."""
    fair = WORD_VALUES // limit * limit
    word = next(stream)
    while word >= fair:
        word = next(stream)
    return word % limit


def shuffle(items: Sequence[Item], seed: bytes, label: str) -> tuple[Item, ...]:
    """Shuffle by Fisher and Yates, from the last place down, with a stream of its own."""
    shuffled, stream = list(items), random_words(seed, label)
    for limit in range(len(shuffled), 1, -1):
        place, other = limit - 1, random_below(stream, limit)
        shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
    return tuple(shuffled)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret: shown before the deal, so that the secret cannot be changed afterwards."""
    return sha256(secret).hexdigest()


def seed_from(secret: bytes, contributions: Sequence[str]) -> bytes:
    """Return the seed of a live match: HMAC of the seats' parts, in hex and seat order, keyed by the table's secret."""
    return hmac.digest(secret, ",".join(contributions).lower().encode(), "sha256")
