# SPDX-License-Identifier: Apache-2.0
"""What a segment header must be: the rules of `preprocessor`, see ``docs/reference/lwc.md``."""

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..controllers.ports import Phase
from .protocol import Segment


class SegmentRules:
    """A part of a `preprocessor.PreProcessor`, which has the signals that are read here."""

    needs: Any
    control: Any
    phase: Any

    def _expected_type(self):
        message = Mux(
            self.control.hash,
            Segment.HASH_MESSAGE,
            Mux(self.control.decrypt, Segment.CIPHERTEXT, Segment.PLAINTEXT),
        )
        tag = (
            Mux(self.control.output, Segment.LENGTH, Segment.TAG)
            if self.needs.outputs
            else Segment.TAG
        )
        types = {Phase.NONCE: Segment.NONCE, Phase.AD: Segment.AD, Phase.TAG: tag}
        for phase, segment in types.items():
            message = Mux(self.phase == phase, segment, message)
        return message

    def _ends_late(self):
        """1 if something follows the message: a tag, or what asks for output."""
        if self.needs.outputs:
            return self.control.decrypt | self.control.output
        return self.control.decrypt

    def _length(self):
        """The length field, on the last word of a header."""
        if self.needs.width == 8:
            return Cat(self.public, self.left[:8])
        return self.public[:16]

    def _breaks_rules(self, m: Module, length, eot, last):
        """1 if the length or the flags do not fit the segment (judged on the last word of a
        header).
        """
        not_whole = _rest(m, length, self.needs.block_bytes)
        if self.needs.ad_step not in (None, self.needs.block_bytes):
            of_ad = _rest(m, length, self.needs.ad_step)
            not_whole = Mux(self.phase == Phase.AD, of_ad, not_whole)
        if self.needs.hash_block_bytes is not None:
            not_whole = Mux(
                self.control.hash, _rest(m, length, self.needs.hash_block_bytes), not_whole
            )
        is_nonce, is_end = self.phase == Phase.NONCE, self.phase == Phase.TAG
        is_tag = is_end & ~self.control.output if self.needs.outputs else is_end
        fixed = (is_nonce & (length != self.needs.nonce_bytes)) | (
            is_tag & (length != self.needs.tag_bytes)
        )
        ends_message = eot & Mux(self._ends_late(), is_end, self.phase == Phase.MESSAGE)
        wrong = fixed | (~eot & (not_whole | is_nonce | is_tag)) | (last != ends_message)
        if self.needs.outputs:
            # Its length goes before the customization, and so has to be known.
            most = self.needs.customization_bytes
            is_custom = self.control.custom & (self.phase == Phase.AD)
            wrong = wrong | (is_custom & (~eot | (length > most)))
        if self.needs.announces_last:
            # An empty end of something: then a block waits to be settled.
            empty_end = eot & (length == 0) & (self.control.decrypt | self.unsettled)
            is_text = (self.phase == Phase.MESSAGE) & ~self.control.hash
            wrong = wrong | (is_text & (empty_end | (self.control.decrypt & not_whole)))
        return wrong


def _rest(m: Module, length, step: int):
    """1 if a length is not a multiple of ``step``: of the power of two in it, or of the odd number
    that is left.
    """
    two = step & -step
    odd, rest = step // two, length[: two.bit_length() - 1].any() if two > 1 else Const(0)
    return rest if odd == 1 else rest | ~_residue(m, length, 0, odd)[0]


def _residue(m: Module, length, low: int, odd: int):
    """One bit for each residue modulo ``odd`` of a number that starts at bit ``low``; a tree, as it
    is in front of much.
    """
    if len(length) == 1:
        return [
            (~length[0] if value == 0 else Const(0))
            | (length[0] if value == (1 << low) % odd else Const(0))
            for value in range(odd)
        ]
    half = len(length) // 2
    a, b = _residue(m, length[:half], low, odd), _residue(m, length[half:], low + half, odd)
    # A signal, as every bit of it is read often.
    residue = Signal(odd, name=f"residue_{low}_{low + len(length) - 1}")
    m.d.comb += residue.eq(
        Cat(Cat(a[n] & b[(value - n) % odd] for n in range(odd)).any() for value in range(odd))
    )
    return residue
