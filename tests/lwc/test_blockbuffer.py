# SPDX-License-Identifier: Apache-2.0
"""The block buffer keeps words in order and number, and does not slow the bus down."""

import random

import pytest
from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect
from streams import Stream, play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.errors import CallError
from cipherfab.lwc.blockbuffer import BlockBuffer
from cipherfab.lwc.ports import bus, words

FIELDS = ("data", "mask", "phase", "last")
shapes = pytest.mark.parametrize("width, size, short",
                                 [(width, size, False) for width in (8, 16, 32) for size in (8, 16)]
                                 +
                                 [(width, 16, True) for width in (8, 16, 32)] + [(32, 4, False)])


class WithMode(wiring.Component):
    """A buffer with a mode that inverts message blocks at once, takes other blocks silently, and
    needs ``cycles`` for each.

    With ``ahead`` the mode says what it would answer before the block is there.

    Ports: words, output: of the buffer. willing: the mode may take one. taken, data, mask, phase,
    last: the block it takes.
    """

    def __init__(self, width: int, size: int, *, cycles: int, short: bool, ahead: bool = False):
        self.cycles, self.is_short, self.ahead = cycles, short, ahead
        self.buffer = BlockBuffer(width=width, size=size, short_sizes=(8,) if short else (),
                                  ahead=ahead)
        super().__init__({"words": In(words(width)), "output": Out(bus(width)),
                          "willing": In(1), "taken": Out(1),
                          "data": Out(8 * size), "mask": Out(size),
                          "phase": Out(Phase), "last": Out(1)})

    def elaborate(self, platform):
        m = Module()
        m.submodules.buffer = buffer = self.buffer
        connect(m, wiring.flipped(self.words), buffer.words)
        connect(m, buffer.output, wiring.flipped(self.output))
        busy, block, decided = Signal(range(self.cycles + 1)), buffer.block, Signal()
        free, answers = (
            (self.willing | decided) & (busy == 0), (block.phase == Phase.MESSAGE) & block.mask[-1])
        m.d.sync += decided.eq(block.valid & free & ~self.taken)  # an answer that is offered stays
        m.d.comb += [
            buffer.short.eq(self.is_short), buffer.answer.data.eq(~block.data),
            buffer.answer.mask.eq(block.mask),
            buffer.answer.valid.eq(block.valid & free & answers),
            block.ready.eq(free & (~answers | buffer.answer.ready)),
            self.taken.eq(block.valid & block.ready), self.data.eq(block.data),
            self.mask.eq(block.mask),
            self.phase.eq(block.phase), self.last.eq(block.last)]
        if self.ahead:
            # What is willing stays so until it took a block; between words the phase stays.
            phase = Signal(Phase)
            m.d.sync += [
                decided.eq(free & ~self.taken),
                phase.eq(Mux(self.words.valid, self.words.phase, phase)),
            ]
            m.d.comb += [
                buffer.answer.of_block.eq(Mux(self.words.valid, self.words.phase, phase)
                                          == Phase.MESSAGE),
                buffer.answer.there.eq(free & buffer.answer.of_block),
                buffer.answer.stream.eq(-1),
            ]
        with m.If(self.taken):
            m.d.sync += busy.eq(self.cycles - 1)
        with m.Elif(busy != 0):
            m.d.sync += busy.eq(busy - 1)
        return m


def as_words(data: bytes, width: int, phase: Phase) -> list[dict[str, int]]:
    """The words of one phase; of an empty one a single word without bytes."""
    step = width // 8
    pieces = [data[start:start + step] for start in range(0, len(data), step)] or [b""]
    return [{"data": int.from_bytes(piece.ljust(step, b"\0"), "big"),
             "mask": (1 << step) - (1 << step - len(piece)),
             "phase": phase, "last": int(number == len(pieces))}
            for number, piece in enumerate(pieces, 1)]


def as_blocks(data: bytes, taken: int, size: int, phase: Phase) -> list[dict[str, int]]:
    """The blocks of one phase, of ``taken`` bytes each, at the top of ``size`` bytes."""
    pieces = [data[start:start + taken] for start in range(0, len(data), taken)] or [b""]
    return [{"data": int.from_bytes(piece.ljust(size, b"\0"), "big"),
             "mask": (1 << size) - (1 << size - len(piece)),
             "phase": phase, "last": int(number == len(pieces))}
            for number, piece in enumerate(pieces, 1)]


