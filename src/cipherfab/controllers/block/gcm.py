# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `gcm`: GCM around its cipher, for encryption and decryption.

```
   0, N || 1, N || counter ──> cipher ── ^ block ──> answer
                                         └── ciphertext, associated data, lengths ── ^ ──> x
   H ──> product of a digit of x ── ^ ──> z ────────────────────────────────────────┘
                    z times x^d ────┘
```

A message begins with the call for H, which has a register. The call for the first block of key
stream follows at once, and is under way while associated data come; that for the tag follows the
last block, beside the products that are left. A product takes the bits of ``x`` by digits, from the
last ones on, so many that it takes about as long as a call: 16 with a round per clock, all 128 with
all rounds in one.
"""

from amaranth.hdl import Cat, Const, Module, Mux

from ...modes.gcm import BLOCK, Gcm, product_step
from ...words.hardware import build
from ..contract import Takes
from ..parts.byte_masks import count_bytes, only_if
from ..parts.declared import During, Flag, Register, Wire
from ..request import Request
from .core import BlockCore

COUNTER = 32
"""Section 6.2: bits of the block that are counted."""

COUNTED = 45
"""Bits of a length in bytes that are counted: of 2^45 bytes of a type and more the tag is wrong.
Section 5.2.1.1 allows 2^61 of associated data, and of text less than 2^36.
"""

BITS = 8 * BLOCK


class GcmCore(BlockCore):
    """Controls the cipher and the products.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose results stay until the next start, also after
            they left.
        digit: bits of a block that a product takes in a clock, a power of two.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: Gcm
    answers_late = False
    answers_ahead = answers_tag = True
    first_state = "HASH_KEY"

    absorbs = Wire("A block is added to the hash, and multiplied.")
    counter = Register("The number of the next block.", COUNTER)
    h, x = Register("The key of the hash.", BITS), Register("What is multiplied.", BITS)
    z = Register("The product, and between products the hash.", BITS)
    digits = Flag(
        "Digits that are left, one bit each, and none between products.",
        lambda core: BITS // core.digit,
        name="digits_left",
    )
    rests = Wire("No product is under way.", name="hash_rests")
    ad_bytes = Register("Bytes of associated data.", COUNTED)
    text_bytes = Register("Bytes of the message.", COUNTED)
    is_ad, is_message, is_tag, is_end = map(During, ("AD", "MESSAGE", "TAG", "LENGTHS"))

    def __init__(self, aead: Gcm, cipher, *, digit: int, decrypts: bool = True):
        self.digit = digit
        super().__init__(aead, cipher, decrypts=decrypts)

    def datapath(self, m: Module) -> None:
        cipher, answer = self.cipher, self.answer
        free = self.ready & self.rests
        stream = cipher.out_ciphertext
        m.d.comb += [
            self.rests.eq(~self.digits.any()),
            self.tag.eq(stream ^ self.z),
            self.tag_valid.eq(free),
            answer.stream.eq(stream ^ only_if(self.is_tag, self.z)),
            answer.of_block.eq(self.is_message),
            answer.there.eq(free & (self.is_message | self.is_tag)),
            answer.data.eq(answer.stream ^ only_if(~self.is_tag, self.block.held)),
            answer.mask.eq(self.block.mask),
            cipher.in_key.eq(self.key),
            # H is the encryption of zeros (section 7.1, step 1).
            cipher.in_plaintext.eq(only_if(~self.starting, self._counted())),
            cipher.in_valid.eq(self.begin | self.call),
            cipher.out_ready.eq(1),
        ]
        self._hash(m, stream)

    def _counted(self) -> Cat:
        """The block of the next call: the first counter in front of the tag."""
        # The tag is under the first counter block, J_0; data is from the next one on (section 7.1).
        ends = self.is_message & self.block.last
        return Cat(Mux(ends, Const(1, COUNTER), self.counter), self.nonce)

    def _hash(self, m: Module, stream) -> None:
        """GHASH: a block is added to the hash and multiplied, digit by digit."""
        text = self.block.data ^ only_if(self.is_message & ~self.decrypt, stream)
        lengths = Cat(
            # Bytes become bits by three zeros below.
            Const(0, 3), self.text_bytes, Const(0, 64 - 3 - COUNTED),
            Const(0, 3), self.ad_bytes, Const(0, 64 - 3 - COUNTED),
        )  # fmt: skip
        block = Mux(self.is_end, lengths, text & self.valid_bits())
        words = {"z": self.z, "digit": self.x[: self.digit], "h": self.h}
        product = build(m, lambda given: {"product": product_step(**given)}, words, prefix="hash_")
        with m.If(self.absorbs):
            m.d.sync += [self.x.eq(self.z ^ block), self.z.eq(0), self.digits.eq(-1)]
        with m.Elif(~self.rests):
            m.d.sync += [
                self.x.eq(self.x >> self.digit),
                self.z.eq(product["product"]),
                self.digits.eq(self.digits >> 1),
            ]
        # What was left of a message that was given up.
        with m.If(self.starting):
            m.d.sync += [self.digits.eq(0), self.z.eq(0), self.ad_bytes.eq(0)]
            m.d.sync += [self.text_bytes.eq(0), self.counter.eq(2)]
        with m.Elif(self.started):
            m.d.sync += self.counter.eq(self.counter + 1)

    def states(self) -> dict:
        """The key of the hash, and the lengths."""
        return {"HASH_KEY": self._hash_key, "LENGTHS": self._lengths}

    def _hash_key(self, m: Module) -> None:
        """It is stored when it is there, and the first call for key stream starts."""
        # Written in every clock of the state: the last one, in which the result is there, counts.
        m.d.sync += self.h.eq(self.cipher.out_ciphertext)
        m.d.comb += self.call.eq(1)
        with m.If(self.ready):
            self.enter(m, "AD")

    def _count(self, m: Module, counter) -> None:
        # Of a full block `count_bytes` gives 0: its length is the bit above.
        m.d.sync += counter.eq(counter + Cat(count_bytes(self.block.mask), self.full))

    def associated_data(self, m: Module) -> None:
        """A product for each block; none for empty data."""
        taken = self.block.valid & self.rests
        m.d.comb += [self.block.ready.eq(self.rests), self.absorbs.eq(taken & ~self.empty)]
        with m.If(taken):
            self._count(m, self.ad_bytes)
            with m.If(self.block.last):
                self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """A product and a call for each block, which is answered at once."""
        there = self.ready & self.rests
        taken = self.block.valid & there & self.answer.ready
        m.d.comb += [
            self.block.ready.eq(there & self.answer.ready),
            self.answer.valid.eq(self.block.valid & there),
            self.call.eq(taken),
            # An empty message adds nothing to the hash; its call is that for the tag.
            self.absorbs.eq(taken & ~self.empty),
        ]
        with m.If(taken):
            self._count(m, self.text_bytes)
            with m.If(self.block.last):
                self.enter(m, "LENGTHS")

    def _lengths(self, m: Module) -> None:
        """The last product, while the call for the tag is under way."""
        m.d.comb += self.absorbs.eq(self.rests)
        with m.If(self.rests):
            self.to_tag(m)


MODELS = (Gcm,)

TAKES = Takes(folds=True)


def make(request: Request) -> GcmCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    aead = request.aead
    assert isinstance(aead, Gcm), "MODELS names no other"
    calls, digit = aead.cipher.rounds[0] // request.unrolled, 1
    while BITS // digit > calls:
        digit *= 2
    return GcmCore.of(request, digit=digit)
