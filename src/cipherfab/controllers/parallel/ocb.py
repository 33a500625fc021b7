# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.ocb`: OCB around a block cipher and its inverse.

The offsets are computed in the order in which calls start. Offset i is offset i - 1 and L_ntz(i):
for every second block that is L_0, two doublings of L_*, and for the others it is doubled in a
register from L_1 on, once in a cycle, from one of these blocks to the next. So a block waits for
its offset only if its number has more trailing zeros than there are cycles between two such blocks.

Before the first block come two calls, for L_* and Ktop (RFC 7253, sections 4.1 and 4.2). The first
offset of the message waits in the register of the checksum until the associated data has ended.
"""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Const, Module, Mux, Signal, Value

from ...modes.ocb import BOTTOM, DOLLAR, NEXT, OFFSETS, STAR, STRETCH_SHIFT, Ocb
from ..contract import Takes
from ..parts.declared import Flag, Register, Wire, block_bits
from .masks import double
from .over_cipher import OverCipher, key_of_call

PAIRS = 32
"""Bits of the count of pairs of blocks; a message or associated data has less than 2^33 blocks."""


class OcbCore(OverCipher):
    """What differs from call to call is an offset, added to the input, and to the output of a full
    block; see `OverCipher`.

    If the cipher has an output ``last_key``, decryptions begin with it (`Primitive.from_last_key`).
    """

    first_state = "SETUP"

    star = Register("L_*.", block_bits, name="l_star")
    jump = Register("L_ntz of the next second block.", block_bits, name="l_even")
    offset = Register("The offset of the call before.", block_bits)
    offset_next = Wire("That of the call that may start.", block_bits)
    pairs = Register("Pairs of blocks, this one counted.", PAIRS)
    rest = Register("Its bits above the doublings that were made.", PAIRS, name="pairs_left")
    odd = Register("The next block is the first one of a pair.", name="block_is_odd")
    restarts = Wire("The offsets begin again.", name="offsets_restart")
    second = Flag("The call for L_* has started.", name="second_of_setup")

    def counted(self, m: Module) -> None:
        """L_*, L_ntz of every second block, the offset, the last key; and which key goes into the
        cipher.
        """
        with m.If(self.starting):
            m.d.sync += self.second.eq(0)
        # L_$, L_0 and L_1.
        # A doubling is wires and a few XORs, so none of these has a register.
        dollar = double(m, "l_dollar", self.star)
        first = double(m, "l_0", dollar)
        pair = double(m, "l_1", first)
        self._offsets(m, dollar, first)
        self._doublings(m, pair)

    def ended(self, m: Module) -> None:
        """L_*, the first offset, the last round key."""
        with m.If(self.left & self.ending["star"]):
            m.d.sync += self.star.eq(self.result)
        with m.If(self.left & self.ending["top"]):
            m.d.sync += self.checksum.eq(self._first_offset(m))
        with m.Elif(self.counter_restarts):
            m.d.sync += self.checksum.eq(0)
        self._keys(m)

    def _keys(self, m: Module) -> None:
        backwards = self.decrypt & self.starts(inverse=True)
        known = self.left & self.ending["star"]
        m.d.comb += self.cipher.in_key.eq(
            key_of_call(m, self.key, self.cipher, backwards=backwards, known=known)
        )

    def _offsets(self, m: Module, dollar: Signal, first: Signal) -> None:
        """What is added, in the cycle of a call."""
        following = Mux(self.odd, first, self.jump)
        given = {NEXT: following, STAR: self.star, DOLLAR: dollar}
        added = reduce(or_, (Mux(self._adds(name), value, 0) for name, value in given.items()))
        m.d.comb += self.offset_next.eq(self.offset ^ added)
        with m.If(self.starting):
            m.d.sync += self.offset.eq(0)
        # The register of the checksum has the first offset while there is associated data.
        with m.Elif(self.counter_restarts):
            m.d.sync += self.offset.eq(self.checksum)
        with m.Elif(self.started):
            m.d.sync += self.offset.eq(self.offset_next)

    def _adds(self, name: str) -> Value:
        """1 if this is added to the offset for the call that may start."""
        flags = []
        for of, (full, short) in OFFSETS.items():
            here = self.starts(of=of)
            if full != short:
                here = here & (self.padded if name == short else ~self.padded)
            if name in (full, short):
                flags.append(here)
        return reduce(or_, flags)

    def _doublings(self, m: Module, pair: Signal) -> None:
        """L_1 is doubled once for each trailing zero of the number of the next pair."""
        doubled = double(m, "l_even_doubled", self.jump)
        takes_block = self.started & self.starts(takes="block")
        takes_pair = takes_block & ~self.odd & ~self.padded
        with m.If(takes_block):
            m.d.sync += self.odd.eq(~self.odd)
        with m.If(takes_pair):
            m.d.sync += [
                self.pairs.eq(self.pairs + 1),
                self.rest.eq(self.pairs + 1),
                self.jump.eq(pair),
            ]
        # One doubling in a clock: `lacks_mask` holds back a call that comes too early.
        with m.Elif(~self.rest[0]):
            m.d.sync += [self.rest.eq(self.rest >> 1), self.jump.eq(doubled)]
        with m.If(self.restarts | self.counter_restarts):
            m.d.sync += [self.odd.eq(1), self.pairs.eq(1), self.rest.eq(1), self.jump.eq(pair)]

    def lacks_mask(self):
        """The offset of every second block may not be doubled often enough yet."""
        return ~self.odd & ~self.rest[0]

    def masks(self):
        return self.offset_next, self.ending["offset"] if self.calls > 1 else self.offset

    def entry(self) -> dict:
        """With one call in flight the register of the offset is that of the call."""
        return super().entry() | ({"offset": self.offset_next} if self.calls > 1 else {})

    def own_input(self, m: Module):
        """Section 4.2: the nonce with the length of the tag, without its last bits, for Ktop; 0 for
        L_* and as key stream.
        """
        size = len(self.block.data)
        fixed = 8 * self.aead.tag_bytes % 128 << size - 7 | 1 << len(self.nonce)
        number = Cat(
            Const(0, BOTTOM),
            self.nonce[BOTTOM:],
            Const(fixed >> len(self.nonce), size - len(self.nonce)),
        )
        return Mux(self.kind["top"], number, 0)

    def _first_offset(self, m: Module):
        """Section 4.2: Offset_0, a window of the stretched Ktop."""
        size, top = len(self.block.data), self.result
        shifted = (top << STRETCH_SHIFT[size])[:size]
        stretch = Cat((top ^ shifted)[size - 64 :], top)
        # A multiplexer for each of the bits of the nonce that say how far.
        for bit in reversed(range(BOTTOM)):
            moved = Signal(size + 64, name=f"stretch_{1 << bit}")
            m.d.comb += moved.eq(Mux(self.nonce[bit], stretch << (1 << bit), stretch))
            stretch = moved
        return stretch[64:]

    def states(self) -> dict:
        return super().states() | {"SETUP": self._setup, "WAIT": self._wait}

    def _setup(self, m: Module) -> None:
        """The calls for L_* and Ktop."""
        m.d.comb += [
            self.kind["star"].eq(~self.second),
            self.kind["top"].eq(self.second),
            self.cipher.in_valid.eq(1),
        ]
        with m.If(self.started):
            m.d.sync += self.second.eq(~self.second)
            with m.If(self.second):
                self.enter(m, "WAIT")

    def _wait(self, m: Module) -> None:
        """Their results."""
        # Held until L_* is there, from which ``jump`` is loaded.
        m.d.comb += self.restarts.eq(1)
        with m.If(~self.under_way):
            self.enter(m, "AD")


MODELS = (Ocb,)
TAKES = Takes(architectures=("inner",), folds=True)
make = OcbCore.of
