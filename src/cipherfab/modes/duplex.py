"""The keyed duplex mode of Ascon: AEAD with the key added around both ends, and the sponge hash.

Sources: Ascon v1.2 (submission to NIST), sections 2.4 and 2.5; NIST SP 800-232, sections 4 and 5.

The two documents differ in how bytes become 64-bit words and in which bit separates associated data from message:

| | v1.2 | SP 800-232 |
|---|---|---|
| first byte of a word | most significant | least significant |
| padding | a 1 bit, byte 80 | byte 01 |
| domain separation | least significant bit of x4 | most significant bit of x4 |

In both, as *bytes in bus order*, a word is eight bytes and padding starts right after the last byte. The model keeps the state as
the 320-bit number x0 || … || x4 and turns bytes into words at its edges.
"""

from dataclasses import dataclass, field

from ..ciphers.ascon import ascon_p
from ..primitives.primitive import Primitive, software
from ..words import Word, concat
from .model import BlockwiseHashState, HashModel
from .sponge import Addition, SpongeAead

STATE_BYTES = 40
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

    def number(self, data: bytes) -> int:
        """Whole words of bytes as one number, the first word most significant."""
        return int.from_bytes(swap_words(data) if self.little_endian else data, "big")

    def data(self, number: int, length: int) -> bytes:
        """The inverse of `number`: ``length`` bytes, a multiple of 8."""
        data = number.to_bytes(length, "big")
        return swap_words(data) if self.little_endian else data

    def pad(self, data: bytes, length: int) -> bytes:
        """``data``, shorter than ``length``, with the padding byte and zeros."""
        return (data + bytes([self.padding])).ljust(length, b"\0")


def swap_words(data: bytes) -> bytes:
    """The bytes of each 64-bit word in reverse order."""
    return b"".join(data[start:start + WORD_BYTES][::-1] for start in range(0, len(data), WORD_BYTES))


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

    iv: int
    rounds: tuple[int, int]
    order: ByteOrder
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    permutation: Primitive = field(init=False)
    pads_full, absorbs_empty_ad, absorbs_empty_message = True, False, True

    def __post_init__(self):
        object.__setattr__(self, "permutation", ascon_p(*self.rounds))

    @property
    def mark(self):
        return self.order.padding

    @property
    def parts(self):
        return {"nonce": self.nonce_bytes // self.block_bytes, "tag": self.tag_bytes // self.block_bytes}

    def begin(self, part, words):
        """Initialization: IV || K || N; p^a follows. With a rate of 8 bytes the first half of the nonce waits in x3."""
        state, block = words["state"].split(64), self._swapped(words["block"])
        if self.block_bytes == 8 and part == 0:
            return concat(*state[:3], block, state[4])
        nonce = [state[3], block] if self.block_bytes == 8 else [block]
        return concat(words["state"].constant(self.iv, 64), self._swapped(words["key"]), *nonce)

    def absorb(self, words):
        """The block into the rate; of a ciphertext, the bytes themselves."""
        state, rate = words["state"], 8 * self.block_bytes
        kept = state[-rate:] & ~self._swapped(words["replaced"])
        added = self._swapped(words["block"]) ^ self._swapped(words["padding"])
        return concat(kept ^ added, state[:-rate])

    def additions(self):
        """Key behind the first p^a and before the last, and the bit between associated data and message."""
        return (
            Addition(name="initial_key", when=lambda flags: flags["initial"],
                     value=lambda words: self._key_at(words, 0)),
            Addition(name="final_key", when=lambda flags: flags["message"] & flags["last"],
                     value=lambda words: self._key_at(words, 320 - 8 * self.block_bytes - 128)),
            Addition(name="separator", when=lambda flags: flags["message"] & flags["first"],
                     value=lambda words: words["state"].constant(1 << self.order.separator)),
        )

    def text(self, state):
        """The rate."""
        return self._swapped(state[-8 * self.block_bytes:])

    def finish(self, words):
        """The key is added to the last 128 bits."""
        return words["state"] ^ self._key_at(words, 0)

    def tag(self, part, state):
        """The last 128 bits, first half first."""
        return self._swapped(state[:128]).split(8 * self.block_bytes)[part]

    def schedule(self, words):
        """p^b between blocks, p^a behind the last of the message."""
        return ~(words["message"] & words["last"])

    def _key_at(self, words, low: int) -> Word:
        """The key with its last bit at ``low`` of the state, 0 elsewhere."""
        key = self._swapped(words["key"])
        parts = [key.constant(0, 320 - 128 - low), key, *([key.constant(0, low)] if low else [])]
        return concat(*parts)

    def _swapped(self, word: Word) -> Word:
        """Between bus order and the order of bytes in words of 64 bits."""
        return swap_bytes_of_words_in(word) if self.order.little_endian else word


def swap_bytes_of_words_in(word: Word) -> Word:
    """The bytes of each 64-bit word in reverse order."""
    return word.permute([64 * (bit // 64) + 56 - 8 * (bit % 64 // 8) + bit % 8 for bit in range(word.width)])


@dataclass(frozen=True, kw_only=True)
class DuplexHash(HashModel):
    """Ascon's hash function (v1.2 section 2.5, SP 800-232 section 5.1).

    Attributes:
        iv: the 64-bit initial value, as the word x0.
        rounds: of p^a (first and after the last block) and of p^b (between blocks).
        order: bytes and words.
    """

    iv: int
    rounds: tuple[int, int]
    order: ByteOrder
    block_bytes: int = 8
    digest_bytes: int = 32

    def start(self):
        return BlockwiseHashState(self.block_bytes, self.initial_state, self._absorb, self._finish)

    @property
    def initial_state(self) -> int:
        """The state after p^a of the initial value: 320 bits, a constant of the algorithm."""
        return self._permute(0, self.iv << 256)

    def _absorb(self, state: int, block: bytes) -> int:
        return self._permute(1, self._add(state, block))

    def _finish(self, state: int, rest: bytes) -> bytes:
        state = self._permute(0, self._add(state, self.order.pad(rest, self.block_bytes)))
        digest = self._squeeze(state)
        while len(digest) < self.digest_bytes:
            state = self._permute(1, state)
            digest += self._squeeze(state)
        return digest

    def _permute(self, which: int, state: int) -> int:
        return software(ascon_p(self.rounds[which]))(state)[0]

    def _add(self, state: int, block: bytes) -> int:
        return state ^ self.order.number(block.ljust(STATE_BYTES, b"\0"))

    def _squeeze(self, state: int) -> bytes:
        return self.order.data(state, STATE_BYTES)[:self.block_bytes]
