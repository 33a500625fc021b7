# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.thetacb`: SKINNY-AEAD, Lilliput-I, Deoxys-I around one
tweakable block cipher.
"""

from amaranth.hdl import Cat, Const, Module, Signal

from ..modes.thetacb import ThetaCb3
from ..words.hardware import build
from .contract import Takes
from .over_cipher import OverCipher, cipher_of
from .wanted import Wanted


class ThetaCbCore(OverCipher):
    """What differs from call to call is a counter, in the cipher's input ``tweakey``; see
    `OverCipher`.
    """

    def counted(self, m: Module) -> None:
        """The counter of blocks, and the tweakey that it makes with nonce, key and kind of call."""
        tweaks = self.aead.tweaks
        counter = Signal(tweaks.counter_bits, name="counter", reset_less=True)
        following = build(
            m, lambda words: {"following": tweaks.following(words["counter"])},
            {"counter": counter})
        # As in `modes.thetacb.Call`.
        call = Cat(self.padded, self.kind["ad"], self.kind["tag"])
        words = {"counter": counter, "call": call, "nonce": self.nonce, "key": self.key}
        m.d.comb += self.cipher.in_tweakey.eq(build(m, tweaks.tweakey, words)["tweakey"])
        with m.If(self.starting | self.counter_restarts):
            m.d.sync += counter.eq(tweaks.first)
        with m.Elif(self.moves):
            m.d.sync += counter.eq(following["following"])

    def counts(self):
        """All calls, but for one that has the counter value of the tag behind it."""
        return Const(1) if self.aead.tweaks.counts_padded else ~self.kind["partial"]


MODELS = (ThetaCb3,)
TAKES = Takes(architectures=("inner",))


def make(wanted: Wanted) -> ThetaCbCore:
    """The controller for a core."""
    return ThetaCbCore(wanted.aead, **cipher_of(wanted), decrypts=wanted.decrypts)
