# SPDX-License-Identifier: Apache-2.0
"""A memory for a whole message: for modes that read it twice before anything of it may leave."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from ...words.hardware import assign_parts


class MessageBuffer(wiring.Component):
    """Keeps the blocks of a message in order, and reads them one after the other, over and over.

    The memory has a row for each block, one write port and one read port without a clock, and no
    reset and no initial value: FPGAs have that as distributed memory, and for standard cells it
    becomes flip-flops.

    Args:
        block_bytes: of a block, a power of two.
        blocks: how many fit, a power of two from 2 on: with another number there would be addresses
            without a row.

    Ports:
        clear: forget everything.
        append: ``block``, whose first bytes are valid as ``mask`` says (at least one), is added at
            the end. Only the last block of a message may be short. Not while ``full``.
        replace: ``replacement`` takes the place of the block that is read.
        advance: read the next block; after the last comes the first again.
        data, read_mask: the block that is read, in the cycle itself. last: it is the last one.
        length: valid bytes. empty: no block is kept. full: there is no room for a block.
    """

    def __init__(self, *, block_bytes: int, blocks: int):
        self.block_bytes, self.blocks = block_bytes, blocks
        size, self.rest_bits = 8 * block_bytes, block_bytes.bit_length() - 1
        self.length_bits = (blocks * block_bytes).bit_length()
        super().__init__({
            "clear": In(1), "append": In(1), "block": In(size),
            "mask": In(block_bytes), "replace": In(1), "replacement": In(size),
            "advance": In(1), "data": Out(size), "read_mask": Out(block_bytes),
            "last": Out(1), "length": Out(self.length_bits),
            "empty": Out(1), "full": Out(1)})  # fmt: skip

    def elaborate(self, platform):
        m = Module()
        # Bytes of the short last block, 0 if there is none; blocks that are full; the block that is
        # read.
        rest, whole = (
            Signal(self.rest_bits, name="rest"),
            Signal(self.length_bits - self.rest_bits, name="whole_blocks"),
        )
        row = Signal(range(self.blocks), name="row")
        m.d.comb += [
            *assign_parts(self.length, [rest, whole]),
            self.empty.eq(self.length == 0),
            self.full.eq(whole == self.blocks),
            self.last.eq(Mux(rest == 0, row + 1, row) == whole),
            self.read_mask.eq(Mux(self.last, self._mask(rest), -1)),
        ]
        with m.If(self.clear):
            m.d.sync += [rest.eq(0), whole.eq(0), row.eq(0)]
        with m.Else():
            with m.If(self.append):
                # The mask's lowest bit is the last byte's: the block is full.
                m.d.sync += [rest.eq(byte_count(self.mask)), whole.eq(whole + self.mask[0])]
            with m.If(self.advance):
                m.d.sync += row.eq(Mux(self.last, 0, row + 1))
        self._memory(m, row, whole)
        return m

    def _memory(self, m: Module, row: Signal, whole: Signal) -> None:
        m.submodules.memory = memory = Memory(shape=len(self.block), depth=self.blocks, init=[])
        write, read = memory.write_port(), memory.read_port(domain="comb")
        m.d.comb += [
            write.en.eq(self.append | self.replace),
            # Never both: no block is read before all have come.
            write.addr.eq(Mux(self.replace, row, whole)),
            write.data.eq(Mux(self.replace, self.replacement, self.block)),
            read.addr.eq(row),
            self.data.eq(read.data),
        ]

    def _mask(self, rest: Signal):
        """The mask of a last block: its first ``rest`` bytes, or all."""
        return Cat(*reversed([(rest > n) | (rest == 0) for n in range(self.block_bytes)]))


def byte_count(mask) -> Cat:
    """The valid bytes of a block, modulo the bytes that it may have.

    Bit b is the parity of the thresholds 2^b, 2 * 2^b, 3 * 2^b … that the number reaches.

    Args:
        mask: one bit for each byte, the first byte at the top; as many as a power of two.
    """
    size = len(mask)
    reached = [Const(0), *(mask[size - n] for n in range(1, size + 1))]
    return Cat(
        Cat(reached[n] for n in range(1 << bit, size + 1, 1 << bit)).xor()
        for bit in range(size.bit_length() - 1)
    )
