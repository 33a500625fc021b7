"""The hardware controller of `thetacb`: SKINNY-AEAD and other ΘCB3 modes around one tweakable block cipher.

A block of associated data or of message costs one call, and the tag one; calls are back to back. A full block is taken when its
call starts, and its answer leaves when the call ends, while the next one starts. A message block that is not full is only taken
when the call for it ends: then it is added to the cipher's output, and what is sent and what goes into the checksum are there at
once. So no register but the cipher's holds a block.
"""

from amaranth.hdl import Module, Mux, Signal

from ..architectures.iterated.bidirectional import Bidirectional
from ..architectures.iterated.iterated import Iterated
from ..modes.thetacb import CALL_BITS, Call, ThetaCb3
from ..words.hardware import build
from .block import BlockCore
from .wanted import Wanted


class ThetaCbCore(BlockCore):
    """Controls ``cipher`` for a `thetacb.ThetaCb3`; see `BlockCore`.

    The cipher has the ports ``in_tweakey``, ``in_block``, ``in_decrypt`` and ``out_block`` of
    `architectures.iterated.bidirectional`, or, in a core that only encrypts, ``in_tweakey``, ``in_plaintext`` and
    ``out_ciphertext``.
    """

    def datapath(self, m: Module) -> None:
        """Counter, checksum and sum of the enciphered associated data; what goes into the cipher and comes out of it."""
        size, cipher = len(self.block.data), self.cipher
        self.result = cipher.out_block if self.decrypts else cipher.out_ciphertext
        self.call, self.calling = Signal(CALL_BITS, name="call"), Signal(CALL_BITS, name="call_under_way", reset_less=True)
        self.checksum, self.auth = Signal(size, name="checksum", reset_less=True), Signal(size, name="auth", reset_less=True)
        self.mixed, self.takes_partial = Signal(size, name="mixed"), Signal(name="takes_partial")
        self.counter_restarts = Signal(name="counter_restarts")
        self.is_message, self.is_partial = self.during("MESSAGE"), self.during("PARTIAL")
        self._counter_and_tweakey(m)
        self._inputs(m)
        self._results(m)

    def _counter_and_tweakey(self, m: Module) -> None:
        tweaks, bits = self.aead.tweaks, self.aead.tweaks.counter_bits
        counter = Signal(bits, name="counter", reset_less=True)
        following = build(m, lambda words: {"following": tweaks.following(words["counter"])}, {"counter": counter})
        words = {"counter": counter, "call": self.call, "nonce": self.nonce, "key": self.key}
        m.d.comb += self.cipher.in_tweakey.eq(build(m, tweaks.tweakey, words)["tweakey"])
        with m.If(self.starting | self.counter_restarts):
            m.d.sync += counter.eq(tweaks.first)
        with m.Elif(self.started):
            m.d.sync += counter.eq(following["following"])

    def _inputs(self, m: Module) -> None:
        """The block that a call works on: one of the input, nothing, or the checksum with all that is added to it in this cycle."""
        is_tag, is_partial = self.call[2], self.call == Call.MESSAGE_PADDED
        total, text, padding = (Signal(len(self.block.data), name=name) for name in ("checksum_next", "text", "padding"))
        full_leaves = self.decrypt & self.left & (self.calling == Call.MESSAGE)
        full_enters = ~self.decrypt & self.started & (self.call == Call.MESSAGE)
        # Steered by registers: what has not left keeps the cipher from starting, and the checksum from changing.
        leaving = self.decrypt & self.under_way & (self.calling == Call.MESSAGE)
        adds = self.is_partial | leaving | (~self.decrypt & self.is_message)
        # What is decrypted has something in the invalid bytes, and padding stands in invalid bytes only.
        valid = Mux(self.is_partial, self.valid_bits(), -1)
        m.d.comb += [
            padding.eq(self.padding()),
            text.eq(Mux(self.decrypt, self.mixed & valid, self.block.data) | Mux(self.is_partial, padding, 0)),
            total.eq(self.checksum ^ Mux(adds, text, 0)),
        ]
        block = Mux(is_tag, total, Mux(is_partial, 0, self.block.data | padding))
        if self.decrypts:
            m.d.comb += [self.cipher.in_block.eq(block), self.cipher.in_decrypt.eq(self.decrypt & (self.call == Call.MESSAGE))]
        else:
            m.d.comb += self.cipher.in_plaintext.eq(block)
        with m.If(self.starting):
            m.d.sync += self.checksum.eq(0)
        with m.Elif(full_leaves | full_enters):
            m.d.sync += self.checksum.eq(total)

    def _results(self, m: Module) -> None:
        """What becomes of a result; it leaves when the answer to it does."""
        is_ad, is_tag = self.calling[1], self.calling[2]
        is_partial = self.calling == Call.MESSAGE_PADDED
        is_full = self.calling == Call.MESSAGE
        partial_is_there = self.cipher.out_valid & is_partial & self.block.valid & ~self.starting
        m.d.comb += [
            self.mixed.eq(self.result ^ (Mux(is_tag, self.auth, 0) | Mux(is_partial, self.block.data, 0))),
            self.tag.eq(self.mixed[-len(self.tag):]), self.tag_valid.eq(self.cipher.out_valid & is_tag),
            self.answer.data.eq(self.mixed),
            self.answer.mask.eq(Mux(is_partial, self.block.mask, -1)),
            self.answer.valid.eq((self.cipher.out_valid & is_full) | partial_is_there),
            self.takes_partial.eq(partial_is_there & self.answer.ready),
            self.cipher.out_ready.eq(Mux(is_full, self.answer.ready, is_ad | self.tag_leaves | self.takes_partial | self.starting))]
        with m.If(self.started):
            m.d.sync += self.calling.eq(self.call)
        with m.If(self.starting):
            m.d.sync += self.auth.eq(0)
        with m.Elif(self.left & is_ad):
            m.d.sync += self.auth.eq(self.auth ^ self.result)

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        ready = self.cipher.in_ready | self.empty
        m.d.comb += [
            self.call.eq(Mux(self.full, Call.AD, Call.AD_PADDED)),
            self.block.ready.eq(ready),
            self.cipher.in_valid.eq(self.block.valid & ~self.empty),
        ]
        with m.If(self.block.valid & self.block.ready & self.block.last):
            m.d.comb += self.counter_restarts.eq(1)
            self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """A call for each block. The end of an empty message is taken when the call for the tag starts."""
        partial = ~self.full & ~self.empty
        m.d.comb += [
            self.call.eq(Mux(self.empty, Call.TAG, Mux(self.full, Call.MESSAGE, Call.MESSAGE_PADDED))),
            self.block.ready.eq(self.cipher.in_ready & ~partial),
            self.cipher.in_valid.eq(self.block.valid),
        ]
        with m.If(self.started):
            with m.If(self.empty):
                self.to_tag(m)
            with m.Elif(partial):
                self.enter(m, "PARTIAL")
            with m.Elif(self.block.last):
                self.enter(m, "CHECKSUM")

    def more_states(self, m: Module) -> None:
        """The end of a message block that is not full, and the call for the tag after one that is."""
        self.state(m, "PARTIAL", self._partial)
        self.state(m, "CHECKSUM", self._checksum)

    def _partial(self, m: Module) -> None:
        m.d.comb += [self.call.eq(Call.TAG_PADDED), self.cipher.in_valid.eq(self.takes_partial),
                     self.block.ready.eq(self.cipher.out_valid & self.answer.ready)]
        with m.If(self.takes_partial):
            self.to_tag(m)

    def _checksum(self, m: Module) -> None:
        m.d.comb += [self.call.eq(Call.TAG), self.cipher.in_valid.eq(1)]
        with m.If(self.started):
            self.to_tag(m)


MODELS = (ThetaCb3,)


def make(wanted: Wanted) -> ThetaCbCore:
    """The controller for a core. Decryption needs the inverse cipher."""
    architecture = Bidirectional if wanted.decrypts else Iterated
    return ThetaCbCore(wanted.aead, architecture(wanted.aead.cipher, unrolled=wanted.unrolled), decrypts=wanted.decrypts)
