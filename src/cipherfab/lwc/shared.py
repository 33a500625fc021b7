# SPDX-License-Identifier: Apache-2.0
"""Vectors in shares, as the side-channel extension of GMU's development package has them.

A word of the bus is the words of all shares side by side, share 0 at the top. Data is in random
shares whose sum it is; instructions and headers are in share 0, and the others are 0.
"""

from dataclasses import replace
from random import Random

from .vectors import Item, Stream


def shared(stream: Stream, shares: int, seed: int) -> Stream:
    """A stream of PDI or SDI, whose words come in so many shares, random ones of a seed."""
    # The port is in the seed, so that PDI and SDI do not get the same masks.
    random = Random(f"{seed} {stream.port}")
    blocks = tuple(
        replace(
            block, items=tuple(_shared(item, stream.width, shares, random) for item in block.items)
        )
        for block in stream.blocks
    )
    return replace(stream, width=shares * stream.width, blocks=blocks)


def _shared(item: Item, width: int, shares: int, random: Random) -> Item:
    return replace(
        item,
        words=tuple(
            _word(word, width, shares, random if item.kind == "DAT" else None)
            for word in item.words
        ),
    )


def _word(word: int, width: int, shares: int, random: Random | None) -> int:
    """``random``: None for a word that is in share 0."""
    masks = [random.getrandbits(width) if random else 0 for _ in range(shares - 1)]
    # Share 0 is the word plus all masks, so the sum of the shares is the word.
    total = word
    for mask in masks:
        total ^= mask
    for mask in masks:
        total = total << width | mask
    return total
