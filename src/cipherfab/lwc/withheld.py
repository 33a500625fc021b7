# SPDX-License-Identifier: Apache-2.0
"""Keeps the plaintext of a decryption until its status is known: on DO, behind any LWC core."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from .protocol import Opcode, Segment, header_place, header_words


def answers(width: int) -> wiring.Signature:
    """DO: a stream of words, and ``last`` with the status word alone; seen from the sender."""
    return wiring.Signature({"data": Out(width), "last": Out(1), "valid": Out(1), "ready": In(1)})


class Withheld(wiring.Component):
    """A memory for the segments of plaintext of one message, headers and all.

    They leave when the status *success* has come behind them. To any other status, and to more
    words than there is room for, the answer is the status *failure* alone. What is not a plaintext
    passes in the same cycle.

    The memory has one write port and one read port without a clock, and no initial value: FPGAs
    have that as distributed memory, and for standard cells it becomes flip-flops.

    Args:
        width: bits of a word of DO.
        size: bytes of the memory, a power of two from 8 on: of headers (4 bytes each, or a word of
            a wider bus) and of words of plaintext, the last one of a segment with its zeros.
        wipes: behind a reset every row becomes 0, one in a cycle, and nothing passes meanwhile.

    Ports:
        input: DO of the core. output: DO for others. Signature `answers`.
        wiping: 1 while it ``wipes``.
    """

    def __init__(self, *, width: int, size: int, wipes: bool = False):
        self.width, self.depth = width, 8 * size // width
        self.wipes = wipes
        super().__init__({
            "input": In(answers(width)), "output": Out(answers(width)),
            **({"wiping": Out(1, init=1)} if wipes else {})})  # fmt: skip
        # Registers: of the message, and while its plaintext leaves.
        self.kept, self.full = Signal(name="plaintext_is_kept"), Signal(name="does_not_fit")
        self.releasing, self.released = Signal(name="is_releasing"), Signal(name="is_released")
        # Words in the memory; the next one that leaves.
        self.used = Signal(range(self.depth + 1), name="words_kept")
        self.row = Signal(range(self.depth), name="row")
        # What happens in this cycle, and the word that is read.
        self.begins, self.keeps = Signal(name="begins"), Signal(name="keeps")
        self.starts, self.stores = Signal(name="starts_release"), Signal(name="stores")
        self.row_data = Signal(width, name="row_data")

    def elaborate(self, platform):
        m = Module()
        self._frame(m)
        self._memory(m)
        source, output = self.input, self.output
        valid = source.valid & ~self.wiping if self.wipes else source.valid
        ends = valid & source.last & ~self.releasing
        good = (source.data[-4:] == Opcode.SUCCESS) & ~self.full
        held, released = self.keeps & ~source.last, self.kept & good & ~self.released
        m.d.comb += [
            # A plaintext begins with this word, or has begun.
            self.keeps.eq(self.kept | self.begins),
            self.starts.eq(ends & released),
            self.stores.eq(valid & held),
        ]
        failure = Const(Opcode.FAILURE << self.width - 4, self.width)
        with m.If(self.releasing):
            m.d.comb += [output.valid.eq(1), output.data.eq(self.row_data)]
        # Of the word alone: a core whose answer comes with its block waits for ready to take one.
        with m.Elif(held):
            m.d.comb += source.ready.eq(1)
        with m.Elif(~(source.last & released)):
            m.d.comb += [
                output.valid.eq(valid),
                output.last.eq(valid & source.last),
                output.data.eq(Mux(source.last & self.full, failure, source.data)),
                source.ready.eq(output.ready),
            ]
        self._count(m, ends & ~self.starts & output.ready)
        if self.wipes:
            self._wipe(m)
        return m

    def _wipe(self, m: Module) -> None:
        """Row by row; behind the last one the number of the row is 0 again."""
        with m.If(self.wiping):
            m.d.comb += self.input.ready.eq(0)
            m.d.sync += [self.row.eq(self.row + 1), self.wiping.eq(self.row != self.depth - 1)]

    def _frame(self, m: Module) -> None:
        """Where a segment on DO begins: its header says how long it is."""
        source, parts, step = self.input, header_words(self.width), self.width // 8
        low = header_place(self.width)
        part = Signal(range(max(2, parts)), name="header_part")
        left = Signal(16, name="bytes_left", reset_less=True)
        in_data = Signal(name="in_data")
        # On 8 bits its first half came with the word before and is in `left`.
        length = source.data[low : low + 16] if self.width > 8 else Cat(source.data, left)[:16]
        is_plaintext = source.data[-4:] == Segment.PLAINTEXT
        # Data, and the later words of a header on a narrow bus, may look like a header.
        m.d.comb += self.begins.eq(is_plaintext & (part == 0) & ~in_data & ~source.last)
        with m.If(source.valid & source.ready & ~source.last):
            with m.If(in_data):
                m.d.sync += [left.eq(left - step), in_data.eq(left > step)]
            with m.Else():
                m.d.sync += [left.eq(length), part.eq(part + 1)]
                with m.If(part == parts - 1):
                    m.d.sync += [part.eq(0), in_data.eq(length != 0)]

    def _memory(self, m: Module) -> None:
        m.submodules.memory = memory = Memory(shape=self.width, depth=self.depth, init=[])
        write, read = memory.write_port(), memory.read_port(domain="comb")
        stores, place, data = self.stores & (self.used != self.depth), self.used, self.input.data
        if self.wipes:
            stores, place = stores | self.wiping, Mux(self.wiping, self.row, place)
            data = Mux(self.wiping, 0, data)
        m.d.comb += [
            write.en.eq(stores),
            # `used` also counts a full memory, with a bit more than an address has.
            write.addr.eq(place[: len(self.row)]),
            write.data.eq(data),
            read.addr.eq(self.row),
            self.row_data.eq(read.data),
        ]

    def _count(self, m: Module, ended) -> None:
        with m.If(self.stores):
            m.d.sync += self.kept.eq(1)
            with m.If(self.used == self.depth):
                m.d.sync += self.full.eq(1)
            with m.Else():
                m.d.sync += self.used.eq(self.used + 1)
        with m.If(self.starts):
            m.d.sync += self.releasing.eq(1)
        with m.If(self.releasing & self.output.ready):
            m.d.sync += self.row.eq(self.row + 1)
            with m.If(self.row + 1 == self.used):
                m.d.sync += [self.releasing.eq(0), self.released.eq(1), self.row.eq(0)]
        with m.If(ended):
            m.d.sync += [self.kept.eq(0), self.full.eq(0), self.released.eq(0), self.used.eq(0)]
