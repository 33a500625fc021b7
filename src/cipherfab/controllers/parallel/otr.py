# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.otr`: AES-OTR, with parallel or serial associated data.

The message comes in chunks of two blocks, each a Feistel network of two calls (`two_calls`). Both
halves travel with the calls of their chunk, so that k chunks are in flight, and leave together. Of
the four places where a half can be,

- ``enters`` goes into the first call, and its result is added to ``other``: that is ``middle``;
- ``middle`` goes into the second call, and its result is added to ``enters``.

Associated data in parallel waits once, for the sum, before its last block. Where it is serial, each
block waits for the one before, and the message for the last one: the mode wants it so.
"""

from dataclasses import replace

from amaranth.hdl import Cat, Const, Module, Mux

from ...modes.otr import BLOCK, Otr
from ..contract import Takes
from ..parts.byte_masks import padding
from ..parts.declared import During, Register, Wire, block_bytes
from ..request import Request
from .calls_in_flight import cipher_of
from .masks import double, times
from .two_calls import TwoCallCore

BITS = 8 * BLOCK


class OtrCore(TwoCallCore):
    """Controls a cipher that only encrypts, in both directions. A call is for Q (``zero``), the
    nonce, associated data, the ``first`` of a chunk, a ``single`` block, or the tag; see
    `TwoCallCore`.
    """

    aead: Otr
    first_state = "SETUP"
    short_bytes = (BLOCK,)
    kinds = ("zero", "nonce", "ad", "first", "single", "tag")
    onward = ("last", "enters", "other")

    is_last = Wire("The call that may start is for the last chunk.")
    restarts = Wire("The masks are those before the message.", name="masks_restart")
    in_data = During("SETUP NONCE WAIT AD")
    front = Register("The mask L of the chunk of the next first call.", BITS)
    rear = Register("The mask L of the chunk of the next second call.", BITS)
    data_mask = Register("Q, and what it is doubled to.", BITS)
    auth = Register("Sum or chain of associated data.", BITS)
    total = Register("The sum for the tag.", BITS)
    last_mask = Register("Valid bytes of the last chunk.", block_bytes)
    middle = Wire("What goes into the second call, before its mask.", BITS)
    ends_with = Wire("The half that the second call gives.", BITS)

    @property
    def ad_sizes(self) -> tuple[int, ...]:
        return (BLOCK,)

    def given(self) -> dict:
        decrypt, block, is_last = self.decrypt, self.block.data, self.is_last
        # The first byte behind a block is there: the chunk has a second one.
        of_pair = decrypt & is_last & self.block.mask[-BLOCK - 1]
        first, second = block[-BITS:], block[:BITS]
        filled = second | Mux(is_last, padding(self.block.mask[:BLOCK], 0x80), 0)
        # Of the last chunk the halves change places on one side.
        halves = {"enters": Mux(of_pair, filled, first), "other": Mux(of_pair, first, second)}
        return {**self.kind, "last": is_last, **halves}

    def datapath(self, m: Module) -> None:
        """Masks, sums; what goes into the cipher and comes out of it."""
        self.carry(m)
        m.d.comb += self.under_way.eq(self.flight.some)
        self._middle(m)
        self._masks(m)
        self._inputs(m, self.entered["enters"])
        self._sums(m)
        self._answers(m)

    def _middle(self, m: Module) -> None:
        """What the chunk is after its first call. In the last one of an encryption it is the half
        that may be short."""
        ending, mask = self.ending, self.last_mask[:BLOCK]
        short = ending["last"] & ~self.decrypt
        added = self.result ^ ending["other"]
        m.d.comb += [
            self.middle.eq(
                Mux(short, (added & self.valid_bits(mask)) | padding(mask, 0x80), added)
            ),
            self.changed["other"].eq(self.middle),
            self.ends_with.eq(self.result ^ ending["enters"]),
        ]

    def _masks(self, m: Module) -> None:
        """L and Q double from call to call; 3 L is made of L."""
        serial, ending = self.aead.serial, self.ending
        starts = double(m, "first_mask", self.front ^ self.auth) if serial else self.front
        with m.If(self.passes(ending["nonce"])):
            m.d.sync += self.front.eq(self.result)
        with m.Elif(self.restarts & serial):
            # Of serial data the masks of the message begin with 2 (L + chain).
            m.d.sync += self.front.eq(starts)
        # The tag needs the mask of the last chunk, so that this one stays.
        with m.Elif(self.begins & self.kind["first"] & ~self.is_last):
            m.d.sync += self.front.eq(double(m, "front_2", self.front))
        with m.If(self.restarts):
            m.d.sync += self.rear.eq(starts)
        with m.Elif(self.continues & self.started):
            m.d.sync += self.rear.eq(double(m, "rear_2", self.rear))
        with m.If(self.passes(ending["zero"])):
            m.d.sync += self.data_mask.eq(self.result)
        if not serial:
            with m.Elif(self.begins & self.kind["ad"]):
                m.d.sync += self.data_mask.eq(double(m, "data_mask_2", self.data_mask))

    def _of_data(self, m: Module):
        """What is added to a block of associated data."""
        mask, last, full = self.data_mask, self.block.last, self.block.mask[-BLOCK]
        if self.aead.serial:
            doubled = double(m, "q_2", mask)
            of_last = Mux(full, double(m, "q_4", doubled), doubled)
            return self.auth ^ Mux(last, of_last, 0)
        triple = times(m, "q_3", mask, 3)
        of_last = Mux(full, times(m, "q_9", triple, 3), triple)
        return Mux(last, of_last ^ self.auth, mask)

    def _inputs(self, m: Module, enters) -> None:
        """What goes into the cipher."""
        decrypt, block = self.decrypt, self.block
        single = ~block.mask[-BLOCK - 1]
        front_3, rear_3 = times(m, "front_3", self.front, 3), times(m, "rear_3", self.rear, 3)
        data = block.data[-BITS:] | padding(block.mask[-BLOCK:], 0x80)
        of_tag = Mux(self.last_mask[-BLOCK - 1], front_3, self.front)
        seven, five = times(m, "last_7", of_tag, 7), times(m, "last_5", of_tag, 5)
        # The last block is whole: a second one with all its bytes, or a first one with nothing
        # behind.
        whole = self.last_mask[0] | (self.last_mask[BLOCK] & ~self.last_mask[BLOCK - 1])
        of_nonce, of_data, of_text, of_sum = (
            self.during(state) for state in ("NONCE", "AD", "MESSAGE", "CHECK")
        )
        chunk = Mux(single, 0, enters) ^ Mux(decrypt & ~single, front_3, self.front)
        given = (
            Mux(of_nonce, self._formatted(), 0)
            | Mux(of_data, data ^ self._of_data(m), 0)
            | Mux(of_text, chunk, 0)
            | Mux(of_sum, self.total ^ Mux(whole, seven, five), 0)
        )
        second = self.middle ^ Mux(decrypt, self.rear, rear_3)
        m.d.comb += [
            self.cipher.in_key.eq(self.key),
            self.cipher.in_plaintext.eq(Mux(self.continues, second, given)),
        ]

    def _formatted(self):
        """Format: tag length, zeros, a 1 bit, the nonce."""
        # The length stands in the top seven bits, and the 1 right in front of the nonce.
        fixed = (8 * self.aead.tag_bytes % 128 << BITS - 7) >> len(self.nonce) | 1
        return Cat(self.nonce, Const(fixed, BITS - len(self.nonce)))

    def _sums(self, m: Module) -> None:
        """Of associated data, and of what becomes the tag."""
        ending, begins = self.ending, self.begins
        sums = not self.aead.serial
        # A call that takes what was summed leaves nothing of it to the next one.
        with m.If(self.begin | (begins & self.kind["ad"] & (self.block.last | (not sums)))):
            m.d.sync += self.auth.eq(0)
        with m.Elif(self.passes(ending["ad"])):
            m.d.sync += self.auth.eq(self.auth ^ self.result)
        mask = self.last_mask[-BLOCK:]
        text = Mux(self.decrypt, self.ends_with & self.valid_bits(mask), ending["enters"])
        with m.If(self.begin):
            m.d.sync += self.total.eq(0)
        with m.Elif(self.passes(ending["single"])):
            m.d.sync += self.total.eq(self.total ^ (text | padding(mask, 0x80)))
        with m.Elif(self.passes(ending["first"]) & ~self.decrypt):
            m.d.sync += self.total.eq(self.total ^ self.result ^ self.middle)
        with m.Elif(self.passes(ending["second"]) & self.decrypt):
            m.d.sync += self.total.eq(self.total ^ self.ends_with)

    def _answers(self, m: Module) -> None:
        """Both halves leave when the second one is there."""
        ending, there, last = self.ending, self.cipher.out_valid, self.ending["last"]
        of_text = ending["second"] | (ending["single"] & self.last_mask[-1])
        straight = ending["second"] & ~(last & ~self.decrypt)
        m.d.comb += [
            self.answer.data.eq(
                Cat(
                    Mux(straight, self.ends_with, ending["other"]),
                    Mux(straight, ending["other"], self.ends_with),
                )
            ),
            self.answer.mask.eq(Mux(last, self.last_mask, -1)),
            self.answer.valid.eq(there & of_text),
            # Data in parallel is added to the tag; serial data is in the masks.
            self.tag.eq(self.result ^ (0 if self.aead.serial else self.auth)),
            self.tag_valid.eq(there & ending["tag"]),
            self.short.eq(self.in_data),
        ]
        self.take_results(m, answered=of_text, waits=ending["tag"])

    def associated_data(self, m: Module) -> None:
        """A call for each block; none for empty data."""
        last, some = self.block.last, self.flight.some
        # Serial data is a chain; in parallel the last call alone needs those before it.
        waits = some if self.aead.serial else (last & some)
        m.d.comb += [
            self.kind["ad"].eq(1),
            self.wants.eq(self.block.valid & ~self.empty & ~waits),
            self.block.ready.eq((self.may_begin & ~waits) | self.empty),
        ]
        with m.If(self.block.valid & self.block.ready & last):
            self.enter(m, "MASK")

    def message(self, m: Module) -> None:
        """A first call for each chunk; in a chunk of one block it is the only one, and waits until
        no other one is in flight, or it would end before the second call of a chunk before it.
        """
        single = ~self.block.mask[-BLOCK - 1]
        waits = single & self.flight.any("first")
        m.d.comb += [
            self.kind["first"].eq(~single),
            self.kind["single"].eq(single),
            self.is_last.eq(self.block.last),
            self.wants.eq(self.block.valid & ~waits),
            self.block.ready.eq(self.may_begin & ~waits),
        ]
        with m.If(self.begins & self.block.last):
            m.d.sync += self.last_mask.eq(self.block.mask)
            self.enter(m, "CHECK")

    def states(self) -> dict:
        """The calls for Q and L and their results before the message; that for the tag, when the
        sum is whole, after it.
        """
        return {
            "SETUP": self.one_call("zero", "NONCE"),
            "NONCE": self.one_call("nonce", "WAIT"),
            "WAIT": self.all_ended("AD"),
            "MASK": self._mask,
            "CHECK": self.one_call("tag", self.to_tag, when=~self.flight.some),
        }

    def _mask(self, m: Module) -> None:
        """The first mask of the message; with serial data it waits for that."""
        m.d.comb += self.restarts.eq(~self.flight.some | (not self.aead.serial))
        with m.If(self.restarts):
            self.enter(m, "MESSAGE")


MODELS = (Otr,)
TAKES = Takes(architectures=("inner",), folds=True)


def make(request: Request) -> OtrCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    encrypting = replace(request, decrypts=False)
    return OtrCore.of(request, **cipher_of(encrypting))
