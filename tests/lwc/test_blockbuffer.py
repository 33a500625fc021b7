# SPDX-License-Identifier: Apache-2.0
"""The block buffer keeps words in order and number, and does not slow the bus down."""

import random

import pytest
from buffered import FIELDS, WithMode, assert_kept, pass_through, phases_of, pieces_of
from streams import Stream, play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.errors import CallError
from cipherfab.lwc.blockbuffer import BlockBuffer

shapes = pytest.mark.parametrize(
    "width, size, short",
    [(width, size, False) for width in (8, 16, 32) for size in (8, 16)]
    + [(width, 16, True) for width in (8, 16, 32)]
    + [(32, 4, False)],
)


ways = pytest.mark.parametrize("ahead", [False, True], ids=["late", "ahead"])


@ways
@pytest.mark.parametrize("seed", [2, 3])
@shapes
def test_words_and_blocks_are_kept_under_stalls(width, size, short, seed, ahead):
    """Any lengths, empty phases included: the mode gets the blocks, and the output its answers,
    whatever stalls.
    """
    generator = random.Random(seed)
    phases = phases_of(generator, size)
    assert_kept(width, size, seed, phases, generator, short=short, ahead=ahead)


@ways
@shapes
def test_one_word_each_cycle(width, size, short, ahead):
    """A mode that is done with a block in as many cycles as it has words keeps input and output
    busy in every cycle.
    """
    count = 8 * (8 if short else size) // width
    for cycles in (1, count):
        given, output, _ = pass_through(
            width,
            size,
            [(Phase.MESSAGE, bytes(range(12 * size)))],
            short=short,
            cycles=cycles,
            ahead=ahead,
        )
        assert given.cycles == list(range(len(given.items)))
        # Ahead, the first of several words leaves when the second one comes; the others when the
        # block is taken.
        first = 1 if ahead and count > 1 else count - 1
        assert output.cycles == [first, *range(count, count - 1 + len(given.items))]


@shapes
def test_late_words_never_wait(width, size, short):
    """With a mode and a receiver that are always ready, each word is taken in the cycle in which it
    is offered, however late.
    """
    component = WithMode(width, size, cycles=1, short=short)
    given = stream(
        component.words, FIELDS, pieces_of(bytes(range(10 * size)), width // 8, Phase.MESSAGE)
    )
    output, offered = (
        stream(component.output),
        Stream(valid=component.words.valid, ready=None, payload={}),
    )
    play(
        component,
        [given],
        [output, offered],
        extra=lambda ctx: ctx.set(component.willing, 1),
        seed=1,
        eager=True,
        until=lambda: len(output.passed) == len(given.items),
    )
    assert len(offered.passed) == len(given.items)


@pytest.mark.parametrize("width, size", [(32, 8), (16, 16)])
def test_a_slower_mode_sets_the_pace(width, size):
    """With one cycle more than words, each block takes one cycle more: input waits, nothing is
    lost.
    """
    count, blocks = 8 * size // width, 12
    given, _, taken = pass_through(
        width, size, [(Phase.MESSAGE, bytes(blocks * size))], cycles=count + 1
    )
    assert {after - before for before, after in zip(taken.cycles, taken.cycles[1:])} == {count + 1}
    assert given.cycles[-1] == (count + 1) * (blocks - 1) + count - 1


def test_a_block_of_no_whole_words_is_refused():
    """Blocks of 22 bytes do not come in words of 32 bits: those are made smaller before
    (`lwc.narrow`).
    """
    with pytest.raises(CallError, match="whole bus words"):
        BlockBuffer(width=32, size=22)
