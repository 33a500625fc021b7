"""Romulus-N: the nonce-based mode of Romulus over a tweakable block cipher of 128 bits.

Sources: C. Guo, T. Iwata, M. Khairallah, K. Minematsu, T. Peyrin, "Romulus v1.3", submission to NIST, section 2.4; the same
authors' "Romulus v1.2" for the members Romulus-N1 and Romulus-N3, which differ from Romulus-N in what `Tweakeys` says.

Differences from the text: block numbers start at 1 as in the text, and block i has the counter value 2^i in GF(2^56) (or GF(2^24)).
Words are read most significant byte first; only the counter is written least significant byte first.
"""

from dataclasses import dataclass

from ..ciphers.primitive import Primitive, software
from .byte_strings import xor
from .model import AeadModel

BLOCK = 16
COUNTER_REDUCTION = {56: 0x95, 24: 0x1B}
"""Section 2.4: x^56 + x^7 + x^4 + x^2 + 1 and x^24 + x^4 + x^3 + x + 1."""

AD_TWEAK, MESSAGE, LAST_MESSAGE, LAST_AD = 8, 4, 20, 24
"""Section 2.4: domain separation; a padded last block adds 1 to `LAST_MESSAGE` and 2 to `LAST_AD`."""


@dataclass(frozen=True, kw_only=True)
class Tweakeys:
    """How counter, domain, tweak and key become a tweakey (section 2.4).

    Counter and domain byte come first, then zeros up to the place of the tweak, the tweak, the key.

    Attributes:
        counter_bits: 56 or 24.
        tweak_place: the byte where the tweak (nonce, or a block of associated data) starts.
        tweak_bytes: its length.
        member: added to every domain byte.
    """

    counter_bits: int
    tweak_place: int
    tweak_bytes: int
    member: int = 0

    def tweakey(self, number: int, domain: int, tweak: bytes, key: bytes) -> int:
        """The tweakey of block ``number`` (from 1) as one number."""
        counter = counter_of_block(number, self.counter_bits).to_bytes(self.counter_bits // 8, "little")
        start = (counter + bytes([domain ^ self.member])).ljust(self.tweak_place, b"\0")
        return int.from_bytes(start + tweak + key, "big")


THREE_BLOCKS = Tweakeys(counter_bits=56, tweak_place=16, tweak_bytes=16)
"""Romulus-N and Romulus-N1: TK1 = counter || domain || 0^64, TK2 = tweak, TK3 = key."""

TWO_BLOCKS = Tweakeys(counter_bits=24, tweak_place=4, tweak_bytes=12, member=0x80)
"""Romulus-N3 (v1.2): TK1 = counter || domain || tweak, TK2 = key."""


@dataclass(frozen=True, kw_only=True)
class RomulusN(AeadModel):
    """Romulus-N (section 2.4).

    Attributes:
        cipher: a tweakable block cipher with inputs ``tweakey`` and ``plaintext`` and output ``ciphertext``, block of 128 bits.
        tweakeys: how its tweakey is made.
    """

    cipher: Primitive
    tweakeys: Tweakeys = THREE_BLOCKS
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = BLOCK

    @property
    def ad_block_bytes(self):
        """One block into the state and one into the tweak."""
        return BLOCK + self.tweakeys.tweak_bytes

    def encrypt(self, key, nonce, associated_data, plaintext):
        state = self._absorb_ad(key, nonce, associated_data)
        ciphertext, state = self._message(key, nonce, state, plaintext, decrypting=False)
        return ciphertext + feedback(state)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[:-self.tag_bytes], ciphertext[-self.tag_bytes:]
        state = self._absorb_ad(key, nonce, associated_data)
        plaintext, state = self._message(key, nonce, state, ciphertext, decrypting=True)
        return plaintext if feedback(state) == tag else None

    def _absorb_ad(self, key: bytes, nonce: bytes, data: bytes) -> bytes:
        state, number, blocks = bytes(BLOCK), 0, self._ad_blocks(data)
        last, size = blocks[-1], (BLOCK, self.tweakeys.tweak_bytes)[len(blocks) % 2 == 0]
        domain = LAST_AD + 2 * (len(last) < size)
        blocks[-1] = pad(last, size)
        for into_state, into_tweak in zip(blocks[::2], blocks[1::2]):
            state = self._encrypt(xor(state, into_state), number + 1, AD_TWEAK, into_tweak, key)
            number += 2
        if len(blocks) % 2:
            state, number = xor(state, blocks[-1]), number + 1
        return self._encrypt(state, number, domain, nonce, key)

    def _message(self, key: bytes, nonce: bytes, state: bytes, data: bytes, *, decrypting: bool) -> tuple[bytes, bytes]:
        output, blocks = b"", _pieces(data, [BLOCK])
        for number, block in enumerate(blocks, 1):
            text = xor(feedback(state), block)
            output += text
            domain = MESSAGE if number < len(blocks) else LAST_MESSAGE + (len(block) < BLOCK)
            state = self._encrypt(xor(state, pad(text if decrypting else block, BLOCK)), number, domain, nonce, key)
        return output, state

    def _ad_blocks(self, data: bytes) -> list[bytes]:
        """Blocks for the state and for the tweak in turn."""
        return _pieces(data, [BLOCK, self.tweakeys.tweak_bytes])

    def _encrypt(self, state: bytes, number: int, domain: int, tweak: bytes, key: bytes) -> bytes:
        tweakey = self.tweakeys.tweakey(number, domain, tweak, key)
        return software(self.cipher)(tweakey, int.from_bytes(state, "big"))[0].to_bytes(BLOCK, "big")


def _pieces(data: bytes, sizes: list[int]) -> list[bytes]:
    """Pieces of these sizes in turn, at least one; the last may be shorter."""
    pieces, start = [data[:sizes[0]]], sizes[0]
    while start < len(data):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(data[start:start + size])
        start += size
    return pieces


def pad(block: bytes, size: int) -> bytes:
    """Section 2.4: a block shorter than ``size`` gets zeros and, in the last byte, its length in bytes."""
    return block if len(block) == size else block.ljust(size - 1, b"\0") + bytes([len(block)])


def feedback(state: bytes) -> bytes:
    """Section 2.4: G, on each byte x7 … x0 to (x7 ^ x0) || x7 || … || x1."""
    return bytes(x >> 1 ^ x & 0x80 ^ (x & 1) << 7 for x in state)


def counter_of_block(number: int, bits: int) -> int:
    """Section 2.4: 2^number in GF(2^bits)."""
    value = 1
    for _ in range(number):
        value = value << 1 & (1 << bits) - 1 ^ COUNTER_REDUCTION[bits] * (value >> bits - 1)
    return value

