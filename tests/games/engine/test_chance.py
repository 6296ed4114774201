"""Chance by the specification, beside Python's own HMAC."""

import hmac
from itertools import islice
from struct import unpack

from hypothesis import given
from hypothesis import strategies as st

from games.engine import chance


@given(seed=st.binary(min_size=32, max_size=32), label=st.sampled_from(["leader", "deal", "trumps-1", "a label"]))
def test_a_stream_is_hmac_of_the_label_and_a_counter(seed, label):
    blocks = [hmac.new(seed, f"{label}:{counter}".encode(), "sha256").digest() for counter in range(3)]
    assert list(islice(chance.random_words(seed, label), 24)) == [
        word for block in blocks for word in unpack(">8I", block)
    ]


def test_a_word_that_would_be_unfair_is_thrown_away():
    # 2**32 is 4 more than a multiple of 12: the last four words would favour 0 to 3.
    assert chance.random_below(iter([2**32 - 4, 2**32 - 1, 25]), 12) == 1
    assert chance.random_below(iter([2**32 - 5]), 12) == 11


@given(seed=st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_every_card(seed):
    assert sorted(chance.shuffle(range(52), seed, "deal")) == list(range(52))