def inverted(data: bytes, width: int) -> list[int]:
    """The words that the mode answers, with zeros after the last byte."""
    step = width // 8
    pieces = [bytes(byte ^ 0xFF for byte in data[start:start + step])
              for start in range(0, len(data), step)]
    return [int.from_bytes(piece.ljust(step, b"\0"), "big") for piece in pieces]


def pass_through(width, size, phases, *, short=False, cycles=1,
                 willing=lambda: True, ahead=False, **options):
    """Send phases, in order; the streams of words, output and blocks."""
    component = WithMode(width, size, cycles=cycles, short=short, ahead=ahead)
    given = stream(component.words, FIELDS,
                   [word for phase, data in phases for word in as_words(data, width, phase)])
    output = stream(component.output)
    taken = Stream(valid=component.taken, ready=None,
                   payload={name: getattr(component, name) for name in FIELDS})
    expected = [word for phase, data in phases if phase == Phase.MESSAGE
                for word in inverted(data, width)]
    play(component, [given], [output, taken],
         extra=lambda ctx: ctx.set(component.willing, willing()),
         until=lambda: len(given.passed) == len(given.items)
         and len(output.passed) >= len(expected), **options)
    assert [values["data"] for values in output.values] == expected
    return given, output, taken


ways = pytest.mark.parametrize("ahead", [False, True], ids=["late", "ahead"])


@ways
@pytest.mark.parametrize("seed", [2, 3])
@shapes
def test_words_and_blocks_are_kept_under_stalls(width, size, short, seed, ahead):
    """Any lengths, empty phases included: the mode gets the blocks, and the output its answers,
    whatever stalls.
    """
    generator, taken_bytes = random.Random(seed), 8 if short else size
    lengths = [0, 1, size - 1, size, size + 1, 3 * size,
               *(generator.randrange(5 * size) for _ in range(6))]
    phases = [(generator.choice([Phase.AD, Phase.MESSAGE, Phase.MESSAGE]),
               generator.randbytes(length)) for length in lengths]
    _, _, taken = pass_through(width, size, phases, short=short,
                               ahead=ahead, cycles=generator.randrange(1, 6), seed=seed,
                               patient=seed == 3, willing=lambda: generator.random() < 0.6)
    assert taken.values == [block for phase, data in phases
                            for block in as_blocks(data, taken_bytes, size, phase)]


@ways
@shapes
def test_one_word_each_cycle(width, size, short, ahead):
    """A mode that is done with a block in as many cycles as it has words keeps input and output
    busy in every cycle.
    """
    count = 8 * (8 if short else size) // width
    for cycles in (1, count):
        given, output, _ = pass_through(width, size, [(Phase.MESSAGE, bytes(range(12 * size)))],
                                        short=short, cycles=cycles,
                                        ahead=ahead)
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
    given = stream(component.words, FIELDS, as_words(bytes(range(10 * size)), width, Phase.MESSAGE))
    output, offered = stream(component.output), Stream(valid=component.words.valid,
                                                       ready=None, payload={})
    play(component, [given], [output, offered], extra=lambda ctx: ctx.set(component.willing, 1),
         seed=1, eager=True,
         until=lambda: len(output.passed) == len(given.items))
    assert len(offered.passed) == len(given.items)


@pytest.mark.parametrize("width, size", [(32, 8), (16, 16)])
def test_a_slower_mode_sets_the_pace(width, size):
    """With one cycle more than words, each block takes one cycle more: input waits, nothing is
    lost.
    """
    count, blocks = 8 * size // width, 12
    given, _, taken = pass_through(width, size, [(Phase.MESSAGE, bytes(blocks * size))],
                                   cycles=count + 1)
    assert {after - before for before, after in zip(taken.cycles, taken.cycles[1:])} == {count + 1}
    assert given.cycles[-1] == (count + 1) * (blocks - 1) + count - 1


def test_a_block_of_no_whole_words_is_refused():
    """Blocks of 22 bytes do not come in words of 32 bits: those are made smaller before
    (`lwc.narrow`).
    """
    with pytest.raises(CallError, match="whole bus words"):
        BlockBuffer(width=32, size=22)
