# SPDX-License-Identifier: Apache-2.0
"""Which words of a message have to wait in the file of the bench."""

import pytest

from cipherfab.lwc.messages import encryption
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers.late_headers import at_any_time
from cipherfab.verify.rtl.vector_file import HELD, bench_numbers, numbers_of


def held(messages, **options) -> list[list[str]]:
    """Of each message the kinds of the items that wait."""
    streams = vectors(messages, width=8, **options)
    gates = iter(bench_numbers(streams, False)[2])
    return [
        [item.kind for item in block.items if [next(gates) for _ in item.words][0] & HELD]
        for block in streams.pdi.blocks
    ]


@pytest.mark.parametrize("aead, buffer_bytes", [("ascon-128", None), ("lilliput-ii-128", 64)])
def test_what_breaks_a_message_waits(aead, buffer_bytes):
    """Headers of broken messages, also of a core that answers them with the status alone; and the
    instruction that ends one that never says *last*.
    """
    messages = at_any_time(aead, seed=1)
    waiting = held(messages, buffer_bytes=buffer_bytes)
    assert waiting[0] == []
    for broken, kinds, behind in zip(messages[1::2], waiting[1::2], waiting[2::2]):
        assert kinds and set(kinds) == {"HDR"}
        assert behind == (["INS"] if broken.promise == "abort-encrypt" else [])


def test_nothing_of_a_good_message_waits():
    """No word of it has the bit."""
    message = encryption("ascon-128", key=bytes(16), nonce=bytes(16), plaintext=b"p")
    assert held([message]) == [[]]


def test_wide_words_are_several_numbers():
    """The most significant one first; words of up to 32 bits are one each."""
    assert numbers_of([0x0123456789ABCDEF, 1], 64) == [0x01234567, 0x89ABCDEF, 0, 1]
    assert numbers_of([1 << 127], 128) == [1 << 31, 0, 0, 0]
    assert numbers_of([0xFFFFFFFF], 32) == [0xFFFFFFFF]
