# SPDX-License-Identifier: Apache-2.0
"""Forkciphers whose blocks move by words while no call is under way: what ``shifts`` adds to the
registers.
"""

from amaranth.hdl import Cat, Signal

from .fork import ForkComponent


class ShiftedByWords(ForkComponent):
    """The parts of `ForkIterated` that steer its blocks where words move them; see
    `ForkComponent`."""

    enters_right = False
    """Whether a call begins in the register that has the right block at its end."""

    def _unless_shifted(self, condition):
        """A condition for a block to stay, but where words move it."""
        return condition & ~self.in_shift if self.shifts else condition

    def _shifted(self, block: Signal) -> list[tuple]:
        """What the block is in which no call begins, where words move it."""
        if not self.shifts:
            return []
        # Words leave at the top and enter at the bottom.
        return [(self.in_shift, {"x": Cat(self.in_other, block)[: len(block)]})]

    def _unpatched(self, block: Signal):
        """The block in which a call begins, where it stays; 0 in a word that is patched."""
        if not (self.shifts and self.encdec):
            return block
        word = block[: self.shifts]
        return Cat(word & (~self.in_patch).replicate(len(word)), block[self.shifts :])

    def _with_words(self, block: Signal, following):
        """The block in which a call begins, in the next cycle: ``following``, which is 0 where
        words come, or what they make of it.
        """
        if not self.shifts:
            return following
        # Only a decryption takes in a word in two steps.
        writes = self.in_shift | self.in_patch if self.encdec else self.in_shift
        moved = block[: -self.shifts]
        return following | Cat(
            self.in_word & writes.replicate(self.shifts),
            moved & self.in_shift.replicate(len(moved)),
        )
