"""SpoC: a sponge that adds the data to the capacity and the rate to the message.

Source: R. AlTawy, G. Gong, M. He, A. Jha, K. Mandal, M. Nandi, R. Rohit, "SpoC: An Authenticated
Cipher", submission to NIST, round 2, sections 2.1, 2.2 and 2.4 to 2.7.

Differences from the text: for SpoC-64 the text adds blocks and N_1 to the first 64 bits of Y in one
place and to bytes 0 to 3 of S_1 and of S_3 in another; the second, of section 2.5, is what the
official known answers have. The model keeps the state as the bytes of S_0 || S_1 || S_2 || S_3.
"""

from dataclasses import dataclass

from ..ciphers.sliscp_light import sliscp_light
from .byte_strings import pad, permute, split, xor
from .one_pass import OnePass

AD, MESSAGE, TAG = 0x20, 0x40, 0x80
"""Table 2.1: the control bits, in the first byte of the rate."""

PARTIAL = 0x10
"""Table 2.1: what a short block adds to them."""

PADDING = 0x80

NONCE_BYTES, KEY_BYTES = 16, 16


@dataclass(frozen=True, kw_only=True)
class Spoc(OnePass):
    """SpoC-64 or SpoC-128.

    Attributes:
        block_bytes: the rate, 8 or 16; also the length of the tag.
    """

    block_bytes: int
    key_bytes: int = KEY_BYTES
    nonce_bytes: int = NONCE_BYTES

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def tag_bytes(self):
        return self.block_bytes

    @property
    def state_bytes(self) -> int:
        """192 or 256 bits."""
        return self.block_bytes + KEY_BYTES

    @property
    def rate(self) -> list[int]:
        """Section 2.5: the bytes of the state that are the rate, the first ones of S_0 and of S_2.
        """
        return self._halves(0)

    @property
    def masked(self) -> list[int]:
        """Section 2.5: the bytes of the capacity to which data is added, the first ones of S_1 and
        of S_3.
        """
        return self._halves(1)

    def start(self, key, nonce, associated_data):
        state = self._load(key, nonce)
        for block in split(associated_data, self.ad_block_bytes):
            state = self._add_block(self._permute(state), block, AD)
        return state

    def crypt(self, state, data, decrypt):
        output = b""
        for block in split(data, self.block_bytes):
            state = self._permute(state)
            other = xor(block, take(state, self.rate))
            output += other
            state = self._add_block(state, other if decrypt else block, MESSAGE)
        return state, output

    def tag(self, state):
        return take(self._permute(add(state, self.rate, bytes([TAG]))), self.masked)

    def _load(self, key: bytes, nonce: bytes) -> bytes:
        """Section 2.6: halves of the key in S_1 and S_3; in SpoC-64 their ends in S_0 and S_2, and
        half of the nonce later.
        """
        word = self.state_bytes // 4
        first, second = key[:8], key[8:]
        ends = (first[word:], second[word:])
        half = self.block_bytes // 2
        parts = (nonce[:half], ends[0], first[:word], nonce[half:2 * half], ends[1], second[:word])
        state, later = b"".join(parts), nonce[self.block_bytes:]
        return add(self._permute(state), self.masked, later) if later else state

    def _add_block(self, state: bytes, block: bytes, control: int) -> bytes:
        """A block is added to the capacity, the control bits to the rate."""
        if len(block) < self.block_bytes:
            block, control = pad(block, self.block_bytes, PADDING), control | PARTIAL
        return add(add(state, self.masked, block), self.rate, bytes([control]))

    def _halves(self, subblock: int) -> list[int]:
        word, half = self.state_bytes // 4, self.block_bytes // 2
        return [number * word + place for number in (subblock,
                                                     subblock + 2) for place in range(half)]

    def _permute(self, state: bytes) -> bytes:
        return permute(sliscp_light(8 * self.state_bytes), state)


def take(state: bytes, places: list[int]) -> bytes:
    """The bytes at these places."""
    return bytes(state[place] for place in places)


def add(state: bytes, places: list[int], data: bytes) -> bytes:
    """Add data, which may be shorter, to the bytes at these places."""
    result = bytearray(state)
    for place, byte in zip(places, data):
        result[place] ^= byte
    return bytes(result)
