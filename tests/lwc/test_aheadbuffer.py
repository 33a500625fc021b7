# SPDX-License-Identifier: Apache-2.0
"""The buffer of a mode that decides a clock ahead keeps words in order and number, and the bus
full.
"""

import random

import pytest
from amaranth.hdl import Module, Signal
from buffered import WithMode, assert_kept, pass_through, phases_of

from cipherfab.controllers.ports import Phase
from cipherfab.lwc.aheadbuffer import AheadBuffer


class Deciding(WithMode):
    """`buffered.WithMode` around it: a block is seen, and its answer written, in the clock behind
    that in which it is taken.

    Attributes:
        late: clocks more until the answer is written.
    """

    late = 0

    def elaborate(self, platform):
        m = Module()
        m.submodules.buffer = buffer = self.buffer
        self._words(m)
        busy, block, answer = Signal(range(self.cycles + 1)), buffer.block, buffer.answer
        free, given = Signal(), Signal()
        owed = [Signal(name=f"owed{clock}") for clock in range(self.late + 1)]
        of_message = (block.phase == Phase.MESSAGE) & block.mask[-1]
        m.d.comb += [
            free.eq(self.willing & (busy == 0)),
            answer.mask.eq(block.mask),
            answer.valid.eq(block.valid & free & of_message),
            block.ready.eq(free & (~of_message | answer.ready)),
            given.eq(answer.valid & answer.ready),
            answer.loads.eq(owed[-1]),
        ]
        m.d.sync += [now.eq(before) for now, before in zip(owed, [given, *owed])]
        text, held = Signal.like(block.data), Signal.like(answer.data)
        with m.If(owed[0]):
            m.d.sync += text.eq(block.data)
        with m.If(owed[-1]):
            m.d.sync += held.eq(~(text if self.late else block.data))
        m.d.comb += answer.data.eq(held)
        self._taken(m, block)
        with m.If(block.valid & block.ready):
            m.d.sync += busy.eq(self.cycles - 1)
        with m.Elif(busy != 0):
            m.d.sync += busy.eq(busy - 1)
        return m

    def _words(self, m: Module) -> None:
        m.d.comb += [
            *(
                getattr(self.buffer.words, name).eq(getattr(self.words, name))
                for name in ("data", "mask", "phase", "last", "open", "valid")
            ),
            self.words.ready.eq(self.buffer.words.ready),
            self.output.data.eq(self.buffer.output.data),
            self.output.valid.eq(self.buffer.output.valid),
            self.buffer.output.ready.eq(self.output.ready),
            self.buffer.short.eq(self.is_short),
        ]

    def _taken(self, m: Module, block) -> None:
        """What is said of a block is of the clock that takes it, and its data of the next."""
        m.d.sync += [
            self.taken.eq(block.valid & block.ready),
            *(getattr(self, name).eq(getattr(block, name)) for name in ("mask", "phase", "last")),
        ]
        m.d.comb += self.data.eq(block.data)


class DecidingLate(Deciding):
    """The same with an answer that is written two clocks later than it is promised."""

    late = 1


def kind(*, ahead: bool, **settings) -> AheadBuffer:
    """The buffer, which is always ``ahead``."""
    return AheadBuffer(**settings)


@pytest.mark.sample(4)
@pytest.mark.parametrize("mode", [Deciding, DecidingLate])
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize(
    "width, size, short",
    [(8, 16, False), (16, 8, False), (32, 16, False), (32, 16, True), (32, 8, False)],
)
def test_words_and_blocks_are_kept_under_stalls(monkeypatch, width, size, short, seed, mode):
    """Any lengths, empty phases included: the mode gets the blocks, and the output its answers,
    whatever stalls.
    """
    monkeypatch.setattr("buffered.WithMode", mode)
    generator = random.Random(seed)
    phases = phases_of(generator, size)
    phases.append((Phase.MESSAGE, b"end"))
    assert_kept(width, size, seed, phases, generator, short=short, kind=kind)


def test_a_block_of_n_words_takes_n_cycles(monkeypatch):
    """With a mode that is always willing neither side of the bus rests: an answer leaves behind the
    clock in which it is written.
    """
    monkeypatch.setattr("buffered.WithMode", Deciding)
    given, output, _ = pass_through(32, 16, [(Phase.MESSAGE, bytes(range(64)))], kind=kind)
    assert given.cycles == list(range(16))
    assert output.cycles == list(range(5, 21))
