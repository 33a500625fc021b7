# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `sct2`, on `two_pass`: the message is read twice.

A block of associated data or of message is a call, whose result is added to the sum that becomes
the tag; the key stream is a call for each block, with tag and index as its tweak. So there is one
call for each block in each pass, and one for the tag.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ..architectures.iterated.iterated import Iterated
from ..modes.sct2 import AD, PADDED, PADDING, STREAM, TAG, Sct2
from .contract import Takes
from .two_pass import Call, TwoPassCore
from .wanted import Wanted

INDEX = 64
"""Bits of the index of a block; those above are 0 for any data that can be sent."""


class Sct2Core(TwoPassCore):
    """Controls ``cipher`` for a `sct2.Sct2`; see `TwoPassCore`."""

    def tagging(self, m: Module) -> None:
        """Counter, sum of the enciphered blocks; what goes into the cipher and comes out of it."""
        self.total, self.total_next = (
            Signal(len(self.block.data), name=name, reset_less=True)
            for name in ("total", "total_next")
        )
        self.counter_restarts = Signal(name="counter_restarts")
        self._counter(m)
        self._inputs(m)
        self._results(m)

    def _counter(self, m: Module) -> None:
        """The index of the block of the next call. In a decryption two calls have the same."""
        self.counter = Signal(INDEX, name="counter", reset_less=True)
        with m.If(self.begin | self.restarts | self.counter_restarts):
            m.d.sync += self.counter.eq(0)
        with m.Elif(self.started & ~(self.decrypt & (self.call == Call.STREAM))):
            m.d.sync += self.counter.eq(self.counter + 1)

    def _inputs(self, m: Module) -> None:
        """Tweak and block of a call."""
        cipher, padded = self.cipher, self.text | self.padding(PADDING, self.text_mask)
        m.d.comb += [
            self.keystream.eq(cipher.out_ciphertext),
            cipher.in_key.eq(self.key),
            cipher.in_tweak.eq(self._tweak(self.text_mask)),
            cipher.in_plaintext.eq(
                Mux(
                    self.call == Call.STREAM,
                    self.nonce,
                    Mux(self.call == Call.TAG, self.total_next, padded),
                )
            ),
        ]

    def _tweak(self, mask: Signal):
        size, rows = len(self.block.data), self.buffer.length_bits - self.buffer.rest_bits
        first = Mux(
            self.call == Call.TAG, TAG, Mux(self.call == Call.AD, AD, 0) | Mux(mask[0], 0, PADDED)
        )
        rest = Mux(self.call == Call.TAG, self.nonce, self.counter)[: size - 8]
        under_tag = Mux(self.decrypt, self.block.data, self.total_next) | (STREAM << size - 8)
        return Mux(self.call == Call.STREAM, under_tag ^ self.counter[:rows], Cat(rest, first))

    def _results(self, m: Module) -> None:
        """The sum, which becomes the tag."""
        cipher, is_stream = self.cipher, self.calling == Call.STREAM
        m.d.comb += [
            self.total_next.eq(
                self.total ^ Mux(cipher.out_valid & ~is_stream, cipher.out_ciphertext, 0)
            ),
            self.tag.eq(self.total_next),
            self.tag_valid.eq(cipher.out_valid | is_stream),
            self.tag_result_leaves.eq(
                (self.calling != Call.TAG) | self.tag_leaves | cipher.in_valid
            ),
        ]
        with m.If(self.starting | (self.started & (self.call == Call.TAG))):
            m.d.sync += self.total.eq(0)
        with m.Elif(self.left):
            m.d.sync += self.total.eq(self.total_next)

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        block = self.block
        m.d.comb += [
            self.call.eq(Call.AD),
            block.ready.eq(self.cipher.in_ready | self.empty),
            self.cipher.in_valid.eq(block.valid & ~self.empty),
        ]
        with m.If(block.valid & block.ready & block.last):
            m.d.comb += self.restarts.eq(1)
            self.enter(m, "MESSAGE")

    def sum(self, m: Module) -> None:
        """The call for the tag."""
        m.d.comb += [
            self.call.eq(Call.TAG),
            self.cipher.in_valid.eq(1),
            self.counter_restarts.eq(1),
        ]
        with m.If(self.started):
            self.summed(m)


MODELS = (Sct2,)
TAKES = Takes(buffer=True)


def make(wanted: Wanted) -> Sct2Core:
    """The controller for a core. Decryption needs no inverse cipher."""
    return Sct2Core(
        wanted.aead,
        Iterated(wanted.aead.cipher, unrolled=wanted.unrolled),
        buffer_bytes=wanted.buffer_bytes,
        decrypts=wanted.decrypts,
    )
