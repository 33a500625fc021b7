# SPDX-License-Identifier: Apache-2.0
"""The keyed duplex mode of Ascon: AEAD with the key added around both ends, and the sponge hash.

Sources: Ascon v1.2 (submission to NIST), sections 2.4 and 2.5; NIST SP 800-232, sections 4 and 5.
Truncated tags and nonce masking (SP 800-232, section 4.2) are in `duplex_options`.

The two documents differ in how bytes become 64-bit words and in which bit separates associated data
from message:

| | v1.2 | SP 800-232 |
|---|---|---|
| first byte of a word | most significant | least significant |
| padding | a 1 bit, byte 80 | byte 01 |
| domain separation | least significant bit of x4 | most significant bit of x4 |

In both, as *bytes in bus order*, a word is eight bytes and padding starts right after the last
byte. The state is the number x0 || … || x4.
"""

from dataclasses import dataclass

from ..ciphers.ascon import ascon_p
from ..primitives.primitive import software
from ..words import Word, concat
from .dangers import RESPECTING, UNKEYED
from .sponge import Addition, SpongeAead
from .sponge_hash import SpongeHash, SpongeXof, UnkeyedSponge

WORD_BYTES = 8


@dataclass(frozen=True, kw_only=True)
class ByteOrder:
    """How byte strings become words of the state.

    Attributes:
        little_endian: the first byte of a word is its least significant one.
        padding: the byte after the last one.
        separator: the bit number in x4 that separates associated data from message.
    """

    little_endian: bool
    padding: int
    separator: int

    def swapped(self, word: Word) -> Word:
        """Between bus order and the order of bytes in words of 64 bits."""
        return swap_bytes_of_words_in(word) if self.little_endian else word


