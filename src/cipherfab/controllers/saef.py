"""The hardware controller of `saef` over a forkcipher.

The mask of a call is the right block of the call before. It comes straight from the cipher, which holds its result until the next
start; then the mask of a message block goes to ``store``, since the answer needs it. Until then ``store`` is free: for the last
block of associated data, whose call cannot start before it is known whether a message follows, and for a short block to decrypt.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..modes.saef import Saef
from ..words.hardware import assign_parts
from .contract import Takes
from .forkae import ForkCore, bits, forkcipher_for
from .wanted import Wanted


class SaefCore(ForkCore):
    """Controls the forkcipher; see `block.BlockCore`."""

    def declare(self, m: Module) -> None:
        """Tweakey and block of a call, which is masked by the result before, if there is one."""
        self._is_ad = self.during("AD")
        self._first_call = Signal(name="first_call", reset_less=True)
        self._keeps, self._held, self._alone = Signal(name="keeps"), Signal(name="held"), Signal(name="alone")
        cipher, block = self.cipher, self.block.data | self.padding()
        nonce, self._mask = Mux(self._first_call, self.nonce, 0), Mux(self._first_call, 0, cipher.out_right)
        m.d.comb += [
            *assign_parts(cipher.in_tweakey, [self._flags(), self._first_call, Const(0, 4), nonce, self.key]),
            cipher.in_block.eq(Mux(self._held | self.restored, self.store, block) ^ self._mask),
            cipher.out_ready.eq((~self.answer_due | self.answer.ready) & (cipher.in_valid | self.final | self.starting))]
        with m.If(self.starting):
            m.d.sync += self._first_call.eq(1)
        with m.Elif(self.started):
            m.d.sync += self._first_call.eq(0)

    def _flags(self):
        """Section 4.3, f, from the least significant bit. ``held`` and ``alone`` are the last call of associated data."""
        short = Mux(self._held, ~self.used[0], ~self.full | self.restored)
        last_ad = self._held | self._alone
        return Cat(Mux(self.answering & ~self.ending, 1, short), last_ad, self.ending)

    def text(self):
        """The left block with the mask of its call."""
        return self.cipher.out_left ^ self.store

    def updated(self, m: Module):
        """A block that waits, or the mask of the call that starts; the tag's bytes added to the block that waits."""
        value = self.store
        if self.decrypts:
            value = value ^ Mux(self.joins, self.block.data & ~bits(self.used), 0)
        padding = Mux(self._is_ad, self.padding(), 0)
        value = Mux(self._keeps, self.block.data | padding, value)
        return Mux(self.started & self.answering, self._mask, value)

    def associated_data(self, m: Module) -> None:
        """Only the right blocks; the last block is kept."""
        last = self.block.last
        m.d.comb += [
            self.cipher.in_valid.eq(self.block.valid & ~self.empty & ~last),
            self.block.ready.eq(self.empty | last | self.cipher.in_ready),
        ]
        with m.If(self.block.valid & self.block.ready):
            m.d.sync += self.had_ad.eq(~self.empty)
            with m.If(self.empty):
                self.enter(m, "MESSAGE")
            with m.Elif(last):
                m.d.comb += self._keeps.eq(1)
                self.take_lengths(m)
                self.enter(m, "HELD")

    def more_states(self, m: Module) -> None:
        super().more_states(m)
        self.state(m, "HELD", self._last_of_ad)
        self.state(m, "NO_MESSAGE", self._only_ad)

    def _last_of_ad(self, m: Module) -> None:
        """The message's first block says whether there is one; an empty one is taken here."""
        m.d.comb += [
            self.block.ready.eq(self.empty),
            self._held.eq(1),
            self.cipher.in_valid.eq(self.block.valid & ~self.empty),
        ]
        with m.If(self.block.valid & self.empty):
            self.enter(m, "NO_MESSAGE")
        with m.If(self.started):
            self.enter(m, "MESSAGE")

    def _only_ad(self, m: Module) -> None:
        """The last call of associated data gives the tag."""
        m.d.comb += [self._held.eq(1), self.ending.eq(1), self.cipher.in_valid.eq(1)]
        with m.If(self.started):
            m.d.sync += self.used.eq(-1)
            self.to_tag(m)

    def message(self, m: Module) -> None:
        """Both blocks. With neither message nor associated data, an empty block of associated data makes the tag."""
        waits = self._waits_for_tag()
        alone = self.empty & ~self.had_ad
        free = ~self.answer_due | (self.answer.valid & self.answer.ready)
        m.d.comb += [
            self._alone.eq(alone), self.answering.eq(~self.empty), self.ending.eq(self.block.last & ~(self.empty & ~alone)),
            self.cipher.in_valid.eq(self.block.valid & ~waits & (~self.empty | alone)),
            self.block.ready.eq(Mux(waits, free, (self.empty & ~alone) | self.cipher.in_ready))]
        with m.If(self.block.valid & self.block.ready):
            with m.If(~self.empty):
                self.take_lengths(m)
            with m.If(self.block.last):
                self.enter(m, "FINISH")
            if self.decrypts:
                with m.If(waits):
                    m.d.comb += self._keeps.eq(1)
                    self.enter(m, "ALIGN")
            with m.If(alone):
                self.to_tag(m)


MODELS = (Saef,)
TAKES = Takes(strategies=("parallel",))


def make(wanted: Wanted) -> SaefCore:
    """The controller for a core."""
    return SaefCore(wanted.aead, forkcipher_for(wanted), decrypts=wanted.decrypts)
