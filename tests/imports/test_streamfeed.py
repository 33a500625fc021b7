# SPDX-License-Identifier: Apache-2.0
"""Words for a core with streams of its own, with the marks that only later words tell."""

import pytest
from amaranth.sim import Simulator

from cipherfab.controllers.ports import Phase
from cipherfab.imports.streamfeed import StreamFeed


def taken(words, width=16, hashes=False):
    """What leaves: data, mask, end of the type, end of the input; each word (phase, data, bytes,
    last, open) is offered until it is taken.
    """
    feed, found = StreamFeed(width), []
    simulator = Simulator(feed)
    simulator.add_clock(1e-6)

    async def run(context):
        context.set(feed.hash, hashes)
        for phase, data, size, last, goes_on in words:
            context.set(feed.words.valid, 1)
            context.set(feed.words.phase, phase)
            context.set(feed.words.data, data)
            context.set(feed.words.mask, (1 << size) - 1)
            context.set(feed.words.last, last)
            context.set(feed.words.open, goes_on)
            for _ in range(8):
                context.set(feed.taken, context.get(feed.there))
                if context.get(feed.there):
                    found.append(
                        tuple(
                            context.get(getattr(feed, name))
                            for name in ("data", "mask", "eot", "eoi")
                        )
                    )
                ready = context.get(feed.words.ready)
                await context.tick()
                if ready:
                    break
            context.set(feed.words.valid, 0)
            context.set(feed.taken, 0)
        for _ in range(3):
            context.set(feed.taken, context.get(feed.there))
            if context.get(feed.there):
                found.append(
                    tuple(
                        context.get(getattr(feed, name)) for name in ("data", "mask", "eot", "eoi")
                    )
                )
            await context.tick()

    simulator.add_testbench(run)
    simulator.run()
    return found


AD, TEXT = Phase.AD, Phase.MESSAGE


@pytest.mark.parametrize(
    "words, expected",
    [
        ([(AD, 1, 2, 1, 0), (TEXT, 2, 2, 1, 0)], [(1, 3, 1, 0), (2, 3, 1, 1)]),
        ([(AD, 1, 2, 1, 0), (TEXT, 0, 0, 1, 0)], [(1, 3, 1, 1)]),
        ([(AD, 1, 2, 0, 1), (AD, 0, 0, 1, 0), (TEXT, 2, 1, 1, 0)], [(1, 3, 1, 0), (2, 1, 1, 1)]),
        ([(TEXT, 1, 2, 0, 1), (TEXT, 0, 0, 1, 0)], [(1, 3, 1, 1)]),
    ],
)
def test_marks_of_later_words_are_known_when_a_word_leaves(words, expected):
    """An empty text makes the last word of the associated data the last of all; an empty last
    segment ends the type of the word that waits; the mask has a bit for each byte of the bus.
    """
    assert taken(words) == expected


@pytest.mark.parametrize("width", [8, 16, 32])
def test_the_mask_has_a_bit_for_each_byte(width):
    """On every bus."""
    assert len(StreamFeed(width).mask) == width // 8
