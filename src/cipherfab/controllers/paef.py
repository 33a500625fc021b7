"""The hardware controller of `paef` over a forkcipher.

A block goes into its call as it is, and its left block leaves as it is; ``store`` sums up the right blocks. Only the last call of a
message uses that sum. So a block costs the cycles of its call and nothing else.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ..modes.paef import Paef
from ..words.hardware import assign_parts
from .contract import Takes
from .forkae import ForkCore, bits, forkcipher_for
from .wanted import Wanted

CHECKED_BITS = 32
"""A longer counter is not checked: no message has so many blocks."""


class PaefCore(ForkCore):
    """Controls the forkcipher; see `block.BlockCore`."""

    def declare(self, m: Module) -> None:
        """The block counter, which starts again with 1 behind a last block; tweakey and block of a call."""
        self._count = Signal(self.aead.counter_bits, name="count", reset_less=True)
        self._adds = Signal(name="adds")
        cipher = self.cipher
        flags = Cat(self.ending_phase(), ~self.full | self.restored, self.answering)
        m.d.comb += [
            *assign_parts(cipher.in_tweakey, [self._count, flags, self.nonce, self.key]), cipher.in_block.eq(self._input()),
            cipher.out_ready.eq(~self.answer_due | self.answer.ready)]
        with m.If(self.begin):
            m.d.sync += self._count.eq(1)
        with m.Elif(self.started):
            m.d.sync += self._count.eq(Mux(self.ending_phase(), 1, self._count + 1))
            if self.aead.counter_bits < CHECKED_BITS:
                m.d.sync += self.mismatch[0].eq(self.mismatch[0] | (self._count == 0))

    def ending_phase(self):
        """The call is the last one for its type of data."""
        return self.block.last | self.restored

    def _input(self):
        """The padded block; the last one to decrypt with the sum added, or from ``store``, where it was added before."""
        block = self.block.data | self.padding()
        if not self.decrypts:
            return block
        unmask = self.answering & self.ending & self.decrypt
        return Mux(self.restored, 0, block) ^ Mux(unmask, self.following, 0)

    def text(self):
        """The left block; the last one of an encryption with the sum added."""
        return self.cipher.out_left ^ Mux(self.final & ~self.decrypt, self.store, 0)

    def updated(self, m: Module):
        """The sum: cleared, with the right block of a call added, or with the two parts of a short ciphertext block added."""
        value = Mux(self.starting, 0, self.store) ^ Mux(self.left, self.cipher.out_right, 0)
        if self.decrypts:
            value = value ^ Mux(self._adds, self.block.data, 0) ^ Mux(self.joins, self.block.data & ~bits(self.used), 0)
        return value

    def associated_data(self, m: Module) -> None:
        """Only the right blocks."""
        m.d.comb += [
            self.block.ready.eq(self.empty | self.cipher.in_ready),
            self.cipher.in_valid.eq(self.block.valid & ~self.empty),
        ]
        with m.If(self.block.valid & self.block.ready):
            m.d.sync += self.had_ad.eq(~self.empty)
            with m.If(self.block.last):
                self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """Both blocks. With neither message nor associated data, an empty block of associated data makes the tag."""
        waits, nothing = self._waits_for_tag(), self.empty & self.had_ad
        call = ~waits & (~self.empty | ~self.had_ad)
        m.d.comb += [
            self.answering.eq(~self.empty),
            self.ending.eq(self.block.last & ~self.empty),
            self.block.ready.eq(nothing | self.cipher.in_ready),
            self.cipher.in_valid.eq(self.block.valid & call),
        ]
        with m.If(self.block.valid & self.block.ready):
            with m.If(~self.empty):
                self.take_lengths(m)
            with m.If(self.block.last):
                self.enter(m, "FINISH")
            if self.decrypts:
                with m.If(waits):
                    m.d.comb += self._adds.eq(1)
                    self.enter(m, "ALIGN")
            with m.If(self.empty):
                self.to_tag(m)


MODELS = (Paef,)
TAKES = Takes(strategies=("parallel",))


def make(wanted: Wanted) -> PaefCore:
    """The controller for a core."""
    return PaefCore(wanted.aead, forkcipher_for(wanted), decrypts=wanted.decrypts)
