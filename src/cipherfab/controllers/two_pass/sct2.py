# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `sct2`, on `two_pass`: the message is read twice.

A block of associated data or of message is a call, whose result is added to the sum that becomes
the tag; the key stream is a call for each block, with tag and index as its tweak. So there is one
call for each block in each pass, and one for the tag.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ...architectures.iterated.ring import Ring
from ...modes.sct2 import AD, PADDED, PADDING, STREAM, TAG, Sct2
from ..contract import Takes
from ..parts.declared import During, Flag, Register, Wire, block_bits
from ..parts.in_flight import InFlight
from ..request import Request
from .core import Call, TwoPassCore

INDEX = 64
"""Bits of the index of a block that are counted: of 2^64 blocks of a type the tag is wrong."""


class Sct2Core(TwoPassCore):
    """Controls ``cipher`` for a `sct2.Sct2`; see `TwoPassCore`."""

    calls_per_block = 2

    total = Register("The sum of the enciphered blocks, or the tag.", block_bits)
    total_next = Wire("That with the result that is there.", block_bits)
    counter = Register("The index of the block of the next call.", INDEX)
    counter_restarts = Wire("It is to be 0.")

    def tagging(self, m: Module) -> None:
        """Counter, sum of the enciphered blocks; what goes into the cipher and comes out of it."""
        self._counter(m)
        self._inputs(m)
        self._results(m)

    def _counter(self, m: Module) -> None:
        with m.If(self.begin | self.restarts | self.counter_restarts):
            m.d.sync += self.counter.eq(0)
        with m.Elif(self.counts()):
            m.d.sync += self.counter.eq(self.counter + 1)

    def counts(self):
        """1 if the next call has another index; in a decryption two calls have the same."""
        return self.started & ~(self.decrypt & (self.call == Call.STREAM))

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
                    Mux(self.call == Call.TAG, self.sum_now(), padded),
                )
            ),
        ]

    def sum_now(self):
        """The sum, or the tag, with a result that is there."""
        return self.total_next

    def _tweak(self, mask: Signal):
        size, rows = len(self.block.data), self.buffer.length_bits - self.buffer.rest_bits
        first = Mux(
            self.call == Call.TAG, TAG, Mux(self.call == Call.AD, AD, 0) | Mux(mask[0], 0, PADDED)
        )
        # The first byte of a tweak is its type; nonce or index have the others.
        rest = Mux(self.call == Call.TAG, self.nonce, self.counter)[: size - 8]
        under_tag = Mux(self.decrypt, self.block.data, self.sum_now()) | (STREAM << size - 8)
        # No message has more blocks than the buffer: the upper bits of the index are 0.
        return Mux(self.call == Call.STREAM, under_tag ^ self.counter[:rows], Cat(rest, first))

    def _results(self, m: Module) -> None:
        """The sum, which becomes the tag."""
        cipher, is_stream = self.cipher, self.calling == Call.STREAM
        m.d.comb += [
            self.total_next.eq(
                self.total ^ Mux(cipher.out_valid & ~is_stream, cipher.out_ciphertext, 0)
            ),
            self.tag.eq(self.total_next),
            # While key stream is computed the tag is in ``total`` already.
            self.tag_valid.eq(cipher.out_valid | is_stream),
            self.tag_result_leaves.eq(
                (self.calling != Call.TAG) | self.tag_leaves | cipher.in_valid
            ),
        ]
        # The sum goes into the cipher, and the result for the tag takes its place.
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


