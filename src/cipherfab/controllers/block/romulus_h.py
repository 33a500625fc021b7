# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Romulus-H, of `romulus_h`: two calls for each block, back to back.

The two halves of the chaining value are L and R. With the second call of a block R is in the
cipher, as part of its tweakey, so that its register takes the next L: then the two change places.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.romulus import BLOCK
from ...modes.romulus_h import ONE, TWO, RomulusH
from ..parts.iterated import iterated
from ..request import Request, Takes
from ..two_pass.message_buffer import byte_count
from .hash_core import BlockHashCore


class RomulusHCore(BlockHashCore):
    """Controls the cipher; see `BlockHashCore`."""

    def padding(self, mask):
        return byte_count(mask)

    def chaining(self, m: Module, starting: Signal) -> None:
        left, right = (Signal(8 * BLOCK, name=name, reset_less=True) for name in ("left", "right"))
        # The second call of a block comes next; its result is under way, or there.
        second, crosses = self.takes, Signal(name="second_is_under_way")
        due = Signal(name="second_is_due")
        out, (one, two) = (
            self.cipher.out_ciphertext,
            (Const(int.from_bytes(c, "big"), 8 * BLOCK) for c in (ONE, TWO)),
        )
        mixed = Signal(8 * BLOCK, name="mixed")
        left_now = Mux(crosses, right, left)
        # Of a block of which nothing is here yet `final` says nothing.
        left_given = left_now ^ Mux(self.final & ~second, two, 0)
        right_now = Mux(crosses, mixed ^ one, right)
        m.d.comb += [
            second.eq(due),
            mixed.eq(out ^ left),
            self.digest.eq(Cat(right_now, left_now)),
            self.cipher.in_plaintext.eq(left_given ^ Mux(second, one, 0)),
            self.cipher.in_tweakey.eq(Cat(self.text, right_now)),
        ]
        with m.If(starting):
            m.d.sync += [left.eq(0), right.eq(0), due.eq(0), crosses.eq(0)]
        with m.Elif(self.started):
            m.d.sync += [
                due.eq(~second),
                crosses.eq(second),
                left.eq(left_given),
                right.eq(Mux(second, mixed, right_now)),
            ]
        with m.Elif(self.left):
            m.d.sync += [crosses.eq(0), left.eq(left_now), right.eq(right_now)]


MODELS = (RomulusH,)

TAKES = Takes(folds=True)


def make(request: Request) -> RomulusHCore:
    """The controller for a core."""
    return RomulusHCore(request.hash, iterated(request, request.hash.cipher))
