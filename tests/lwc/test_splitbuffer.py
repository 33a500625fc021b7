# SPDX-License-Identifier: Apache-2.0
"""The split buffer keeps words in order and number, and neither input nor output waits for the
other.
"""

import random

import pytest
from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect
from buffered import FIELDS, inverted, phases_of, pieces_of
from streams import Stream, play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.lwc.ports import bus, words
from cipherfab.lwc.splitbuffer import SplitBuffer

shapes = pytest.mark.parametrize(
    "width, size", [(width, size) for width in (8, 16, 32) for size in (8, 16)]
)


class LateMode(wiring.Component):
    """A buffer with a mode that inverts message blocks and answers ``cycles`` later, when it may
    take the next block.

    Ports: words, output, empty: of the buffer. willing: the mode may take a block. taken, data,
    mask, phase, last: the block that it takes.
    """

    def __init__(self, width: int, size: int, *, cycles: int, buffer=None):
        self.cycles, self.buffer = cycles, buffer or SplitBuffer(width=width, size=size)
        super().__init__({"words": In(words(width)), "output": Out(bus(width)),
                          "empty": Out(1), "willing": In(1), "taken": Out(1),
                          "data": Out(8 * size), "mask": Out(size),
                          "phase": Out(Phase), "last": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        m.submodules.buffer = buffer = self.buffer
        connect(m, wiring.flipped(self.words), buffer.words)
        connect(m, buffer.output, wiring.flipped(self.output))
        block, answer = buffer.block, buffer.answer
        data, mask = Signal.like(block.data), Signal.like(block.mask)
        left, active, free = Signal(range(self.cycles + 1)), Signal(), Signal()
        m.d.comb += [
            answer.data.eq(~data),
            answer.mask.eq(mask),
            answer.valid.eq(active & (left == 0) & mask[-1]),
            free.eq(~active | ((left == 0) & (~mask[-1] | answer.ready))),
            block.ready.eq(free & self.willing),
            self.empty.eq(buffer.empty),
            self.taken.eq(block.valid & block.ready),
            self.data.eq(block.data),
            self.mask.eq(block.mask),
            self.phase.eq(block.phase),
            self.last.eq(block.last),
        ]
        given = answer.ready & getattr(answer, "taken", 1)
        gone = ~active | ((left == 0) & (~mask[-1] | given))
        m.d.sync += [active.eq(self.taken | (active & ~gone)), left.eq(Mux(left == 0, 0, left - 1))]
        with m.If(self.taken):
            m.d.sync += [
                left.eq(self.cycles - 1),
                data.eq(block.data),
                mask.eq(Mux(block.phase == Phase.MESSAGE, block.mask, 0)),
            ]
        return m


def pass_through(width, size, phases, *, cycles, willing=lambda: True, buffer=None, **options):
    """Send phases, in order; the streams of words, output and blocks, and the cycles in which
    nothing is owed or waits.
    """
    component = LateMode(width, size, cycles=cycles, buffer=buffer)
    step = width // 8
    given = stream(
        component.words,
        FIELDS,
        [word for phase, data in phases for word in pieces_of(data, step, phase)],
    )
    output = stream(component.output)
    taken, empty = (
        Stream(
            valid=signal, ready=None, payload={name: getattr(component, name) for name in fields}
        )
        for signal, fields in ((component.taken, FIELDS), (component.empty, ()))
    )
    expected = [
        word for phase, data in phases if phase == Phase.MESSAGE for word in inverted(data, step)
    ]
    play(
        component,
        [given],
        [output, taken, empty],
        extra=lambda ctx: ctx.set(component.willing, willing()),
        until=lambda: len(given.passed) == len(given.items) and len(output.passed) >= len(expected),
        **options,
    )
    assert [values["data"] for values in output.values] == expected
    return given, output, taken, empty


@pytest.mark.parametrize("seed", [1, 2, 3])
@shapes
def test_words_and_blocks_are_kept_under_stalls(width, size, seed):
    """Any lengths, empty phases included: the mode gets the blocks, and the output its late
    answers, whatever stalls.
    """
    generator = random.Random(seed)
    phases = phases_of(generator, size)
    _, _, taken, _ = pass_through(
        width,
        size,
        phases,
        cycles=generator.randrange(1, 6),
        seed=seed,
        patient=seed == 3,
        willing=lambda: generator.random() < 0.6,
    )
    assert taken.values == [
        block for phase, data in phases for block in pieces_of(data, size, phase)
    ]


@pytest.mark.parametrize("slower", [0, 1, 7])
@shapes
def test_a_block_costs_its_words_or_its_computation(width, size, slower):
    """A mode as fast as the bus keeps input and output busy in every cycle; a slower one sets the
    pace.
    """
    count = 8 * size // width
    for cycles in {1, count} if not slower else {count + slower}:
        given, output, taken, _ = pass_through(
            width, size, [(Phase.MESSAGE, bytes(range(8 * size)))], cycles=cycles
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
        width, size, [(Phase.AD, bytes(size)), (Phase.MESSAGE, bytes(2 * size))], cycles=9
    )
    first, last = taken.cycles[1], output.cycles[-1]
    assert set(range(first + 1)) <= set(empty.cycles) and not set(range(first + 1, last + 1)) & set(
        empty.cycles
    )
