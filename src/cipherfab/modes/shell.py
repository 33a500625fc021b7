# SPDX-License-Identifier: Apache-2.0
"""SHELL: a key stream, a chained layer of reduced AES over it, and an XEX layer of AES.

Source: L. Wang, "SHELL v2.0", submission to CAESAR, 2015 (second round). No text of it was at hand;
it was read in its reference code, whose function names stand below.

Differences from the reference code: none. A message is always padded, so its ciphertext is 1 to 16
bytes longer than it. Numbers are blocks, most significant bit first.
"""

from dataclasses import dataclass

from ..ciphers.aes_four_keys import aes_four_keys
from ..primitives.primitive import Primitive, software
from .byte_strings import as_block, as_number, pad, padded_blocks, split, unpad
from .dangers import RESPECTING
from .galois import double, times, triple
from .model import AeadModel
from .two_layers import SEVEN

BLOCK = 16
PADDING = 0x80
STREAM_KEY = int.from_bytes(bytes([0xF0]) * BLOCK, "big")
"""Added to the key for the key stream."""

WIDTH = 256
"""Blocks of key stream under one mask."""


@dataclass(frozen=True, kw_only=True)
class Shell(AeadModel):
    """SHELL-AES.

    Attributes:
        cipher: AES-128, with inputs ``key`` and ``plaintext`` and output ``ciphertext``.
        distance: d: blocks between two calls of the cipher in a chain.
    """

    dangers = RESPECTING
    whole_ciphertext = True

    cipher: Primitive
    distance: int
    key_bytes: int = 16
    nonce_bytes: int
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def ciphertext_bytes(self, message_bytes):
        return BLOCK * (message_bytes // BLOCK + 1)

    def encrypt(self, key, nonce, associated_data, plaintext):
        call, blocks = _Call(self, key), padded_blocks(plaintext, BLOCK, PADDING)
        stream, final = call.stream(nonce, len(blocks))
        inner = [as_number(block) ^ added for block, added in zip(blocks, stream)]
        chained = call.enciphered(call.authenticate(associated_data), inner)
        output = b"".join(map(as_block, call.outer(chained)))
        return output + call.tag(inner, chained[-1], final)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        *blocks, tag = split(ciphertext, BLOCK) or [b""]
        # There are whole blocks alone, so what is shorter is no tag.
        if not blocks or len(tag) < BLOCK:
            return None
        call = _Call(self, key)
        stream, final = call.stream(nonce, len(blocks))
        chained = call.outer(list(map(as_number, blocks)), back=True)
        inner = call.deciphered(call.authenticate(associated_data), chained)
        text = b"".join(as_block(block ^ added) for block, added in zip(inner, stream))
        end = unpad(text[-BLOCK:], PADDING)
        valid = call.tag(inner, chained[-1], final) == tag
        return text[:-BLOCK] + end if valid and end is not None else None


class _Call:
    """One encryption or decryption: keys, and the layers."""

    def __init__(self, mode: Shell, key: bytes):
        """``KeySetupEnc``: round keys of the reduced AES, their whitening keys, L and L'."""
        self._key, d = as_number(key), mode.distance
        self._forward, self._backward = software(mode.cipher), software(mode.cipher.inverse)
        reduced = aes_four_keys()
        self._short, self._short_back = software(reduced), software(reduced.inverse)
        made = [self._encrypt(number) for number in range(4 * d + 1)]
        self._subkey, keys, masks = made[0], made[1 : 3 * d + 1], made[3 * d + 1 :]
        # Of E(1) to E(4 d) the first three quarters are round keys, three for each short AES; the
        # others are their whitening keys.
        joined = [a << 256 | b << 128 | c for a, b, c in zip(keys[::3], keys[1::3], keys[2::3])]
        self._pairs = list(zip(masks, joined))
        self._outer = self._encrypt((1 << 8 * BLOCK) - 1)

    def authenticate(self, data: bytes) -> int:
        """``PXMAC``; of no data there is one padded block."""
        *blocks, last = split(data, BLOCK) or [b""]
        full = len(last) == BLOCK
        mask = double(self._subkey) if full else double(double(self._subkey))
        state = 0
        for place, block in enumerate(map(as_number, blocks)):
            state = self._chained(state ^ self._reduced(place, block), place)
        last = last if full else pad(last, BLOCK, PADDING)
        return self._encrypt(state ^ self._reduced(len(blocks), as_number(last)) ^ mask)

    def stream(self, nonce: bytes, blocks: int) -> tuple[list[int], int]:
        """``CENC``: a block for each of the message, and F for the tag."""
        output: list[int] = []
        counter, mask = as_number(nonce.ljust(BLOCK, b"\0")), 0
        # One more than the message has blocks: the last one is F.
        while len(output) <= blocks:
            # Masks and blocks have their numbers from one counter.
            if len(output) % WIDTH == 0:
                mask = self._encrypt(counter, STREAM_KEY)
                counter += 1
            output.append(self._encrypt(counter, STREAM_KEY) ^ mask)
            counter += 1
        return output[:-1], output[-1]

    def enciphered(self, state: int, blocks: list[int]) -> list[int]:
        """``PXENC`` up to the last call."""
        output = []
        for place, block in enumerate(blocks):
            state ^= self._reduced(place, block) ^ self._last_mask(place, blocks)
            output.append(state)
            state = self._chained(state, place)
        return output

    def deciphered(self, state: int, blocks: list[int]) -> list[int]:
        """``PXDEC``: the inverse of `enciphered`."""
        output = []
        for place, block in enumerate(blocks):
            mask, keys = self._pairs[place % len(self._pairs)]
            through = state ^ block ^ self._last_mask(place, blocks)
            output.append(self._short_back(mask, keys, through)[0])
            state = self._chained(block, place)
        return output

    def outer(self, blocks: list[int], *, back: bool = False) -> list[int]:
        """``XEXLayerEnc`` or its inverse."""
        mask, output, through = self._outer, [], self._backward if back else self._forward
        for block in blocks:
            mask = double(mask)
            output.append(through(self._key, block ^ mask)[0] ^ mask)
        return output

    def tag(self, inner: list[int], chained: int, final: int) -> bytes:
        """``tagGen``: the sum of the inner blocks, between two calls the end of the chain."""
        total, factor = 0, self._outer
        for block in inner:
            total, factor = total ^ block, double(factor)
        factor = double(factor)
        middle = self._encrypt(total ^ triple(factor)) ^ self._encrypt(chained)
        mask = times(factor, SEVEN)
        return as_block(self._encrypt(middle ^ mask) ^ mask ^ final)

    def _chained(self, state: int, place: int) -> int:
        """The state behind a block: every d-th one is enciphered."""
        return self._encrypt(state) if (place + 1) % len(self._pairs) == 0 else state

    def _last_mask(self, place: int, blocks: list[int]) -> int:
        last = place == len(blocks) - 1
        return double(double(double(self._subkey))) if last else 0

    def _reduced(self, place: int, block: int) -> int:
        return self._short(*self._pairs[place % len(self._pairs)], block)[0]

    def _encrypt(self, block: int, change: int = 0) -> int:
        return self._forward(self._key ^ change, block)[0]