class PipelinedSct2Core(Sct2Core):
    """With several calls in flight. A pass over the message starts when the one before has ended,
    so a decryption deciphers all blocks before it takes the first one into the tag.

    Args:
        aead, cipher, buffer_bytes, decrypts: as of `TwoPassCore`.
        calls: how many calls the cipher has in flight.

    Attributes:
        all_started: all blocks of a pass have a call, as the index is their number.
    """

    tag_there = Flag("The sum is the tag.")
    opens, sends, text_leaves = map(During, ("STREAM", "SEND", "HEADER SEND"))

    def __init__(self, aead, cipher, *, buffer_bytes: int, decrypts: bool, calls: int):
        self.calls = calls
        super().__init__(aead, cipher, buffer_bytes=buffer_bytes, decrypts=decrypts)
        self.flight = InFlight(calls, {"call": self.call})
        self.calling, length = self.flight.oldest["call"], self.buffer.length
        rest = self.buffer.rest_bits
        # A short last block has a row too.
        rows = length[rest:] + length[:rest].any()
        self.all_started = self.counter[: len(rows)] == rows

    def keep_account(self, m: Module) -> None:
        """Left to `InFlight`."""

    def keep_calls(self, m: Module) -> None:
        self.flight.follow(m, starts=self.started, ends=self.left)
        m.d.comb += self.under_way.eq(self.flight.some)

    def reads_buffer(self):
        return self.during("TAKE")

    def sum_now(self):
        return self.total

    def counts(self):
        return self.started

    def _results(self, m: Module) -> None:
        """The sum, which becomes the tag."""
        is_stream = self.calling == Call.STREAM
        m.d.comb += [
            self.total_next.eq(self.total ^ self.cipher.out_ciphertext),
            self.tag.eq(self.total),
            self.tag_valid.eq(self.tag_there),
            self.tag_result_leaves.eq(1),
        ]
        with m.If(self.starting | (self.started & (self.call == Call.TAG))):
            m.d.sync += [self.total.eq(0), self.tag_there.eq(0)]
        with m.Elif(self.left & ~is_stream):
            m.d.sync += [
                self.total.eq(self.total_next),
                self.tag_there.eq(self.calling == Call.TAG),
            ]

    def sum(self, m: Module) -> None:
        """The call for the tag, when the sum is whole."""
        super().sum(m)
        # In place of the 1 of ``super``: all results must be in the sum first.
        m.d.comb += self.cipher.in_valid.eq(~self.flight.some)

    def _stream(self, m: Module) -> None:
        """In a decryption, calls for all key stream, as soon as the tag is there; each block is
        deciphered when its own is.
        """
        there = self.cipher.out_valid & (self.calling == Call.STREAM)
        m.d.comb += [
            self.call.eq(Call.STREAM),
            self.cipher.in_valid.eq(self.block.valid & ~self.all_started),
            self.buffer.replace.eq(there),
            self.buffer.advance.eq(there),
        ]
        with m.If(there & self.buffer.last):
            m.d.comb += self.counter_restarts.eq(1)
            self.enter(m, "TAKE")

    def deciphering(self) -> dict:
        return {"STREAM": self._stream, "TAKE": self._take}

    def _take(self, m: Module) -> None:
        """All blocks of plaintext into the tag."""
        m.d.comb += [
            self.call.eq(Call.MESSAGE),
            self.cipher.in_valid.eq(1),
            self.absorbs.eq(self.started),
            self.buffer.advance.eq(self.started),
        ]
        with m.If(self.started & self.buffer.last):
            self.enter(m, "SUM")

    def _encipher(self, m: Module) -> None:
        """In an encryption, calls for key stream when the tag is there."""
        m.d.comb += [
            self.call.eq(Call.STREAM),
            self.cipher.in_valid.eq(self.tag_there & ~self.all_started & ~self.decrypt),
        ]


MODELS = (Sct2,)
TAKES = Takes(architectures=("inner",), folds=True, buffer=True)


def make(request: Request) -> Sct2Core:
    """The controller for a core. Decryption needs no inverse cipher."""
    if request.architecture == "inner":
        ring = Ring(request.aead.cipher, pieces=request.factor)
        return PipelinedSct2Core.of(request, ring, calls=ring.in_flight)
    return Sct2Core.of(request)
