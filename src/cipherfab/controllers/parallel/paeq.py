# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.paeq`: two calls of a permutation for a block of the message.

The key stream of a block needs its number alone, and the second call, which takes the ciphertext
into the sum for the tag, what the first one gave (`two_calls`). So a block travels with its first
call: it is added to the key stream as that comes out, leaves as an answer, and goes in again in the
same cycle. Of a decryption the block goes in as it is.

A block of associated data is one call with its number. The call for the tag needs the sum, and
waits for all others; it is the only one that waits.
"""

from dataclasses import replace

from amaranth.hdl import Cat, Const, Module, Mux

from ...modes.paeq import DATA, DOMAIN, SUM, TAG, TEXT, Paeq
from ..contract import Takes
from ..parts.byte_masks import count_bytes, only_if
from ..parts.declared import During, Register, Wire, block_bits, block_bytes
from ..request import Request
from .calls_in_flight import cipher_of
from .two_calls import TwoCallCore

NUMBERS = 32
"""Bits of the number of a block; a message or associated data has less than 2^32 blocks."""


class PaeqCore(TwoCallCore):
    """Controls the permutation, in one direction only. A call is the ``first`` of a block of the
    message, for associated data, or for the tag; see `TwoCallCore`.
    """

    kinds = ("first", "ad", "tag")
    # Whether a block is the last one matters to nobody until the tag.
    takes_empty_ends = True

    number = Register("The number of the next block of its type.", NUMBERS)
    total = Register("The sum for the tag.", block_bits)
    filled = Wire("The block; its invalid bytes are their number of valid ones.", block_bits)
    mixed = Wire("What goes into the sum: the filled block with the key stream.", block_bits)
    last_mask = Register("Valid bytes of the last block of the message.", block_bytes)
    is_data, is_text, is_check = map(During, ("AD", "MESSAGE", "CHECK"))

    def __init__(self, aead, cipher, *, decrypts: bool = True, calls: int = 1):
        self.short_bytes = (aead.ad_block_bytes,)
        super().__init__(aead, cipher, decrypts=decrypts, calls=calls)

    @property
    def ad_sizes(self) -> tuple[int, ...]:
        return self.short_bytes

    def given(self) -> dict:
        return {**self.kind, "partial": ~self.full, "text": self.filled}

    def datapath(self, m: Module) -> None:
        """Number, sum; what goes into the permutation and comes out of it."""
        self.carry(m)
        # Of a full block it is not read, since no byte is invalid.
        length = Cat(count_bytes(self.block.mask), Const(0, 8))[:8]
        m.d.comb += [
            self.under_way.eq(self.flight.some),
            self.short.eq(self.is_data),
            self.filled.eq(self.block.data | Cat(only_if(~bit, length) for bit in self.block.mask)),
            self.cipher.in_x.eq(Mux(self.continues, self._second(m), self._first())),
        ]
        with m.If(self.starting):
            m.d.sync += self.number.eq(1)
        with m.Elif(self.begins):
            m.d.sync += self.number.eq(self.number + 1)
        self._sum(m)
        self._answers(m)

    def _first(self) -> Cat:
        """Domain || number || nonce or block || key; or, of the tag, domain || sum || key."""
        data, size = self.is_data, len(self.block.data)
        number = Cat(self.number.word_select(byte, 8) for byte in reversed(range(NUMBERS // 8)))
        # The number stands in front, its lowest byte first; behind it are zeros.
        behind = Mux(data, self.filled[size - 8 * self.short_bytes[0] :], self.nonce)
        middle = Mux(self.is_check, self.total, Cat(Const(0, size - NUMBERS), number) | behind)
        full = Mux(data, self.block.mask[-self.short_bytes[0]], self.full)
        # A block that is not full has a domain of its own.
        kind = Mux(self.is_check, TAG, Mux(data, DATA, TEXT) | ~full)
        return Cat(self.key, middle, self._domain(kind))

    def _second(self, m: Module) -> Cat:
        """Domain || ciphertext || what the key stream has behind it."""
        ending, stream = self.ending, self.result
        valid = only_if(ending["partial"], ~self.last_mask)
        # In a decryption the ciphertext goes in as it came, without the key stream.
        taken = Cat(self.decrypt & ~bit for bit in valid)
        size = len(self.key)
        kept = stream[size : -8 * DOMAIN] & ~self.valid_bits(taken)
        m.d.comb += self.mixed.eq(kept ^ ending["text"])
        return Cat(stream[:size], self.mixed, self._domain(SUM | ending["partial"]))

    def _domain(self, kind) -> Cat:
        """What a call is for, behind the bits of the nonce; those of the key."""
        return Cat(Const(len(self.key), 8), (len(self.nonce) | kind)[:8])

    def _sum(self, m: Module) -> None:
        """Of associated data and of second calls, in any order."""
        ending, size = self.ending, len(self.total)
        with m.If(self.starting):
            m.d.sync += self.total.eq(0)
        with m.Elif(self.passes(ending["ad"] | ending["second"])):
            m.d.sync += self.total.eq(self.total ^ self.result[-8 * DOMAIN - size : -8 * DOMAIN])

    def _answers(self, m: Module) -> None:
        """A block leaves as its second call starts."""
        ending, size = self.ending, len(self.key)
        m.d.comb += [
            self.answer.data.eq(self.result[size : -8 * DOMAIN] ^ ending["text"]),
            self.answer.mask.eq(Mux(ending["partial"], self.last_mask, -1)),
            # With several calls in flight a block leaves with its result, which waits for the
            # second call.
            self.answer.valid.eq(
                self.continues if self.calls == 1 else self.passes(ending["first"])
            ),
            self.tag.eq(self.result[-len(self.tag) :]),
            self.tag_valid.eq(self.cipher.out_valid & ending["tag"]),
        ]
        self.take_results(m, answered=ending["first"], waits=ending["tag"])

    def may_continue(self):
        """The answer leaves as the second call starts."""
        return self.answer.ready

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        self._call(m, "ad")
        with m.If(self.block.valid & self.block.ready & self.block.last):
            m.d.sync += self.number.eq(1)
            self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """The first call for each block."""
        self._call(m, "first")
        # In every cycle of the state: the last one is that of the last block.
        m.d.sync += self.last_mask.eq(self.block.mask)
        with m.If(self.block.valid & self.block.ready & self.block.last):
            self.enter(m, "CHECK")

    def _call(self, m: Module, kind: str) -> None:
        """A call for the block that is there, if it has a byte."""
        m.d.comb += [
            self.kind[kind].eq(1),
            self.wants.eq(self.block.valid & ~self.empty),
            self.block.ready.eq(self.may_begin | self.empty),
        ]

    def states(self) -> dict:
        """The call for the tag, when the sum is whole."""
        return {"CHECK": self.one_call("tag", self.to_tag, when=~self.flight.some)}


MODELS = (Paeq,)
TAKES = Takes(architectures=("inner",), folds=True)


def make(request: Request) -> PaeqCore:
    """The controller for a core. Decryption needs no inverse permutation."""
    encrypting = replace(request, decrypts=False)
    return PaeqCore.of(request, **cipher_of(encrypting, primitive=request.aead.permutation))
