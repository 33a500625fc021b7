# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.elmd`, on `colm`: ELmD whose ciphertext is as long as the
message.

The first layer enciphers and the second one deciphers, in both directions, so the cipher has both
in an encryption alone too.
"""

from dataclasses import replace
from typing import Any

from amaranth.hdl import Const, Module, Mux, Signal

from ...modes.elmd import ElmdFixed
from ..contract import Takes
from ..parts.declared import During
from ..request import Request
from .calls_in_flight import cipher_of
from .colm import ColmCore
from .masks import double, times


class ElmdCore(ColmCore):
    """Masks double from block to block; above a block that is not full they are times 7. See
    `ColmCore`.
    """

    aead: Any

    # With a subkey of two calls the second one has a state of its own.
    is_star, is_again = map(During, ("SETUP AGAIN", "AGAIN"))

    def walk_front(self, m: Module) -> None:
        padded_data = self.kind["ad"] & ~self.is_nonce & ~self.full
        padded = padded_data | (self.of_last & ~self.decrypt & ~self.full)
        self._step(m, self.front_next, self.front, padded=padded)

    def walk_back(self, m: Module) -> None:
        padded = self.ending["last"] & self.decrypt & ~self.last_mask[0]
        self._step(m, self.back_next, self.back, padded=padded)

    @staticmethod
    def _step(m: Module, following: Signal, mask: Signal, *, padded) -> None:
        """Times 2 or 7."""
        twice, seven = (
            double(m, f"{following.name}_2", mask),
            times(m, f"{following.name}_7", mask, 7),
        )
        m.d.comb += following.eq(Mux(padded, seven, twice))

    def mix(self, m: Module, *, inverse) -> tuple:
        """As in COLM, with 1 added for the tag."""
        second, state = super().mix(m, inverse=inverse)
        return second ^ self.ending["tag"], state

    def gathered(self, m: Module):
        """Associated data are mixed as text is."""
        return self.result ^ double(m, "gathered_2", self.between)

    def before_subkey(self):
        # With two calls the second one enciphers the result of the first one.
        return Mux(self.is_again, self.back, 0)

    def backwards(self, of_text):
        return self.continues

    def present(self, m: Module, block, *, backwards) -> None:
        # The cipher has both directions in a core that only encrypts too.
        m.d.comb += [self.cipher.in_block.eq(block), self.cipher.in_decrypt.eq(backwards)]

    def _first_data(self):
        """Nonce || parameters."""
        rest = self.aead.first_block(bytes(self.aead.nonce_bytes))
        return Const(int.from_bytes(rest, "big"), len(self.block.data)) | super()._first_data()

    def states(self) -> dict:
        """L is the result of one call or of two."""
        if self.aead.subkey_calls == 1:
            return super().states()
        again = {
            "SETUP": self.one_call("star", "BETWEEN"),
            "BETWEEN": self.all_ended("AGAIN"),
            "AGAIN": self.one_call("star", "WAIT"),
        }
        return super().states() | again


MODELS = (ElmdFixed,)
TAKES = Takes(architectures=("inner",), folds=True)


def make(request: Request) -> ElmdCore:
    """The controller for a core. The cipher has both directions."""
    given = cipher_of(replace(request, decrypts=True))
    return ElmdCore.of(request, **given)
