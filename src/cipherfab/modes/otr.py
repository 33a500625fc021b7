# SPDX-License-Identifier: Apache-2.0
"""OTR: a one-pass mode over a block cipher without its inverse; each two blocks go through a
two-round Feistel network.

Sources: K. Minematsu, "Parallelizable Rate-1 Authenticated Encryption from Pseudorandom Functions",
EUROCRYPT 2014; in the form of K. Minematsu, "AES-OTR v3.1", submission to CAESAR, 2016, with
associated data in parallel (ADP = p) or serial (ADP = s). No text of the submission was at hand; it
was read in its reference code and checked with its test vectors.

Differences from the text: none known. Numbers are blocks, most significant bit first.
"""

from dataclasses import dataclass
from functools import cached_property

from ..primitives.primitive import Primitive, software
from .byte_strings import as_block, as_number, filled, split, xor
from .dangers import RESPECTING
from .galois import double, triple
from .two_way import TwoWay

BLOCK = 16

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Otr(TwoWay):
    """OTR over ``cipher``, of which it uses encryption only.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext`` and output ``ciphertext``,
            block of 128 bits.
        block_bytes: of two blocks, the chunk that the mode works on.
        serial: associated data as in CBC-MAC, before the message; otherwise as in PMAC, beside it.
    """

    dangers = RESPECTING

    cipher: Primitive
    serial: bool
    nonce_bytes: int = 12
    tag_bytes: int = 16
    block_bytes: int = 2 * BLOCK
    ad_block_bytes: int = BLOCK

    @property
    def key_bytes(self):
        """Bytes of the cipher's key."""
        return self.cipher.inputs["key"] // 8

    def process(self, key, nonce, associated_data, text, *, decrypting):
        keyed = _Keyed(self.cipher, key)
        of_data = 0
        if associated_data:
            of_data = (keyed.serial_data if self.serial else keyed.parallel_data)(
                _padded(associated_data), _whole(associated_data)
            )
        mask = keyed(self._formatted(nonce))
        # The hash of the data in the mask has to be there before the message; in the tag it may
        # come last.
        if self.serial:
            mask = double(mask ^ of_data)
        output, total = keyed.feistel(mask, text, decrypting)
        tag = keyed(total) if self.serial else keyed(total) ^ of_data
        return output, as_block(tag)[: self.tag_bytes]

    def _formatted(self, nonce: bytes) -> int:
        """Version 3.1, Format: the tag length in the first seven bits, zeros, a 1 bit, the
        nonce."""
        # Seven bits have no room for a tag of 128 bits: it is written as 0.
        return 8 * self.tag_bytes % 128 << 121 | 1 << 8 * len(nonce) | int.from_bytes(nonce, "big")


class _Keyed:
    """The cipher under one key, from number to number, and the three parts of the mode."""

    def __init__(self, cipher: Primitive, key: bytes):
        self._encrypt, self._key = software(cipher), int.from_bytes(key, "big")

    def __call__(self, block: int) -> int:
        return self._encrypt(self._key, block)[0]

    @cached_property
    def _zero(self) -> int:
        """Q: the enciphered zero block, from which the masks of associated data are made."""
        return self(0)

    def parallel_data(self, blocks: list[int], whole: bool) -> int:
        """ADP = p: the sum of the blocks enciphered under masks Q, 2Q, 4Q …; the last mask times 9,
        or 3 if padded."""
        mask, total = self._zero, blocks[-1]
        for block in blocks[:-1]:
            total ^= self(block ^ mask)
            mask = double(mask)
        mask = triple(mask)
        return self(total ^ (triple(mask) if whole else mask))

    def serial_data(self, blocks: list[int], whole: bool) -> int:
        """ADP = s: CBC-MAC, with 4Q, or 2Q if padded, added to the last block."""
        total = 0
        for block in blocks[:-1]:
            total = self(total ^ block)
        mask = double(self._zero)
        return self(total ^ blocks[-1] ^ (double(mask) if whole else mask))

    def feistel(self, mask: int, text: bytes, decrypting: bool) -> tuple[bytes, int]:
        """The text on the other side, and what is enciphered to give the tag.

        The two blocks of chunk i have the masks 2^i L and 2^i 3L; here ``left`` and ``right``.
        """
        chunks = split(text, 2 * BLOCK) or [b""]
        output, total, left, right = b"", 0, mask, triple(mask)
        for chunk in chunks[:-1]:
            first, second = _padded(chunk)
            if decrypting:
                # The second round is undone first, so the masks are in the opposite order.
                other = second ^ self(first ^ right)
                second = first ^ self(other ^ left)
                total, output = total ^ second, output + as_block(other) + as_block(second)
            else:
                other = second ^ self(first ^ left)
                total ^= second
                output += as_block(other) + as_block(first ^ self(other ^ right))
            # 3 L + L is 2 L.
            left, right = right ^ left, double(right)
        last = chunks[-1]
        if len(last) <= BLOCK:
            result, added = self._single(last, left, decrypting)
            mask = left
        else:
            result, added = self._pair(last, left, right, decrypting)
            mask = right
        # The length of an empty message is a multiple of the block as well, but it is padded.
        return output + result, total ^ added ^ self._last_mask(mask, bool(last) and _whole(last))

    def _single(self, block: bytes, mask: int, decrypting: bool) -> tuple[bytes, int]:
        """A last chunk of at most one block: the result, and what is added to the sum."""
        result = xor(block, as_block(self(mask)))
        return result, _padded(result if decrypting else block)[0]

    def _pair(self, chunk: bytes, left: int, right: int, decrypting: bool) -> tuple[bytes, int]:
        """A last chunk of two blocks, the second one maybe not full: a Feistel network whose halves
        are swapped at the end."""
        first, second = split(chunk, BLOCK)
        if decrypting:
            changed = as_number(first) ^ self(_padded(second)[0] ^ right)
            stream = self(changed ^ left)
            return as_block(changed) + xor(second, as_block(stream)), stream ^ _padded(second)[0]
        stream = self(as_number(first) ^ left)
        short = xor(second, as_block(stream))
        (padded,) = _padded(short)
        return as_block(as_number(first) ^ self(padded ^ right)) + short, stream ^ padded

    @staticmethod
    def _last_mask(mask: int, whole: bool) -> int:
        """The mask of the sum: times 7, or 9 if the last block was padded."""
        four = double(double(mask))
        return four ^ (triple(mask) if whole else mask)


def _whole(data: bytes) -> bool:
    return len(data) % BLOCK == 0


def _padded(data: bytes) -> list[int]:
    """The blocks, at least one; the last one with a 1 bit and zeros if it is not full."""
    blocks = split(data, BLOCK) or [b""]
    return [as_number(filled(block, BLOCK, PADDING)) for block in blocks]
