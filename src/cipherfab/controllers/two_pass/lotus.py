# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `lotus`: LOTUS-AEAD and LOCUS-AEAD around one tweakable block cipher.

A block of the message (of LOTUS a pair) takes two calls (four). It stays in the words of the buffer
until the last of them, and is answered then. The key of a block is that of the one before, doubled;
the cipher's schedule has turned it around after a call, so it is in no other register.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.lotus import (
    AD,
    AD_PADDED,
    BLOCK,
    INIT,
    LAST_LOWER,
    LAST_UPPER,
    LOWER,
    MASK,
    PADDING,
    TAG,
    UPPER,
    Locus,
    Lotus,
    following_key,
)
from ...primitives.transformed import both_directions, returning
from ...words.hardware import build
from ..block.core import BlockCore
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register, Wire
from ..parts.iterated import iterated
from ..request import Request, Takes
from .message_buffer import byte_count

PORT = 16
"""Bytes of a block of the ports: the nonce, or a pair of LOTUS."""

HALF = 8 * BLOCK
"""Bits of a block of the cipher."""


class LotusCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher``, for a decryption of LOCUS in both directions
            (`both_directions`), whose result stays until the next start, with the key on
            ``out_key``.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    answers_late = False
    port_bytes = PORT
    short_bytes = (BLOCK,)
    first_state = "MASK"
    nonce_waits = True
    ad_sizes = (BLOCK,)

    adds = Flag("The result is added to the checksum.", name="result_is_added")
    takes = Wire("The answer to a block of the message leaves.", name="takes_text")
    delta, held = Register("Delta.", HALF), Register("The first half of a pair.", HALF)
    total = Register("The checksum.", HALF, name="checksum")
    sum = Wire("The checksum with what is added in this cycle.", HALF, name="checksum_next")
    is_mask, is_delta, is_ad, is_message, is_end = map(
        During, ("MASK", "DELTA", "AD", "MESSAGE", "END")
    )

    def __init__(self, aead: Lotus, cipher, *, decrypts: bool = True):
        super().__init__(aead, cipher, decrypts=decrypts)
        self.is_locus, self.last = isinstance(aead, Locus), self.block.last
        # Calls for the block of the message that were started.
        # LOTUS has a pair of blocks, with two calls each.
        steps = 2 if self.is_locus else 4
        self.step = [Signal(init=n == 0, name=f"step{n}") for n in range(steps + 1)]
        self.upper, self.lower = self.block.data[HALF:], self.block.data[:HALF]
        both = "block" in cipher.primitive.outputs
        self.out = cipher.out_block if both else cipher.out_ciphertext

    def datapath(self, m: Module) -> None:
        # While a call is under way words of the next block come already.
        is_short = self.during("DELTA", "AD", "VERIFY", *(("MESSAGE",) if self.is_locus else ()))
        self._results(m)
        self._inputs(m)
        m.d.comb += self.short.eq(is_short)

    def _results(self, m: Module) -> None:
        """Checksum, answer and tag."""
        out = self.out
        answer = self._locus_answer() if self.is_locus else self._lotus_answer()
        m.d.comb += [
            self.answer.data.eq(answer),
            self.answer.mask.eq(self.block.mask),
            self.sum.eq(
                self.total
                ^ only_if(self.adds, out)
                ^ only_if(self.takes & self.last, self._last_text())
            ),
            self.tag.eq(out ^ self.delta),
            self.tag_valid.eq(self.ready),
            self.cipher.out_ready.eq(1),
        ]
        # Where a result leaves too, the sum takes it in this cycle, with ``adds`` as it was.
        with m.If(self.started):
            # The checksum has of each block of the message what is between its two calls.
            m.d.sync += self.adds.eq(
                self.is_ad | (self.is_message & (self.step[0] | self._third()))
            )
        with m.Elif(self.left):
            m.d.sync += self.adds.eq(0)
        with m.If(self.left | self.takes):
            m.d.sync += self.total.eq(self.sum)
        with m.If(self.starting):
            m.d.sync += [self.total.eq(0), *(step.eq(step.init) for step in self.step)]
        with m.If(self.is_delta & self.ready):
            m.d.sync += self.delta.eq(out)

    def _third(self):
        """The next call is that for the second block of a pair."""
        return Const(0) if self.is_locus else self.step[2]

    def _locus_answer(self):
        """The result, or for the last block what is added to it."""
        return Cat(Const(0, HALF), self.out ^ self.delta ^ only_if(self.last, self.upper))

    def _lotus_answer(self):
        """Each half of a pair with one of the two results; the first one is held, unless it is
        the only one."""
        first = Mux(self.step[2], self.out, self.held)
        upper = Mux(self.last, self.upper, self.lower) ^ first
        lower = Mux(self.last, self.lower ^ self._length(), self.upper) ^ self.out
        return Cat(lower ^ self.delta, upper ^ self.delta)

    def _last_text(self):
        """The last block of plaintext, filled with zeros."""
        text = Mux(self.decrypt, self.answer.data & self.valid_bits(), self.block.data)
        return text[HALF:] if self.is_locus else Mux(self._has_two(), text[:HALF], text[HALF:])

    def _has_two(self):
        """There is something in the second half of a pair."""
        return self.block.mask[BLOCK - 1]

    def _length(self):
        """The bytes of the block or pair, in the first byte."""
        mask = self.block.mask[BLOCK:] if self.is_locus else self.block.mask
        # `byte_count` is modulo the length, so a full block needs the bit above.
        return Cat(Const(0, HALF - 8), byte_count(mask), mask[0], Const(0, HALF))[:HALF]

    def _inputs(self, m: Module) -> None:
        """Block, key and tweak of a call; steered by registers and the block."""
        ad = (self.block.data | self.padding(PADDING))[HALF:]
        is_first = self.is_message & self.step[0]
        # The last block gets a key stream, which is made of its length.
        first = Mux(self.last, self._length(), self.upper)
        chains = self.is_mask | (self.is_message & ~self.step[0])
        text = only_if(self.is_ad, ad) | only_if(is_first, first) | only_if(self.is_end, self.sum)
        masked = self.is_ad | is_first | self.is_end
        if not self.is_locus:
            # The first block of plaintext of the last pair, with its key stream, or the second
            # one of others.
            third, opens = self.is_message & self.step[2], self.last & self.decrypt
            text = text | only_if(third, Mux(self.last, self.upper, self.lower))
            chains, masked = chains & ~(third & opens), masked | (third & opens)
        block = only_if(chains, self.out) ^ text ^ only_if(masked, self.delta)
        tweak = Signal(4, name="tweak")
        m.d.comb += [
            self.cipher.in_valid.eq(self.begin | self.call),
            self.cipher.in_key.eq(self._key(m)),
            self.cipher.in_tweak.eq(tweak),
            tweak.eq(self._tweak()),
        ]
        if "decrypt" in self.cipher.primitive.inputs:
            m.d.comb += [
                self.cipher.in_block.eq(block),
                self.cipher.in_decrypt.eq(self.is_message & self.decrypt & ~self.last),
            ]
        else:
            m.d.comb += self.cipher.in_plaintext.eq(block)

    def _key(self, m: Module):
        """The key, with the nonce, then that of the call before, doubled for a new block."""
        before = self.cipher.out_key
        doubled = build(
            m, lambda words: {"key": following_key(words["key"])}, {"key": before}, prefix="next_"
        )["key"]
        # Algorithm 1, init: the first call is under K, the second one under K + N.
        begins = self.starting | self.is_mask
        goes_on = Mux(self.is_message & ~self.step[0], before, doubled)
        return only_if(~begins, goes_on) | (
            only_if(begins, self.key) ^ only_if(self.is_mask, self.block.data)
        )

    def _tweak(self):
        """Section 2.1, figure 2.1."""
        of_ad = Mux(self.block.mask[PORT - BLOCK], AD, AD_PADDED)
        if self.is_locus:
            text = Mux(self.last, LOWER, UPPER)
        else:
            is_lower = self.step[2] | self.step[3]
            last, others = (
                Mux(is_lower, LAST_LOWER, LAST_UPPER),
                # A decryption goes backwards through the network, so that the halves change their
                # tweaks.
                Mux(is_lower ^ self.decrypt, LOWER, UPPER),
            )
            text = Mux(self.last, last, others)
        before = Mux(self.is_mask, MASK, INIT)
        return Mux(self.is_ad, of_ad, Mux(self.is_message, text, Mux(self.is_end, TAG, before)))

    def states(self) -> dict:
        """The first two calls, and that for the tag."""
        return {"MASK": self._mask, "DELTA": self._delta, "END": self.call_for_tag}

    def _mask(self, m: Module) -> None:
        m.d.comb += [self.block.ready.eq(self.ready), self.call.eq(1)]
        with m.If(self.started):
            self.enter(m, "DELTA")

    def _delta(self, m: Module) -> None:
        with m.If(self.ready):
            self.enter(m, "AD")

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        m.d.comb += [
            self.block.ready.eq(self.ready | self.empty),
            self.call.eq(self.block.valid & ~self.empty),
        ]
        with m.If(self.block.valid & self.block.ready & self.block.last):
            self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """The calls for a block, then its answer. An empty one has none."""
        # A pair with nothing in its second half has the first two calls alone.
        done = (
            self.step[-1]
            if self.is_locus
            else self.step[-1] | (self.step[2] & self.last & ~self._has_two())
        )
        there = Signal(name="answer_is_there")
        m.d.comb += [
            there.eq(done & self.ready),
            self.answer.valid.eq(there),
            self.takes.eq(there & self.answer.ready),
            self.block.ready.eq(self.takes | self.empty),
            self.call.eq(self.block.valid & ~self.empty & ~done),
        ]
        with m.If(self.started):
            m.d.sync += [
                after.eq(before) for before, after in zip([Const(0), *self.step], self.step)
            ]
            if not self.is_locus:
                with m.If(self.step[2]):
                    m.d.sync += self.held.eq(self.out)
        with m.If(self.takes):
            m.d.sync += [step.eq(step.init) for step in self.step]
        with m.If((self.takes & self.block.last) | (self.block.valid & self.empty)):
            self.enter(m, "END")


MODELS = (Lotus,)

TAKES = Takes(folds=True)


def make(request: Request) -> LotusCore:
    """The controller for a core. LOTUS needs no inverse cipher, a decryption of LOCUS needs it."""
    cipher = request.aead.cipher
    if isinstance(request.aead, Locus) and request.decrypts:
        cipher = both_directions(cipher)
    return LotusCore.of(request, iterated(request, returning(cipher)))
