# SPDX-License-Identifier: Apache-2.0
"""The key reader keeps good keys, swallows others, and never gets stuck."""

import pytest
from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from streams import play, stream

from cipherfab.lwc.items import items_of
from cipherfab.lwc.keyreader import KeyReader
from cipherfab.lwc.messages import Header, Instruction
from cipherfab.lwc.protocol import Opcode, Segment

KEY, OTHER = bytes(range(1, 17)), bytes(range(101, 117))
LOAD = Instruction(opcode=Opcode.LOAD_KEY)


class Counted(wiring.Component):
    """A key reader with a counter of its own, which is the pre-processor's in a core."""

    def __init__(self, **arguments):
        self.reader, self.step = KeyReader(**arguments), arguments["width"] // 8
        super().__init__(
            {
                name: member
                for name, member in self.reader.signature.members.items()
                if name not in ("left", "ending")
            }
        )

    def elaborate(self, platform):
        m = Module()
        m.submodules.reader = reader = self.reader
        left = Signal(16)
        wiring.connect(m, wiring.flipped(self.sdi), reader.sdi)
        for name, member in self.signature.members.items():
            if member.is_port:
                own, its = getattr(self, name), getattr(reader, name)
                m.d.comb += its.eq(own) if member.flow is wiring.In else own.eq(its)
        m.d.comb += [reader.left.eq(left), reader.ending.eq(left <= self.step)]
        with m.If(reader.length_taken):
            m.d.sync += left.eq(reader.length)
        with m.Elif(reader.data_taken):
            m.d.sync += left.eq(left - self.step)
        return m


def key(data: bytes, kind: Segment = Segment.KEY) -> list:
    """The instruction and the segment."""
    return [LOAD, Header(type=kind, length=len(data), eoi=True, last=True), data]


def after(parts: list, width: int, loads: int, seed: int | None = 1) -> list[int | None]:
    """The key after each load, None where none is valid."""
    reader, found = Counted(width=width, key_bytes=16), []
    sdi = stream(
        reader.sdi, items=[{"data": word} for item in items_of(parts, width) for word in item.words]
    )
    loaded = [False]

    def extra(ctx):
        if loaded[0]:
            found.append(ctx.get(reader.key) if ctx.get(reader.key_valid) else None)
        ctx.set(reader.load, len(found) < loads)
        loaded[0] = bool(ctx.get(reader.loaded))

    play(reader, [sdi], [], until=lambda: len(found) == loads, extra=extra, seed=seed)
    assert len(sdi.passed) == len(sdi.items), "words are left over"
    return found


@pytest.mark.parametrize("width", [8, 16, 32, 64, 128])
@pytest.mark.parametrize("seed", [None, 1])
def test_keys_are_kept_until_the_next(width, seed):
    """Each loaded key replaces the one before; words in front of LOAD_KEY are dropped."""
    noise = [
        Instruction(opcode=0x0),
        Instruction(opcode=0xC),
        Instruction(opcode=Opcode.ACTIVATE_KEY),
    ]
    numbers = [int.from_bytes(data, "big") for data in (KEY, OTHER)]
    assert after([*key(KEY), *noise, *key(OTHER)], width, 2, seed) == numbers


@pytest.mark.parametrize("width", [8, 16, 32, 64, 128])
@pytest.mark.parametrize(
    "wrong",
    [key(KEY, Segment.NONCE), *(key(bytes(length)) for length in (0, 1, 8, 15, 17, 32, 300))],
    ids=lambda parts: f"{parts[1].type.name} {parts[1].length}",
)
def test_wrong_keys_are_swallowed(width, wrong):
    """A segment of another type or length takes the key away, and the next good key is read as
    ever.
    """
    numbers = [int.from_bytes(data, "big") for data in (KEY, OTHER)]
    assert after([*key(KEY), *wrong, *key(OTHER)], width, 3) == [numbers[0], None, numbers[1]]


def test_a_mode_that_keeps_the_key_gets_its_words_when_it_is_free():
    """Without a register every word of a key goes to the mode, in order, and none while it is not
    free.
    """
    reader, words, cycle = Counted(width=32, key_bytes=16, stores=False), [], [0]
    sdi = stream(
        reader.sdi, items=[{"data": word} for item in items_of(key(KEY), 32) for word in item.words]
    )

    def extra(ctx):
        cycle[0] += 1
        ctx.set(reader.load, 1)
        ctx.set(reader.free, cycle[0] % 3 == 0)
        if ctx.get(reader.write):
            assert cycle[0] % 3 == 0
            words.append(ctx.get(reader.word))

    play(reader, [sdi], [], until=lambda: len(sdi.passed) == len(sdi.items), extra=extra)
    assert words == [int.from_bytes(KEY[start : start + 4], "big") for start in range(0, 16, 4)]
