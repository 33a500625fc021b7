# SPDX-License-Identifier: Apache-2.0
"""Words of the bus to narrower ones and back."""

import random

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect
from streams import play, stream

from cipherfab.controllers.ports import Phase
from cipherfab.lwc.narrow import Joiner, Splitter, inner_width
from cipherfab.lwc.ports import bus

FIELDS = ("data", "mask", "phase", "last", "open")
narrower = pytest.mark.parametrize("width, inner", [(32, 16), (32, 8), (16, 8)])


def as_words(data: bytes, width: int, **more: int) -> list[dict[str, int]]:
    """The words of a segment; ``more``: fields that the last one has, 0 in the others."""
    step = width // 8
    pieces = [data[start : start + step] for start in range(0, len(data), step)] or [b""]
    return [
        {
            "data": int.from_bytes(piece.ljust(step, b"\0"), "big"),
            "mask": (1 << step) - (1 << step - len(piece)),
            "phase": Phase.MESSAGE,
            **{name: value * (number == len(pieces)) for name, value in more.items()},
        }
        for number, piece in enumerate(pieces, 1)
    ]


def test_the_widest_words_are_taken():
    """Blocks of 22 bytes are made of words of 16 bits, those of 25 bytes of bytes."""
    assert [inner_width(32, [size]) for size in (20, 22, 25)] == [32, 16, 8] and inner_width(
        16, [20, 8]
    ) == 16


@pytest.mark.parametrize("seed", [1, 2])
@narrower
def test_words_are_split_under_stalls(width, inner, seed):
    """The parts with bytes come in order, and the last one has the marks of the word."""
    generator = random.Random(seed)
    segments = [
        (generator.randbytes(length), {"last": length % 2, "open": length % 3 == 1})
        for length in [0, 1, 2, 3, 4, 5, *(generator.randrange(30) for _ in range(6))]
    ]
    component = Splitter(width=width, inner=inner, part=inner)
    given = stream(
        component.words,
        FIELDS,
        [word for data, more in segments for word in as_words(data, width, **more)],
    )
    parts = stream(component.parts, FIELDS)
    expected = [word for data, more in segments for word in as_words(data, inner, **more)]
    play(
        component,
        [given],
        [parts],
        extra=lambda ctx: ctx.set(component.active, 1),
        seed=seed,
        until=lambda: len(parts.passed) == len(expected),
    )
    assert parts.values == expected


def test_parts_of_a_word_come_as_words():
    """A hash that takes byte by byte gets each as the first one of a word, with the mark of its
    own.
    """
    component = Splitter(width=32, inner=32, part=8)
    given, parts = (
        stream(component.words, FIELDS, as_words(b"abcdef", 32, last=1, open=0)),
        stream(component.parts, FIELDS),
    )
    play(
        component,
        [given],
        [parts],
        extra=lambda ctx: ctx.set(component.active, 1),
        until=lambda: len(parts.passed) == 6,
    )
    assert [(values["data"] >> 24, values["mask"], values["last"]) for values in parts.values] == [
        (byte, 0b1000, int(byte == ord("f"))) for byte in b"abcdef"
    ]


class JoinsSegments(wiring.Component):
    """A joiner that is flushed between segments: a word of the other port passes when nothing
    waits.
    """

    def __init__(self, width: int, inner: int):
        self.joiner = Joiner(width=width, inner=inner)
        super().__init__({"parts": In(bus(inner)), "output": Out(bus(width)), "ends": In(bus(1))})

    def elaborate(self, platform):
        m = Module()
        m.submodules.joiner = joiner = self.joiner
        connect(m, wiring.flipped(self.parts), joiner.parts)
        connect(m, joiner.output, wiring.flipped(self.output))
        m.d.comb += [joiner.flush.eq(self.ends.valid), self.ends.ready.eq(joiner.empty)]
        return m


@pytest.mark.parametrize("seed", [1, 2])
@narrower
def test_parts_are_joined_under_stalls(width, inner, seed):
    """Each segment comes in whole words, the last one filled with zeros."""
    generator = random.Random(seed)
    segments = [generator.randbytes(inner // 8 * count) for count in (1, 2, 3, 4, 5, 7, 8)]
    component, expected = JoinsSegments(width, inner), []
    parts = [[word["data"] for word in as_words(data, inner)] for data in segments]
    given = stream(
        component.parts, ("data",), [{"data": value} for values in parts for value in values]
    )
    ends = stream(component.ends, ("data",), [{"data": 0}] * len(segments))
    counts = [sum(map(len, parts[:number])) for number in range(1, len(parts) + 1)]
    # A segment begins when the one before was ended, and is ended when it is whole.
    given.holds_back = lambda number: number in counts and len(ends.passed) <= counts.index(number)
    ends.holds_back = lambda number: len(given.passed) < counts[min(number, len(counts) - 1)]
    output = stream(component.output)
    play(
        component,
        [given, ends],
        [output],
        seed=seed,
        until=lambda: len(ends.passed) == len(segments),
    )
    for data in segments:
        expected += [word["data"] for word in as_words(data, width)]
    assert [values["data"] for values in output.values] == expected
