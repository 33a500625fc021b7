# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `paef` over a forkcipher.

A block goes into its call as it is, and its left block leaves as it is; ``store`` sums up the right
blocks. Only the last call of a message uses that sum. So a block costs the cycles of its call and
nothing else.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.paef import Paef
from ...words.hardware import assign_parts
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..request import Request
from .datapath import Ways
from .over_fork_in_place import OverForkInPlace, forkcipher_in_place
from .over_forkcipher import OverForkcipher, forkcipher_for

CHECKED_BITS = 32
"""A longer counter is not checked: no message has so many blocks."""


class PaefCore(OverForkcipher):
    """Controls the forkcipher; see `over_forkcipher.OverForkcipher`."""

    def declare(self, m: Module) -> None:
        """The block counter, which starts again with 1 behind a last block; the sum, and what adds
        it.
        """
        self._count = Signal(self.aead.counter_bits, name="count", reset_less=True)
        self._sum = Signal(len(self.now.store), name="sum")
        # Section 4.2: f2, f1 and f0.
        flags = Cat(self._ends_type(), ~self.full | self.now.restored, self.now.answering)
        block = self.now.padded
        adds = self.during("JOIN", "RESTORE", "ANNOUNCE", "TAG", "VERIFY")
        if self.decrypts:
            adds = adds | (self.now.answering & self.now.ending & self.decrypt)
            # A block that was kept is in ``store``, added to the sum.
            block = Mux(self.now.kept, 0, block)
        unmasks = self.now.final & ~self.decrypt
        m.d.comb += [
            *assign_parts(
                self.cipher.in_tweakey, [self._count, flags, *self._nonce_part(m), *self.key_part()]
            ),
            self.now.presented.eq(block),
            self._sum.eq(self.now.store ^ Mux(self._adds_result(m), self.cipher.out_right, 0)),
            self.now.mask.eq(Mux(adds, self._sum, 0) if self.decrypts else self._sum),
            # The tag alone is the sum: the left block is 0 then.
            self.now.text.eq(self.cipher.out_left ^ only_if(unmasks | self.now.is_tag, self._sum)),
        ]
        self._counts(m)

    @property
    def stores_nonce(self) -> bool:
        return not self._keeps_nonce

    @property
    def _keeps_nonce(self) -> bool:
        return self.keeps_key and self.cipher.home.nonce > 0

    def _nonce_part(self, m: Module) -> list:
        """The part of the tweakey that is nonce; none if the cipher keeps it."""
        if not self._keeps_nonce:
            return [self.nonce]
        m.d.comb += [
            self.cipher.in_nonce.eq(self.block.data[-self.cipher.home.nonce :]),
            self.cipher.in_nonce_write.eq(self.starting),
        ]
        return []

    def text_or_tag(self):
        return self.now.text

    def _counts(self, m: Module) -> None:
        with m.If(self.begin):
            m.d.sync += self._count.eq(1)
        with m.Elif(self.started):
            # Flags of the tweakey tell the types apart, so each counts its blocks from 1.
            m.d.sync += self._count.eq(Mux(self._ends_type(), 1, self._count + 1))
            if self.aead.counter_bits < CHECKED_BITS:
                # A counter that came around would use a tweakey twice, so the message is refused.
                m.d.sync += self.mismatch[0].eq(self.mismatch[0] | (self._count == 0))

    def _adds_result(self, m: Module):
        """1 in the first cycle of a result, but for the last answer's: then its right block is
        added to the sum.
        """
        seen = Signal(name="result_was_seen")
        m.d.sync += seen.eq(self.cipher.out_valid & ~self.left)
        return self.cipher.out_valid & ~seen & ~self.now.final

    def _ends_type(self):
        """The call is the last one for its type of data."""
        return self.block.last | self.now.restored

    def _masks(self) -> bool:
        """Only what is decrypted."""
        return self.decrypts

    def can_keep(self):
        """When the sum is whole."""
        return self.cipher.in_ready

    def ways(self) -> Ways:
        """A short ciphertext block with the sum, its second part, or the sum alone, which begins
        with 0.
        """
        kept = [(self._keeping(), self.cipher.in_block)] if self.decrypts else []
        return [*kept, (self._each(~self.starting), self._sum)]


class PaefInPlace(OverForkInPlace):
    """With words that enter and leave the registers of blocks; see
    `over_fork_in_place.OverForkInPlace`.

    ``store`` turns while it takes the right block, which is 0 behind that: once added, it is gone.
    """

    sums_before = True

    def declare(self, m: Module) -> None:
        """The block counter; the nonce enters where a message begins."""
        # With a reset, since a message finds it as a reset leaves it (`counts`).
        self._count = Signal(self.aead.counter_bits, name="count", init=1)
        self.counts = (self._count,)
        self._sums = self.during("SUM") if self.decrypts else Const(0)
        nonce, begins = self.cipher.home.nonce, self.during("AD")
        # Section 4.2: f2, f1 and f0.
        flags = Cat(self.last, self.short, self.answering)
        m.d.comb += [
            *assign_parts(self.cipher.in_tweakey, [self._count, flags]),
            # The nonce entered as a block; here, in front of the first one, it is copied.
            self.cipher.in_nonce.eq(self.block_of_cipher[-nonce:]),
            self.cipher.in_nonce_write.eq(begins & ~self.had_ad),
        ]
        with m.If(self.started):
            m.d.sync += self._count.eq(Mux(self.last, 1, self._count + 1))
            if self.aead.counter_bits < CHECKED_BITS:
                m.d.sync += self.mismatch.eq(self.mismatch | (self._count == 0))

    def entering(self):
        """Of a last block to decrypt the sum, while it turns; behind a text the right block."""
        follows = (
            Const(0)
            if self.enters_right
            else only_if(self.of_text, self.top(self.cipher.out_right))
        )
        if not self.decrypts:
            return follows
        sums = self.top(self.block_of_cipher) ^ self.top(self.store)
        return follows | only_if(self._sums, sums)

    def other(self):
        return only_if(self.of_text, self.top(self.cipher.out_right)) if self.enters_right else 0

    def storing(self):
        """The sum; 0 before the first call, and behind the last ciphertext."""
        right = self.top(self.cipher.out_right)
        if self.enters_right and self.decrypts:
            right = only_if(~self._sums, right)
        return only_if(~self.first & ~self.of_text, self.top(self.store) ^ right)

    def leaving(self):
        """The last ciphertext and the tag of associated data alone have the sum."""
        return self.finishing & ~(self.answering & self.decrypt)


MODELS = (Paef,)
TAKES = Takes(strategies=("parallel",))


def make(request: Request) -> PaefCore | PaefInPlace:
    """The controller for a core."""
    if request.inplace:
        cipher = forkcipher_in_place(request, nonce_bits=8 * request.aead.nonce_bytes)
        return PaefInPlace(request.aead, cipher, decrypts=request.decrypts)
    cipher = forkcipher_for(request, nonce_bits=8 * request.aead.nonce_bytes)
    return PaefCore(request.aead, cipher, decrypts=request.decrypts)
