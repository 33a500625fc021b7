# SPDX-License-Identifier: Apache-2.0
"""The bits of `cofb_in_planes`: what enters state, mask, the half of a block and the key as they
shift, and what leaves.
"""

from amaranth.hdl import Cat, Module, Mux, Signal, Value

from ...modes.cofb import HALF
from ...modes.galois import REDUCTION


class CofbBits:
    """The bits of a `cofb_in_planes.CofbInPlanes`.

    Args:
        m: gets the logic.
        core: the controller: its ports and registers.

    Attributes:
        answer: the bit of the message on the other side; of a tag; where a tag is compared, 1 if
            the bits differ.
    """

    def __init__(self, m: Module, core):
        self.m, self.core, self.engine = m, core, core.primitive
        # The first half of a turn, in which the halves of the state change places as they mix.
        self.mixes = core.mix & ~core.half
        self.answer = Signal(name="answer_bit")
        mask = self._mask()
        entering = self._entering()
        self._key()
        self._state(self._data(entering), mask)

    def _on_bus(self, word: Value) -> Value:
        """The bit of a word that comes by, whose most significant one is the first."""
        ordered = Cat(reversed(list(word)))
        return ordered.bit_select(self.core.within(len(word)), 1)

    def _key(self) -> None:
        core, engine = self.core, self.engine
        takes = core.goes & core.keying
        on_bus = self._on_bus(core.key_word)
        self.m.d.comb += engine.key_given.eq(Mux(takes, on_bus, engine.key_front))

    def _entering(self) -> Value:
        """The bit of nonce, associated data, plaintext or padding that comes by."""
        core, m = self.core, self.m
        bit = Signal(name="bit_on_pdi")
        deciphers = core.phases["MESSAGE"] & core.decrypt & ~core.ended
        # Bytes that do not count are 0, and so is the byte on the bus with the first one of a
        # padding; behind it another block's may come.
        m.d.comb += [
            bit.eq(self._on_bus(core.block.data)),
            # In VERIFY this is where both tags differ.
            self.answer.eq(self.engine.leaves ^ (bit & ~core.phases["TAG"])),
        ]
        # The mark is the first bit of the padding, in which it is not yet padded.
        mark = core.starts & ~core.padded
        given = bit ^ (deciphers & self.engine.leaves)
        return Mux(core.padding, mark, given)

    def _data(self, entering: Value) -> Value:
        """The register of half a block, of which the bit in front is returned: in the first half
        of a turn it takes bits of the upper half, in the second half those of the lower one.
        """
        core, held = self.core, Signal(HALF, name="half_block", reset_less=True)
        takes = core.goes & ~core.keying
        self.m.d.sync += held.eq(Cat(held[1:], Mux(takes, entering, held[0])))
        return held[0]

    def _mask(self) -> Value:
        """The mask shifts, and is brought forward as it does; the bit of the new one."""
        core, m, place = self.core, self.m, self.engine.place[:-1]
        mask, top = Signal(HALF, name="mask", reset_less=True), Signal(name="mask_top")
        # Times x: each bit is the one behind it, and the first one is added where it is reduced.
        behind = mask[1] & ~place.all()
        reduced = [place == HALF - 1 - bit for bit in range(HALF) if REDUCTION[HALF] >> bit & 1]
        taps = Cat(reduced).any() & top
        thrice = ~core.adds | core.ended
        new = Signal(name="mask_bit")
        m.d.comb += new.eq(behind ^ taps ^ (mask[0] & thrice))
        with m.If(place == 0):
            m.d.sync += top.eq(mask[0])
        # Section 2.4: the upper half of the enciphered nonce.
        first = core.phases["MASK"] & core.io & ~core.half
        shifted = Mux(core.multiplies, new, Mux(first, self.engine.leaves, mask[0]))
        m.d.sync += mask.eq(Cat(mask[1:], shifted))
        return new

    def _state(self, data: Value, mask: Value) -> None:
        """What goes into the lower half at the back, and from it into the upper half."""
        core, engine, m = self.core, self.engine, self.m
        nonce = core.phases["MASK"]
        # In the second half of a turn that mixes, or waits, halves turn by themselves.
        apart = core.mix & core.half
        # Of the nonce nothing but itself stays: G of what there was goes.
        replaces = (core.goes & core.phases["START"] & ~core.keying) | (self.mixes & nonce)
        takes = core.goes & ~core.keying & core.half & (core.phases["START"] | core.absorbing)
        added = (data & (takes | self.mixes)) ^ (engine.leaves & ~replaces)
        masked = mask & core.adds & ~nonce
        m.d.comb += [
            # Section 2.4.1, G: the first bit stays until all others of Y[1] have gone.
            engine.holds.eq(self.mixes & ~engine.place[:-1].all()),
            engine.given.eq(Mux(apart, engine.middle, added)),
            engine.given_middle.eq(Mux(apart, engine.leaves, engine.middle) ^ masked),
        ]
