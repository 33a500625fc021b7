# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Saturnin-Hash, of `saturnin`: a call for each block, back to back.

What a call adds to its result, its block, is in the register of the chaining value, which is
meanwhile the cipher's key.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ...modes.saturnin import BLOCK, HASH, LAST_HASH, PADDING, SaturninHash
from ..parts.byte_masks import padding
from ..parts.iterated import iterated
from ..request import Request, Takes
from .hash_core import BlockHashCore


class SaturninHashCore(BlockHashCore):
    """Controls the cipher, which has the domain as an input; see `BlockHashCore`."""

    def padding(self, mask):
        return padding(mask, PADDING)

    def chaining(self, m: Module, starting: Signal) -> None:
        # The result is added to what is kept.
        adds, kept = Signal(name="result_is_added"), Signal(8 * BLOCK, name="kept", reset_less=True)
        cipher = self.cipher
        m.d.comb += [
            # A block has one call only.
            self.takes.eq(1),
            self.digest.eq(kept ^ (cipher.out_ciphertext & Cat(adds for _ in kept))),
            cipher.in_plaintext.eq(self.text),
            cipher.in_key.eq(self.digest),
            cipher.in_domain.eq(Mux(self.final, LAST_HASH, HASH)),
        ]
        with m.If(starting):
            m.d.sync += [kept.eq(0), adds.eq(0)]
        # A start comes before a result that leaves: the digest is in the cipher's key already.
        with m.Elif(self.started):
            m.d.sync += [kept.eq(self.text), adds.eq(1)]
        with m.Elif(self.left):
            m.d.sync += [kept.eq(self.digest), adds.eq(0)]


MODELS = (SaturninHash,)

TAKES = Takes(folds=True)


def make(request: Request) -> SaturninHashCore:
    """The controller for a core."""
    return SaturninHashCore(request.hash, iterated(request, request.hash.cipher(None)))