def swap_bytes_of_words_in(word: Word) -> Word:
    """The bytes of each 64-bit word in reverse order."""
    return word.permute(
        [64 * (bit // 64) + 56 - 8 * (bit % 64 // 8) + bit % 8 for bit in range(word.width)]
    )


V12 = ByteOrder(little_endian=False, padding=0x80, separator=0)
SP800_232 = ByteOrder(little_endian=True, padding=0x01, separator=63)


@dataclass(frozen=True, kw_only=True)
class DuplexAead(SpongeAead):
    """Ascon's AEAD (v1.2 section 2.4, SP 800-232 section 4), by its events.

    Attributes:
        iv: the 64-bit initial value, as the word x0.
        block_bytes: the rate, 8 or 16.
        rounds: of p^a and of p^b.
        order: bytes and words.
    """

    dangers = RESPECTING

    iv: int
    block_bytes: int
    rounds: tuple[int, int]
    order: ByteOrder
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    pads_full, absorbs_empty_message = True, True

    @property
    def takes_bits(self):
        """In SP 800-232; in v1.2 a byte begins with its most significant bit."""
        return self.order.little_endian

    @property
    def permutation(self):
        return ascon_p(*self.rounds)

    def permutation_for(self, *rounds):
        return ascon_p(*rounds)

    @property
    def loadable(self):
        """With a rate of 8 bytes, the first half of the nonce waits in x3."""
        return frozenset({"x3"} if self.block_bytes < self.nonce_bytes else ())

    def in_words(self, word):
        return self.order.swapped(word)

    @property
    def mark(self):
        return self.order.padding

    @property
    def parts(self):
        return {
            "nonce": self.nonce_bytes // self.block_bytes,
            "tag": self.tag_bytes // self.block_bytes,
        }

    def begin(self, part, words):
        """Initialization: IV || K || N; p^a follows."""
        state, block = words["state"].split(64), self.order.swapped(words["block"])
        # No run follows the first half of the nonce: it waits where the state has it anyway.
        if self.block_bytes == 8 and part == 0:
            return concat(*state[:3], block, state[4])
        nonce = [state[3], block] if self.block_bytes == 8 else [block]
        return concat(
            words["state"].constant(self.iv, 64), self.order.swapped(words["key"]), *nonce
        )

    def absorb(self, words):
        """The block into the rate; of a ciphertext, the bytes themselves."""
        state, rate = words["state"], 8 * self.block_bytes
        kept = state[-rate:] & ~self.order.swapped(words["replaced"])
        added = self.order.swapped(words["block"]) ^ self.order.swapped(words["padding"])
        return concat(kept ^ added, state[:-rate])

    def additions(self):
        """Key behind the first p^a and before the last, and the bit between associated data and
        message.
        """
        return (
            # Added with the first block behind p^a, of whatever type it is, the key needs no step
            # of its own.
            Addition(name="initial_key", when=lambda flags: flags["initial"],
                     value=lambda words: self._key_at(words, 0)),
            Addition(name="final_key", when=lambda flags: flags["message"] & flags["last"],
                     # The key stands right behind the rate.
                     value=lambda words: self._key_at(words, 320 - 8 * self.block_bytes - 128)),
            # Each message has a first block, if only of padding, so this bit is never missing.
            Addition(name="separator", when=lambda flags: flags["message"] & flags["first"],
                     value=lambda words: words["state"].constant(1 << self.order.separator)),
        )  # fmt: skip

    def text(self, state):
        """The rate."""
        return self.order.swapped(state[-8 * self.block_bytes :])

    def finish(self, words):
        """The key is added to the last 128 bits."""
        return words["state"] ^ self._key_at(words, 0)

    def tag(self, part, state):
        """The last 128 bits, first half first."""
        return self.order.swapped(state[:128]).split(8 * self.block_bytes)[part]

    @property
    def compares_on_shares(self):
        """Of a tag in two parts too."""
        return True

    @property
    def plain(self):
        """x0 is the initial value; x0, x1 and x2 are 0."""
        of = {words: (1 << 320) - (1 << 320 - 64 * words) for words in (1, 3)}
        return {"begin": (of[1], self.iv << 256), "compare": (of[3], 0)}

    def compare(self, part, words):
        """The sum in the last 128 bits; p^a follows. With a rate of 8 bytes, its first half waits
        in x3.
        """
        size = 8 * self.block_bytes
        low = 128 - size * (part + 1)
        block = self.order.swapped(words["block"])
        half = self.finish(words)[low : low + size] ^ block
        state = words["state"]
        if part < self.parts["tag"] - 1:
            return concat(state[low + size :], half, state[:low])
        done = [state[low + size : 128]] if low + size < 128 else []
        return concat(state.constant(0, 192), *done, half)

    def schedule(self, words):
        """p^b between blocks, p^a behind the last of the message."""
        # 0 is the number of p^a, 1 that of p^b, as in ``rounds``.
        return ~(words["message"] & words["last"])

    def _key_at(self, words, low: int) -> Word:
        """The key with its last bit at ``low`` of the state, 0 elsewhere."""
        key = self.order.swapped(words["key"])
        parts = [key.constant(0, 320 - 128 - low), key, *([key.constant(0, low)] if low else [])]
        return concat(*parts)


@dataclass(frozen=True, kw_only=True)
class DuplexSponge(UnkeyedSponge):
    """What Ascon's functions without a key have in common, by their events.

    Attributes:
        iv: the 64-bit initial value, as the word x0.
        rounds: of p^a and of p^b, which are the same in some.
        order: bytes and words.
    """

    dangers = UNKEYED

    iv: int
    rounds: tuple[int, int] = (12, 12)
    order: ByteOrder = SP800_232
    block_bytes: int = 8
    pads_full = True

    @property
    def takes_bits(self):
        """As of `DuplexAead`."""
        return self.order.little_endian

    @property
    def permutation(self):
        # Equal numbers of rounds are one round count, and then there is no `schedule`.
        return ascon_p(*sorted({*self.rounds}, reverse=True))

    def permutation_for(self, *rounds):
        return ascon_p(*rounds)

    def in_words(self, word):
        return self.order.swapped(word)

    @property
    def mark(self):
        return self.order.padding

    @property
    def squeeze_schedule(self):
        """p^b."""
        # The counts are sorted, the largest first, so p^b is the last.
        return len(self.permutation.rounds) - 1

    @property
    def initial_state(self) -> int:
        """The state after p^a of the initial value: 320 bits, a constant of the algorithm."""
        return software(ascon_p(self.rounds[0]))(self.first_state)[0]

    @property
    def first_state(self) -> int:
        """The state in front of that p^a: the initial value, and zeros."""
        return self.iv << 256

    def absorb(self, words):
        """The block into x0."""
        state, block, padding = words["state"], words["block"][-64:], words["padding"][-64:]
        return concat(state[-64:] ^ self.order.swapped(block ^ padding), state[:-64])

    def schedule(self, words):
        """p^b between blocks, p^a behind the last."""
        return ~words["last"] if len({*self.rounds}) > 1 else None

    def digest_part(self, state):
        """x0."""
        return self.order.swapped(state[-64:])


@dataclass(frozen=True, kw_only=True)
class DuplexHash(DuplexSponge, SpongeHash):
    """Ascon's hash function (v1.2 section 2.5, SP 800-232 section 5.1), by its events."""

    digest_bytes: int = 32


@dataclass(frozen=True, kw_only=True)
class DuplexXof(DuplexSponge, SpongeXof):
    """Ascon-XOF128 and Ascon-CXOF128 (SP 800-232, sections 5.2 and 5.3), by their events.

    Attributes:
        most_customization_bytes: 256 of Ascon-CXOF128, else 0.
    """

    most_customization_bytes: int = 0

    def customization_length(self, bits):
        """Section 5.3: the length in bits as an integer of 64 bits, the first byte the lowest."""
        return bits.to_bytes(WORD_BYTES, "little")
