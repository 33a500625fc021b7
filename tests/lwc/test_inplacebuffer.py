# SPDX-License-Identifier: Apache-2.0
"""The buffer whose blocks stay keeps words in order and number; what a block costs on the bus."""

import random

import pytest
from buffered import assert_kept, pass_through, phases_of, pieces_of
from streams import play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.errors import CallError
from cipherfab.lwc.inplacebuffer import InPlaceBuffer

shapes = pytest.mark.parametrize(
    "width, size, short",
    [
        (8, 16, False),
        (16, 8, False),
        (32, 16, False),
        (32, 32, False),
        (32, 16, True),
        (8, 16, True),
        (32, 4, False),
    ],
)
ways = pytest.mark.parametrize("ahead", [False, True], ids=["late", "ahead"])


@pytest.mark.sample(7)
@ways
@pytest.mark.parametrize("seed", [2, 3])
@shapes
def test_words_and_blocks_are_kept_under_stalls(width, size, short, seed, ahead):
    """Any lengths, empty phases included: the mode gets the blocks, and the output its answers,
    whatever stalls.
    """
    generator = random.Random(seed)
    phases = phases_of(generator, size)
    phases.append((Phase.MESSAGE, b"end"))
    assert_kept(width, size, seed, phases, generator, short=short, kind=InPlaceBuffer, ahead=ahead)


@ways
def test_a_block_of_n_words_takes_2_n_cycles(ahead):
    """With a mode that is always willing: n for its words, and n for those of its answer, in the
    last of which it is taken.
    """
    given, output, taken = pass_through(
        32, 16, [(Phase.MESSAGE, bytes(range(64)))], ahead=ahead, kind=InPlaceBuffer
    )
    assert given.cycles == [8 * block + word for block in range(4) for word in range(4)]
    assert output.cycles == [8 * block + 4 + word for block in range(4) for word in range(4)]
    assert taken.cycles == [8 * block + 7 for block in range(4)]


@pytest.mark.parametrize("last", [0, 1])
def test_a_block_waits_until_it_is_known_whether_it_is_the_last(last):
    """One that an ``open`` word fills is shown when a word without bytes follows, whose ``last`` it
    has; while it waits its answer is owed.
    """
    buffer, seen = InPlaceBuffer(width=32, size=8), []
    items = [
        {**item, "last": 0, "open": int(number == 1)}
        for number, item in enumerate(pieces_of(bytes(range(8)), 4, Phase.MESSAGE))
    ]
    items.append({"data": 0, "mask": 0, "phase": Phase.MESSAGE, "last": last, "open": 0})
    given = stream(buffer.words, ("data", "mask", "phase", "last", "open"), items)
    given.holds_back = lambda number: number == 2 and len(seen) < 9
    block = stream(buffer.block, ("last", "mask"))
    play(
        buffer,
        [given],
        [block],
        until=lambda: bool(block.passed),
        extra=lambda ctx: seen.append((ctx.get(buffer.block.valid), ctx.get(buffer.empty))),
    )
    assert seen[3:9] == [(0, 0)] * 6
    assert block.values == [{"last": last, "mask": 0xFF}]


def test_a_block_of_no_whole_words_is_refused():
    """Blocks of 22 bytes do not come in words of 32 bits: those are made smaller before
    (`lwc.narrow`).
    """
    with pytest.raises(CallError, match="whole bus words"):
        InPlaceBuffer(width=32, size=22)
