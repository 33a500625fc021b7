# SPDX-License-Identifier: Apache-2.0
"""Lengths and random messages are those that are promised."""

from random import Random

import pytest

from cipherfab.lwc.messages import Header, Operation, Violation
from cipherfab.verify.answers import lengths


def test_lengths_are_around_powers_of_two():
    """2^k - 1, 2^k and 2^k + 1 from 32 on, the longest that fits into a segment last."""
    assert lengths.lengths(128) == [31, 32, 33, 63, 64, 65, 127, 128, 129]
    assert lengths.lengths(1 << 16)[-3:] == [32768, 32769, 65535]


def test_each_length_is_played_as_associated_data_and_as_a_message():
    """Encrypted, forged, decrypted, and hashed."""
    messages = list(lengths.around_powers("ascon-128", "ascon-hash", seed=1, most=64))
    for operation in (Operation.ENCRYPT, Operation.DECRYPT):
        good = [
            (len(m.ad), len(m.data))
            for m in messages
            if m.operation == operation and m.result is not None
        ]
        assert good == [
            pair for length in lengths.lengths(64) for pair in ((length, 0), (0, length))
        ]
    assert [len(m.data) for m in messages if m.operation == Operation.HASH] == lengths.lengths(64)
    assert sum(m.result is None for m in messages) == 12


def test_what_is_too_long_for_the_algorithm_is_left_out():
    """A mode with a counter of 13 bits and blocks of 8 bytes takes no message of 65,535 bytes."""
    model_limit = list(lengths.around_powers("paef-forkskinny-64-192", None, seed=1, most=32))
    assert max(len(m.data) for m in model_limit) == 33
    wrong = lengths.too_long("paef-forkskinny-64-192", seed=1)
    parts = [entry.pdi[3:] for entry in wrong if isinstance(entry, Violation)]
    sizes = [
        sum(part.length for part in segments if isinstance(part, Header)) for segments in parts
    ]
    assert sizes == [8192 * 8 + 1, 8192 * 8 + 1] and lengths.too_long("ascon-128", seed=1) == []


def test_random_messages_are_their_seed_and_keep_the_key_in_use():
    """As many as asked for; forgeries, hashes and old keys among them; a message without a new key
    has the one before.
    """
    first = lengths.at_random("ascon-128", "ascon-hash", seed=5, count=500)
    assert (
        first == lengths.at_random("ascon-128", "ascon-hash", seed=5, count=500)
        and 500 <= len(first) <= 502
    )
    assert {m.operation for m in first} == {*Operation} - {Operation.OUTPUT} and 100 < sum(
        m.result is None for m in first
    ) < 200
    key = None
    for message in (m for m in first if m.operation != Operation.HASH):
        key = message.key if message.new_key else key
        assert message.key == key
    assert {m.new_key for m in first if m.operation == Operation.ENCRYPT} == {True, False}


class Highest(Random):
    """Draws the largest number that may come, and for floats what is given."""

    def __init__(self, share: float):
        super().__init__(1)
        self.share = share

    def random(self) -> float:
        return self.share

    def randrange(self, stop: int) -> int:
        return stop - 1


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_the_last_bit_of_a_field_is_the_last_that_may_be_flipped(share, monkeypatch):
    """Of the tag, and of a forged field: what is drawn is a bit that is there."""
    bits = []
    monkeypatch.setattr(
        lengths, "with_wrong_tag", lambda message, bit: bits.append((bit, len(message.tag)))
    )
    monkeypatch.setattr(
        lengths,
        "forged",
        lambda message, field, bit: bits.append((bit, len(getattr(message, field)))),
    )
    monkeypatch.setattr(lengths, "_length", lambda random, block: 3)
    lengths._random_group("ascon-128", Highest(share), None)
    ((bit, size),) = bits
    assert bit == 8 * size - 1
