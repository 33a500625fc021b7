# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `hyena`: HyENA around one block cipher, for encryption and decryption.

The chain stays in the cipher, as in `cofb`, and Delta in a register. The first call depends on
whether there are associated data, and without them on whether there is a message; so the nonce
waits in the cipher, loaded without a step. The last block of associated data waits there too: with
a message the next call goes on from it, else the halves change places for the tag.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.hyena import (
    HALF,
    NO_AD,
    NOTHING,
    PADDING,
    Hyena,
    added_mask,
    feedback,
    following_mask,
)
from ...words.hardware import build
from ..parts.byte_masks import only_if
from ..parts.declared import During, Register, once
from ..request import Request, Takes
from . import cofb
from .cofb import CofbCore

FIRST_BYTE = 8 * 15
"""Where the first byte of a block is."""


class HyenaCore(CofbCore):
    """Controls the cipher. Args, ports, attributes: see `CofbCore`."""

    first_state = "FIRST"
    stores_nonce = False
    aead: Hyena

    no_ad = Register("There are no associated data.")
    is_empty_ad, is_alone, is_ad, is_message, is_tag, is_held = map(
        During, ("EMPTY", "ALONE", "AD", "MESSAGE", "TAG", "HELD NO_MESSAGE")
    )

    def starts(self):
        """Nothing starts with the nonce."""
        return self.call

    def loads(self):
        """The nonce is loaded as well."""
        return self.load | self.begin

    def _presented(self, m: Module, share: int):
        """The state, or what a block makes of it; steered by registers and by what the block is."""
        state = self.result(share)
        feeds = self.ready & (self.is_ad | self.is_message | self.is_empty_ad)
        swaps = self.ready & Mux(self.is_message, self.block.last, self.is_held & self.empty)
        first = only_if(self.is_alone & self.ready, Mux(self.empty, NO_AD | NOTHING, NO_AD))
        nonce = self.block.data[-8 * self.aead.nonce_bytes :]
        kept = Mux(self.ready & self.starting, nonce, state) ^ first << FIRST_BYTE
        value = Signal(len(state), name="following")
        m.d.comb += value.eq(Mux(feeds, self._fed(m, state), kept))
        return Mux(swaps, Cat(value[HALF:], value[:HALF]), value)

    def _fed(self, m: Module, state):
        """The state after the block, with Delta; without associated data after an empty one."""
        there = self.valid_bits()
        absent = Const(0, len(state))
        block = Mux(self.is_empty_ad, absent, self.block.data)
        there = Mux(self.is_empty_ad, absent, there)
        mark = Const(PADDING << FIRST_BYTE, len(state))
        words = {
            "y": state,
            "block": block,
            "padding": Mux(self.is_empty_ad, mark, self.padding(PADDING)),
            "replaced": only_if(self.decrypt & self.is_message, there),
            "there": there,
        }
        fed = build(m, lambda given: {"fed": feedback(**given)}, words, prefix="feed_")["fed"]
        delta = build(
            m,
            lambda given: {"added": added_mask(given["delta"], self.aead.short_delta)},
            {"delta": self.next_mask(m)},
            prefix="delta_",
        )["added"]
        return fed ^ delta

    @once
    def next_mask(self, m: Module) -> Signal:
        """Delta of the block."""
        ends = {
            "last": self.block.last | self.is_empty_ad,
            "padded": (self.block.last & ~self.full) | self.is_empty_ad,
        }
        return build(
            m,
            lambda words: {"delta": following_mask(**words, version=self.aead.version)},
            {"delta": self.mask, **ends},
            prefix="next_",
        )["delta"]

    def states(self) -> dict:
        """The first call, the first mask, and the calls that wait for what follows."""
        first = {"FIRST": self._first, "ALONE": self._alone, "MASK": self._first_mask}
        return first | {"EMPTY": self._empty, "HELD": self._held}

    def _first(self, m: Module) -> None:
        """The first call, if there are associated data; the end of none is taken."""
        m.d.sync += self.no_ad.eq(self.empty)
        m.d.comb += [self.block.ready.eq(self.empty), self.call.eq(self.block.valid & ~self.empty)]
        with m.If(self.block.valid):
            self.enter(m, "MASK")
            with m.If(self.empty):
                self.enter(m, "ALONE")

    def _alone(self, m: Module) -> None:
        """The first call without them, when it is known whether there is a message."""
        m.d.comb += self.call.eq(self.block.valid)
        with m.If(self.block.valid):
            self.enter(m, "MASK")

    def _first_mask(self, m: Module) -> None:
        """The lower half of the enciphered nonce."""
        m.d.sync += self.mask.eq(self.cipher.out_ciphertext[:HALF])
        with m.If(self.ready):
            self.enter(m, "AD")
            with m.If(self.no_ad):
                self.enter(m, "EMPTY")

    def _empty(self, m: Module) -> None:
        """No associated data are a padded block, which is loaded."""
        m.d.comb += self.load.eq(1)
        m.d.sync += self.mask.eq(self.next_mask(m))
        self.enter(m, "HELD")

    def _held(self, m: Module) -> None:
        """The message's first block says what follows; an empty one is taken, and the tag comes."""
        m.d.comb += [self.block.ready.eq(self.empty), self.call.eq(self.block.valid)]
        with m.If(self.block.valid):
            self.enter(m, "MESSAGE")
            with m.If(self.empty):
                self.to_tag(m)


MODELS = (Hyena,)

TAKES = Takes(folds=True)


def make(request: Request) -> CofbCore:
    """The controller for a core, over the cipher of `cofb`."""
    return cofb.make(request, HyenaCore)
