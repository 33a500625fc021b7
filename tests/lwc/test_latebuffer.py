# SPDX-License-Identifier: Apache-2.0
"""The late buffer keeps words in order and number with the storage of one block, and costs no cycle
for it.
"""

import random

import pytest
from buffered import FIELDS, phases_of, pieces_of
from streams import play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.lwc.latebuffer import LateBuffer

from .test_splitbuffer import LateMode, pass_through, shapes

sources = pytest.mark.parametrize("direct", [True, False], ids=["direct", "not direct"])


@pytest.mark.parametrize("seed", [1, 2, 3])
@sources
@shapes
def test_words_and_blocks_are_kept_under_stalls(width, size, direct, seed):
    """Any lengths, empty phases included: the mode gets the blocks, and the output its late
    answers, whatever stalls.
    """
    generator = random.Random(seed)
    phases = phases_of(generator, size)
    _, _, taken, _ = pass_through(
        width,
        size,
        phases,
        cycles=generator.randrange(1, 20),
        seed=seed,
        patient=seed == 3,
        willing=lambda: generator.random() < 0.6,
        buffer=LateBuffer(width=width, size=size, direct=direct),
    )
    assert taken.values == [
        block for phase, data in phases for block in pieces_of(data, size, phase)
    ]


@pytest.mark.parametrize("slower", [0, 1, 7])
@shapes
def test_a_block_costs_its_words_or_its_computation(width, size, slower):
    """A mode of two cycles and more keeps input and output busy as far as the bus does; the first
    word of an answer leaves when it is there.
    """
    count = 8 * size // width
    for cycles in {2, count} if not slower else {count + slower}:
        given, output, taken, _ = pass_through(
            width,
            size,
            [(Phase.MESSAGE, bytes(range(8 * size)))],
            cycles=cycles,
            buffer=LateBuffer(width=width, size=size),
        )
        period = max(count, cycles)
        assert {after - before for before, after in zip(taken.cycles, taken.cycles[1:])} == {period}
        assert output.cycles[::count] == [cycle + cycles for cycle in taken.cycles]
        assert slower or given.cycles == list(range(len(given.items)))


@shapes
def test_an_owed_answer_is_not_empty(width, size):
    """After a message block is taken, the buffer is not empty until its last word has left; a block
    of AD owes nothing.
    """
    _, output, taken, empty = pass_through(
        width,
        size,
        [(Phase.AD, bytes(size)), (Phase.MESSAGE, bytes(2 * size))],
        cycles=20,
        buffer=LateBuffer(width=width, size=size),
    )
    first, last = taken.cycles[1], output.cycles[-1]
    assert set(range(first + 1)) <= set(empty.cycles) and not set(range(first + 1, last + 1)) & set(
        empty.cycles
    )


@shapes
def test_an_answer_leaves_past_words_that_wait(width, size):
    """With `direct` all words of an answer leave though a block behind it has begun and does not
    become whole; without, the first one alone.
    """
    for direct in (True, False):
        sent = words_past_a_begun_block(width, size, direct=direct)
        assert sent == (8 * size // width if direct else 1)


def words_past_a_begun_block(width: int, size: int, *, direct: bool) -> int:
    """How many words leave of the answer to a block when one word of the next one has come."""
    component = LateMode(
        width,
        size,
        cycles=5 + 8 * size // width,
        buffer=LateBuffer(width=width, size=size, direct=direct),
    )
    given = stream(
        component.words,
        FIELDS,
        pieces_of(bytes(3 * size), width // 8, Phase.MESSAGE)[: 8 * size // width + 1],
    )
    output, seen = stream(component.output), []

    def extra(ctx):
        seen.append(None)
        ctx.set(component.willing, 1)

    play(component, [given], [output], extra=extra, until=lambda: len(seen) > 10 * size)
    return len(output.passed)
