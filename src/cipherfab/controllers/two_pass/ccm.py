# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `ccm`, on `two_pass`: CCM around one block cipher.

The first block of the CBC-MAC has the length of the message, and the second one that of the
associated data, which the API says behind them. So both are kept: nothing is enciphered until the
message is whole. Then come the block of lengths, the associated data, and the message: of an
encryption a call for each block, and one more for its key stream when it leaves; of a decryption
both in turn.

The code of the length of the associated data takes two bytes in front of them, so a block of the
chain begins with the last bytes of the block before it on the bus. As many bytes of associated data
are kept as of a message, and more are refused alike.
"""

from typing import Any

from amaranth.hdl import Cat, Const, Module, Mux

from ...modes.ccm import HAS_AD, Ccm, first_flags
from ..contract import Takes
from ..parts.declared import During, Register, Wire, block_bits
from ..request import Request
from .core import Call, TwoPassCore, cipher_of
from .message_buffer import MessageBuffer

CODE = 2
"""Bytes of the code of the length of associated data: it has fewer than 0xFF00 bytes."""


class CcmCore(TwoPassCore):
    """Controls the cipher; see `TwoPassCore`.

    Attributes:
        front: the associated data.
    """

    aead: Ccm
    calls_per_block = 2

    chain = Register("The CBC-MAC, or the tag.", block_bits)
    chain_now = Wire("That with the result that is there.", block_bits)
    tag_now = Wire("The tag, when its call has ended.", block_bits)
    number = Register(
        "The number of the next block of key stream.", lambda core: 8 * core.length_bytes
    )
    carry = Register("What the next block of associated data begins with.", 8 * CODE)
    is_lengths, is_front, is_rest = map(During, ("LENGTHS", "FRONT", "REST"))
    is_chain = During("CHAIN")

    def __init__(self, aead: Ccm, cipher, *, buffer_bytes: int, decrypts: bool = True):
        super().__init__(aead, cipher, buffer_bytes=buffer_bytes, decrypts=decrypts)
        self.most_ad_bytes = buffer_bytes
        rows = buffer_bytes // aead.block_bytes
        self.front = MessageBuffer(block_bytes=aead.block_bytes, blocks=rows)

    @property
    def length_bytes(self) -> int:
        """Bytes of the length of a message, and of a number of a block."""
        return self.aead.block_bytes - 1 - self.aead.nonce_bytes

    def tagging(self, m: Module) -> None:
        m.submodules.front = self.front
        cipher, is_stream = self.cipher, self.calling == Call.STREAM
        is_tag, there = self.calling == Call.TAG, cipher.out_valid & ~is_stream
        m.d.comb += [
            self.keystream.eq(cipher.out_ciphertext),
            self.chain_now.eq(Mux(there, cipher.out_ciphertext, self.chain)),
            self.tag_now.eq(self.chain ^ cipher.out_ciphertext),
            self.tag.eq(Mux(is_tag, self.tag_now, self.chain)[-len(self.tag) :]),
            # While key stream is computed the tag is in ``chain`` already.
            self.tag_valid.eq(cipher.out_valid | is_stream),
            self.tag_result_leaves.eq(~is_tag | self.tag_leaves | cipher.in_valid),
            cipher.in_key.eq(self.key),
            cipher.in_plaintext.eq(self._presented()),
            self.front.clear.eq(self.starting),
            self.front.block.eq(self.block.data),
            self.front.mask.eq(self.block.mask),
        ]
        with m.If(self.left & ~is_stream):
            m.d.sync += self.chain.eq(Mux(is_tag, self.tag_now, cipher.out_ciphertext))
        with m.If(self.starting):
            # Number 0 is that of the call for the tag (SP 800-38C, Ctr_0).
            m.d.sync += self.number.eq(1)
        with m.Elif(self.started & (self.call == Call.STREAM)):
            m.d.sync += self.number.eq(self.number + 1)

    def reads_buffer(self):
        return self.is_chain

    def _presented(self):
        """What goes into the cipher: a counter, the block of lengths, or the chain with a block."""
        counts = (self.call == Call.STREAM) | (self.call == Call.TAG)
        number = Mux(self.call == Call.STREAM, self.number, 0)
        # SP 800-38C, appendix A.3: flags, nonce, number.
        counter = Cat(number, self.nonce, Const(self.length_bytes - 1, 8))
        # The code of the length moves all by two bytes: the last two of a block begin the next one.
        data = self.front.data[8 * CODE :]
        shifted = Cat(Mux(self.is_front, data, 0), self.carry)
        block = Mux(self.is_front | self.is_rest, shifted, self.text)
        chained = Mux(self.is_lengths, self._lengths(), self.chain_now ^ block)
        return Mux(counts, counter, chained)

    def _lengths(self):
        """SP 800-38C, appendix A.2.1: flags, nonce, length of the message."""
        flags = Const(first_flags(self.aead.tag_bytes, self.length_bytes), 8)
        length = self.buffer.length[: 8 * self.length_bytes]
        rest = Const(0, 8 * self.length_bytes - len(length))
        return Cat(length, rest, self.nonce, flags | Mux(self.front.empty, 0, HAS_AD))

    def associated_data(self, m: Module) -> None:
        """Blocks are stored."""
        self._store(m, self.front, "MESSAGE")

    def message(self, m: Module) -> None:
        """Blocks are stored."""
        self._store(m, self.buffer, "LENGTHS")

    def _store(self, m: Module, buffer: MessageBuffer, following: str) -> None:
        """A block of a type into its memory, up to the end of the type."""
        comes = self.block.valid & ~self.empty
        m.d.comb += [
            self.block.ready.eq(self.empty | ~buffer.full),
            buffer.append.eq(comes & ~buffer.full),
        ]
        with m.If(comes & buffer.full):
            # As for a wrong tag: the status must be failure.
            m.d.sync += self.mismatch[0].eq(1)
            self.enter(m, "SWALLOW")
        with m.Elif(self.block.valid & self.block.last):
            self.enter(m, following)

    def states(self) -> dict:
        """The chain, in front of those of all."""
        chain = {"LENGTHS": self._first, "FRONT": self._front, "REST": self._rest}
        return chain | {"CHAIN": self._chain} | super().states()

    def _first(self, m: Module) -> None:
        """The call for the block of lengths."""
        m.d.comb += [self.call.eq(Call.AD), self.cipher.in_valid.eq(1)]
        # The code of the length, with which the associated data begins.
        m.d.sync += self.carry.eq(self.front.length)
        with m.If(self.started):
            self._to_text(m)
            with m.If(~self.front.empty):
                self.enter(m, "FRONT")

    def _front(self, m: Module) -> None:
        """A call for each block of associated data."""
        front = self.front
        m.d.comb += [
            self.call.eq(Call.AD),
            self.cipher.in_valid.eq(1),
            front.advance.eq(self.started),
        ]
        with m.If(self.started):
            m.d.sync += self.carry.eq(front.data[: 8 * CODE])
            with m.If(front.last):
                self._to_text(m)
                # A byte is left that the chain has not.
                with m.If(front.read_mask[CODE - 1]):
                    self.enter(m, "REST")

    def _rest(self, m: Module) -> None:
        """The call for the end of the associated data, behind their last block."""
        m.d.comb += [self.call.eq(Call.AD), self.cipher.in_valid.eq(1)]
        with m.If(self.started):
            self._to_text(m)

    def _to_text(self, m: Module) -> None:
        self.enter(m, "CHAIN")
        if self.decrypts:
            with m.If(self.decrypt):
                self.enter(m, "STREAM")
        # Behind the others, which it overrides.
        with m.If(self.buffer.empty):
            self.enter(m, "SUM")

    def _chain(self, m: Module) -> None:
        """In an encryption, a call for each block of the message."""
        m.d.comb += [
            self.call.eq(Call.MESSAGE),
            self.cipher.in_valid.eq(1),
            self.buffer.advance.eq(self.started),
        ]
        with m.If(self.started & self.buffer.last):
            self.enter(m, "SUM")

    def _stream(self, m: Module) -> None:
        """In a decryption, the call for a block of key stream."""
        m.d.comb += [self.call.eq(Call.STREAM), self.cipher.in_valid.eq(1)]
        with m.If(self.started):
            self.enter(m, "OPEN")

    def sum(self, m: Module) -> None:
        """The call for what is added to the chain."""
        m.d.comb += [self.call.eq(Call.TAG), self.cipher.in_valid.eq(1)]
        with m.If(self.started):
            self.summed(m)


MODELS = (Ccm,)
TAKES = Takes(folds=True, buffer=True)


def make(request: Request) -> CcmCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    aead: Any = request.aead
    return CcmCore.of(request, cipher_of(request, aead.cipher))
