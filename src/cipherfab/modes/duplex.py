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

from dataclasses import dataclass

from ..ciphers.ascon import ascon_p
from ..primitives.primitive import software
from .byte_strings import xor
from .model import AeadModel, BlockwiseHashState, HashModel

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
class DuplexAead(AeadModel):
    """Ascon's AEAD (v1.2 section 2.4, SP 800-232 section 4).

    Attributes:
        iv: the 64-bit initial value, as the word x0.
        block_bytes: the rate, 8 or 16.
        rounds: of p^a and of p^b.
        order: bytes and words.
    """

    iv: int
    block_bytes: int
    rounds: tuple[int, int]
    order: ByteOrder
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    def encrypt(self, key, nonce, associated_data, plaintext):
        state = self._absorb_ad(self._initialize(key, nonce), associated_data)
        blocks, last = self._blocks(plaintext)
        ciphertext = b""
        for block in blocks:
            state ^= self._rate(block)
            ciphertext += self._squeeze(state)
            state = self._permute(1, state)
        state ^= self._rate(self.order.pad(last, self.block_bytes))
        ciphertext += self._squeeze(state)[:len(last)]
        return ciphertext + self._finalize(state, key)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[:-self.tag_bytes], ciphertext[-self.tag_bytes:]
        state = self._absorb_ad(self._initialize(key, nonce), associated_data)
        blocks, last = self._blocks(ciphertext)
        plaintext = b""
        for block in blocks:
            plaintext += xor(self._squeeze(state), block)
            state ^= self._rate(plaintext[-self.block_bytes:])
            state = self._permute(1, state)
        rest = xor(self._squeeze(state)[:len(last)], last)
        state ^= self._rate(self.order.pad(rest, self.block_bytes))
        return plaintext + rest if self._finalize(state, key) == tag else None

    def _initialize(self, key: bytes, nonce: bytes) -> int:
        state = self.iv << 256 | self.order.number(key + nonce)
        return self._permute(0, state) ^ self.order.number(key)

    def _absorb_ad(self, state: int, associated_data: bytes) -> int:
        if associated_data:
            blocks, last = self._blocks(associated_data)
            for block in [*blocks, self.order.pad(last, self.block_bytes)]:
                state = self._permute(1, state ^ self._rate(block))
        return state ^ 1 << self.order.separator

    def _finalize(self, state: int, key: bytes) -> bytes:
        key_place = 8 * (STATE_BYTES - self.block_bytes - self.key_bytes)
        state = self._permute(0, state ^ self.order.number(key) << key_place)
        tag = (state ^ self.order.number(key)) & (1 << 8 * self.tag_bytes) - 1
        return self.order.data(tag, self.tag_bytes)

    def _permute(self, which: int, state: int) -> int:
        """p^a (0) or p^b (1)."""
        return software(ascon_p(self.rounds[which]))(state)[0]

    def _rate(self, block: bytes) -> int:
        return self.order.number(block.ljust(STATE_BYTES, b"\0"))

    def _squeeze(self, state: int) -> bytes:
        return self.order.data(state, STATE_BYTES)[:self.block_bytes]

    def _blocks(self, data: bytes) -> tuple[list[bytes], bytes]:
        """The whole blocks, and the rest, which is shorter than a block and may be empty."""
        whole = len(data) - len(data) % self.block_bytes
        return [data[i:i + self.block_bytes] for i in range(0, whole, self.block_bytes)], data[whole:]



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
