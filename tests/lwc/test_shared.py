# SPDX-License-Identifier: Apache-2.0
"""Vectors in shares."""

from cipherfab.lwc.shared import shared
from cipherfab.lwc.vectors import Block, Item, Stream

STREAM = Stream(
    port="pdi",
    width=16,
    blocks=(
        Block(
            title="",
            items=(
                Item(kind="INS", words=(0x2000,)),
                Item(kind="HDR", words=(0xD200, 0x0004)),
                Item(kind="DAT", words=(0x1234, 0xABCD)),
            ),
        ),
    ),
)


def parts(word: int, shares: int) -> list[int]:
    """The shares of a word, share 0 first."""
    return [word >> 16 * (shares - 1 - share) & 0xFFFF for share in range(shares)]


def test_shares_add_up_and_headers_are_in_share_0():
    """Data is the sum of random shares, all else is in share 0 and the others are 0."""
    for shares in (2, 3):
        made = shared(STREAM, shares, seed=1)
        assert made.width == 16 * shares
        for plain, word in zip(STREAM.words[:3], made.words):
            assert parts(word, shares) == [plain] + [0] * (shares - 1)
        for plain, word in zip(STREAM.words[3:], made.words[3:]):
            total = 0
            for share in parts(word, shares):
                assert share != plain
                total ^= share
            assert total == plain


def test_a_seed_gives_the_same_shares():
    """The same seed the same words, another one others."""
    assert shared(STREAM, 2, seed=1) == shared(STREAM, 2, seed=1) != shared(STREAM, 2, seed=2)
