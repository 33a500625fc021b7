# SPDX-License-Identifier: Apache-2.0
"""A buffer between the bus and a mode that inverts blocks: what goes in and what must come out."""

from random import Random

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect
from streams import Stream, play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.lwc.blockbuffer import BlockBuffer
from cipherfab.lwc.ports import bus, words

FIELDS = ("data", "mask", "phase", "last")


class WithMode(wiring.Component):
    """A buffer with a mode that inverts message blocks at once, takes other blocks silently, and
    needs ``cycles`` for each.

    With ``ahead`` the mode says what it would answer before the block is there.

    Ports: words, output: of the buffer. willing: the mode may take one. taken, data, mask, phase,
    last: the block it takes.
    """

    def __init__(
        self,
        width: int,
        size: int,
        *,
        cycles: int,
        short: bool,
        ahead: bool = False,
        kind=BlockBuffer,
    ):
        self.cycles, self.is_short, self.ahead = cycles, short, ahead
        self.buffer = kind(width=width, size=size, short_sizes=(8,) if short else (), ahead=ahead)
        super().__init__({"words": In(words(width)), "output": Out(bus(width)),
                          "willing": In(1), "taken": Out(1),
                          "data": Out(8 * size), "mask": Out(size),
                          "phase": Out(Phase), "last": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        m.submodules.buffer = buffer = self.buffer
        connect(m, wiring.flipped(self.words), buffer.words)
        connect(m, buffer.output, wiring.flipped(self.output))
        busy, block, decided = Signal(range(self.cycles + 1)), buffer.block, Signal()
        free, answers = (
            (self.willing | decided) & (busy == 0),
            (block.phase == Phase.MESSAGE) & block.mask[-1],
        )
        m.d.sync += decided.eq(block.valid & free & ~self.taken)  # an answer that is offered stays
        m.d.comb += [
            buffer.short.eq(self.is_short),
            buffer.answer.data.eq(~block.data),
            buffer.answer.mask.eq(block.mask),
            buffer.answer.valid.eq(block.valid & free & answers),
            block.ready.eq(free & (~answers | buffer.answer.ready)),
            self.taken.eq(block.valid & block.ready),
            self.data.eq(block.data),
            self.mask.eq(block.mask),
            self.phase.eq(block.phase),
            self.last.eq(block.last),
        ]
        if self.ahead:
            # What is willing stays so until it took a block; between words the phase stays.
            phase = Signal(Phase)
            m.d.sync += [
                decided.eq(free & ~self.taken),
                phase.eq(Mux(self.words.valid, self.words.phase, phase)),
            ]
            m.d.comb += [
                buffer.answer.of_block.eq(
                    Mux(self.words.valid, self.words.phase, phase) == Phase.MESSAGE
                ),
                buffer.answer.there.eq(free & buffer.answer.of_block),
                buffer.answer.stream.eq(-1),
            ]
        with m.If(self.taken):
            m.d.sync += busy.eq(self.cycles - 1)
        with m.Elif(busy != 0):
            m.d.sync += busy.eq(busy - 1)
        return m


def pieces_of(data: bytes, taken: int, phase: Phase, size: int | None = None) -> list[dict]:
    """One phase in words or blocks of ``taken`` bytes, at the top of ``size`` bytes (by default as
    many); an empty one is a single piece without bytes.
    """
    size = size or taken
    pieces = [data[start : start + taken] for start in range(0, len(data), taken)] or [b""]
    return [
        {
            "data": int.from_bytes(piece.ljust(size, b"\0"), "big"),
            "mask": (1 << size) - (1 << size - len(piece)),
            "phase": phase,
            "last": int(number == len(pieces)),
        }
        for number, piece in enumerate(pieces, 1)
    ]


def phases_of(generator: Random, size: int) -> list[tuple[Phase, bytes]]:
    """Phases around whole blocks, empty ones included, and six at random."""
    lengths = [
        0,
        1,
        size - 1,
        size,
        size + 1,
        3 * size,
        *(generator.randrange(5 * size) for _ in range(6)),
    ]
    return [
        (generator.choice([Phase.AD, Phase.MESSAGE, Phase.MESSAGE]), generator.randbytes(length))
        for length in lengths
    ]


def inverted(data: bytes, size: int) -> list[int]:
    """The words of ``size`` bytes that the mode answers, with zeros after the last byte."""
    pieces = [
        bytes(byte ^ 0xFF for byte in data[start : start + size])
        for start in range(0, len(data), size)
    ]
    return [int.from_bytes(piece.ljust(size, b"\0"), "big") for piece in pieces]


def assert_kept(
    width: int, size: int, seed: int, phases: list, generator: Random, *, short: bool, **options
) -> None:
    """The mode gets the blocks of the phases, and the output its answers, whatever stalls."""
    _, _, taken = pass_through(
        width,
        size,
        phases,
        short=short,
        cycles=generator.randrange(1, 6),
        seed=seed,
        patient=seed == 3,
        willing=lambda: generator.random() < 0.6,
        **options,
    )
    assert taken.values == [
        block
        for phase, data in phases
        for block in pieces_of(data, 8 if short else size, phase, size)
    ]


def pass_through(
    width,
    size,
    phases,
    *,
    short=False,
    cycles=1,
    willing=lambda: True,
    ahead=False,
    kind=BlockBuffer,
    **options,
):
    """Send phases, in order; the streams of words, output and blocks."""
    component = WithMode(width, size, cycles=cycles, short=short, ahead=ahead, kind=kind)
    given = stream(
        component.words,
        FIELDS,
        [word for phase, data in phases for word in pieces_of(data, width // 8, phase)],
    )
    output = stream(component.output)
    taken = Stream(
        valid=component.taken,
        ready=None,
        payload={name: getattr(component, name) for name in FIELDS},
    )
    expected = [
        word
        for phase, data in phases
        if phase == Phase.MESSAGE
        for word in inverted(data, width // 8)
    ]
    play(
        component,
        [given],
        [output, taken],
        extra=lambda ctx: ctx.set(component.willing, willing()),
        until=lambda: len(given.passed) == len(given.items) and len(output.passed) >= len(expected),
        **options,
    )
    assert [values["data"] for values in output.values] == expected
    return given, output, taken
