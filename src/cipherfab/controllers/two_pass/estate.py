# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `estate`, on `chained`: ESTATE and sESTATE around one tweakable
cipher.

Which tweak the last block of associated data has, the message says: until then it waits in the
cipher, added without a step. The rest is `chained`.
"""

from amaranth.hdl import Const, Module, Mux, Signal

from ...ciphers.tweaes import tweaes_128_or_6
from ...modes.estate import (
    BETWEEN,
    EMPTY,
    LAST_AD,
    LAST_AD_ALONE,
    LAST_MESSAGE,
    NONCE,
    PADDING,
    REDUCED,
    Estate,
)
from ..contract import Takes
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag
from ..request import Request
from .chained import ChainedCore
from .core import Call, cipher_of


class EstateCore(ChainedCore):
    """Controls the cipher.

    Args:
        aead, buffer_bytes, decrypts: see `TwoPassCore`.
        cipher: see `ChainedCore`; it is loaded with 0 as key. For sESTATE, ``in_reduced`` chooses
            ``aead.reduced``.
    """

    padded = Flag("The last block of associated data is padded.", name="ad_is_padded")
    takes_text, is_held, is_ad, is_first, is_alone = map(
        During, ("AD MESSAGE OPEN", "HELD", "AD", "FIRST ALONE", "ALONE")
    )

    def __init__(self, aead: Estate, cipher, *, buffer_bytes: int, decrypts: bool = True):
        self.first_state = "AD" if aead.no_empty_case else "FIRST"
        super().__init__(aead, cipher, buffer_bytes=buffer_bytes, decrypts=decrypts)

    def tagging(self, m: Module) -> None:
        cipher = self.cipher
        loads = self.is_ad & self.block.last
        self.chain(m)
        m.d.comb += [
            cipher.in_plaintext.eq(self._presented()),
            # A load passes the first addition of the key, so the key is 0 then.
            cipher.in_key.eq(only_if(~loads, self.key)),
        ]
        self._tweak(m)
        # Nothing that follows changes the first call: it starts as the nonce is taken.
        if self.aead.no_empty_case:
            m.d.comb += cipher.in_valid.eq(self.begin)
        self.put_aside(m, self.puts_aside())

    def _presented(self):
        """The chain that the next call goes on with, and the block; steered by registers."""
        cipher, ready = self.cipher, self.ready
        received, other = self.receives(), self.goes_on_with_other()
        nonce = ready & (self.starting if self.aead.no_empty_case else self.is_first)
        block = only_if(received | (nonce & self.starting), self.block.data)
        if not self.aead.no_empty_case:
            block = block | only_if(nonce, self.nonce)
        chain = only_if(~(received | nonce | other), cipher.out_ciphertext) | only_if(
            other, self.other
        )
        # One of both is 0, so that an OR joins them.
        return (chain | block) ^ only_if(
            ready & self.takes_text, self.text | self.padding(PADDING, self.text_mask)
        )

    def _tweak(self, m: Module) -> None:
        """Of a call; of sESTATE also which cipher it has."""
        padded, begins = ~self.text_mask[0], self.starting | self.is_first
        # The tweak says whether a message follows and whether the block is padded (section 2.1).
        held = Mux(self.empty, LAST_AD_ALONE, LAST_AD) | self.padded
        last = Mux(self.takes_text & self.last, LAST_MESSAGE | padded, BETWEEN)
        tweak = Mux(self.is_held, held, Mux(begins, NONCE, last))
        if not self.aead.no_empty_case:
            # With neither data nor message the nonce has a tweak of its own.
            tweak = Mux(self.is_alone & self.empty, EMPTY, tweak)
        if self.aead.reduced is None:
            m.d.comb += self.cipher.in_tweak.eq(tweak)
            return
        alone = Const(0) if self.aead.no_empty_case else self.is_alone & self.empty
        reduced = Signal(name="reduced")
        m.d.comb += [
            # Algorithm 2: fewer rounds at the nonce and at all blocks but the last of their type.
            reduced.eq((begins & ~alone) | (self.takes_text & ~self.last)),
            self.cipher.in_reduced.eq(reduced),
            self.cipher.in_tweak.eq(Mux(reduced, REDUCED, tweak)),
        ]

    def associated_data(self, m: Module) -> None:
        """A call for each block but the last, which is loaded; none for empty data."""
        block, takes = self.block, Signal(name="takes_ad")
        m.d.comb += [
            self.call.eq(Call.AD),
            block.ready.eq(self.ready | self.empty),
            takes.eq(block.valid & self.ready & ~self.empty),
            self.cipher.in_valid.eq(takes & ~block.last),
            self.load.eq(takes & block.last),
        ]
        with m.If(takes):
            m.d.sync += self.padded.eq(~self.full)
        with m.If(block.valid & block.ready & block.last):
            self.enter(m, "HELD")
            # An empty end holds no block.
            with m.If(self.empty):
                self.enter(m, "MESSAGE")

    def more_states(self, m: Module) -> None:
        """Also the calls that wait for what follows."""
        super().more_states(m)
        self.state(m, "HELD", self._held)
        if not self.aead.no_empty_case:
            self.state(m, "FIRST", self._first)
            self.state(m, "ALONE", self._alone)

    def _held(self, m: Module) -> None:
        """The call for the last block of associated data, when the message is there, or its end."""
        self._call_with_next(m, self.block.valid, "MESSAGE")

    def _first(self, m: Module) -> None:
        """The call for the nonce, if there is associated data; the end of none is taken."""
        m.d.comb += self.block.ready.eq(self.empty)
        with m.If(self.block.valid & self.empty):
            self.enter(m, "ALONE")
        with m.Elif(self.block.valid):
            self._call_with_next(m, ~self.empty & self.block.valid, "AD")

    def _alone(self, m: Module) -> None:
        """The same without associated data: the message says whether the nonce is alone."""
        self._call_with_next(m, self.block.valid, "MESSAGE")

    def _call_with_next(self, m: Module, valid, state: str) -> None:
        m.d.comb += [self.call.eq(Call.AD), self.cipher.in_valid.eq(valid)]
        with m.If(self.started):
            self.enter(m, state)


MODELS = (Estate,)

TAKES = Takes(folds=True, buffer=True)


def make(request: Request) -> EstateCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    aead = request.aead
    cipher = aead.cipher if aead.reduced is None else tweaes_128_or_6()
    return EstateCore.of(request, cipher_of(request, cipher))
