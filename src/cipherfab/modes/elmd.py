# SPDX-License-Identifier: Apache-2.0
"""ELmD: encrypt, mix linearly, decrypt; an online mode with a cipher and its inverse.

Source: N. Datta, M. Nandi, "ELmD v2.0", submission to CAESAR, 2015 (second round). No text of it
was at hand; it was read in its reference code (``process_AD``, ``process_block``, ``linear_mix``).

Differences from the reference code: the secret message number is the beginning of the message here,
and so a message may be shorter than one. There are no tags between, as in the members (…, 0, …).
Numbers are blocks, most significant bit first.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..primitives.primitive import Primitive, software
from .byte_strings import as_block, as_number, pad, split, unpad
from .copa import sevenfold
from .dangers import ONLINE
from .galois import double, halve, triple
from .model import AeadModel

BLOCK = 16

SECRET_BYTES = 8
"""Of the secret message number, which is enciphered in front of the message."""

PADDING = 0x80
"""The byte after the data of a block that is not full; zeros follow."""


@dataclass(frozen=True, kw_only=True)
class Elmd(AeadModel):
    """ELmD(rounds, 0, …); how the ciphertext ends, a subclass says.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse, block of 128 bits.
        rounds: of the cipher, a byte of the first block.
        subkey_calls: calls that make L from 0.
    """

    dangers = ONLINE
    flag: ClassVar[int]

    cipher: Primitive
    rounds: int
    subkey_calls: int = 1
    key_bytes: int = 16
    nonce_bytes: int = 8
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def _enciphered(self, key, nonce, associated_data, plaintext) -> tuple[bytes, bytes, "_Call"]:
        """The blocks of ciphertext, the last block of the message, and what goes on to the tag."""
        call = _Call(self, key, self.first_block(nonce), associated_data)
        *blocks, last = split(plaintext, BLOCK) or [b""]
        output = b"".join(map(call.encipher, blocks)) + call.encipher_last(last)
        return output, last, call

    def first_block(self, nonce: bytes) -> bytes:
        """``process_AD``: nonce || parameters."""
        return nonce + bytes([self.rounds, 0, 0, self.flag, 8 * BLOCK, 0, 0, 0])


@dataclass(frozen=True, kw_only=True)
class ElmdFixed(Elmd):
    """ELmD(rounds, 0, 1): the ciphertext is as long as the message. It has hardware."""

    flag = 1

    def encrypt(self, key, nonce, associated_data, plaintext):
        output, last, call = self._enciphered(key, nonce, associated_data, plaintext)
        return output + call.encipher_checksum()[: len(last)]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        blocks = split(ciphertext, BLOCK)
        tag = blocks.pop() if len(blocks) > 1 else b""
        call = _Call(self, key, self.first_block(nonce), associated_data)
        output = call.decipher(blocks, padded=len(tag) < BLOCK)
        valid = output is not None and len(output) == len(ciphertext) - BLOCK
        return output if valid and call.encipher_checksum()[: len(tag)] == tag else None


@dataclass(frozen=True, kw_only=True)
class ElmdFlexible(Elmd):
    """ELmD(rounds, 0, 0): the ciphertext is whole blocks, and after the tag comes a byte that is 1
    if the last block of the message was padded.
    """

    flag = 0
    whole_ciphertext = True
    marks_padding = True

    def ciphertext_bytes(self, message_bytes):
        return BLOCK * max(1, -(-message_bytes // BLOCK))

    def encrypt(self, key, nonce, associated_data, plaintext):
        output, last, call = self._enciphered(key, nonce, associated_data, plaintext)
        return output + call.encipher_checksum() + bytes([len(last) < BLOCK])

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.sealed_bytes(0) or len(ciphertext) % BLOCK != 1:
            return None
        if ciphertext[-1] > 1:
            return None
        *blocks, tag = split(ciphertext[:-1], BLOCK)
        call = _Call(self, key, self.first_block(nonce), associated_data)
        output = call.decipher(blocks, padded=ciphertext[-1] == 1)
        return output if output is not None and call.encipher_checksum() == tag else None


class _Call:
    """One encryption or decryption in progress: the masks above and below, the state W, the
    checksum."""

    def __init__(self, mode: Elmd, key: bytes, first: bytes, data: bytes):
        self._key, self._forward = int.from_bytes(key, "big"), software(mode.cipher)
        self._backward = software(mode.cipher.inverse)
        subkey = 0
        for _ in range(mode.subkey_calls):
            subkey = self._encrypt(subkey)
        self._state = self._checksum = 0
        self._authenticate(halve(triple(subkey)), [first, *split(data, BLOCK)])
        self._above, self._below = halve(subkey), halve(triple(triple(subkey)))

    def _authenticate(self, mask: int, blocks: list[bytes]) -> None:
        """``process_AD``: blocks through the first layer into the state."""
        for block in blocks:
            full = len(block) == BLOCK
            mask = double(mask) if full else sevenfold(mask)
            block = block if full else pad(block, BLOCK, PADDING)
            self._mix(self._encrypt(as_number(block) ^ mask))

    def encipher(self, block: bytes) -> bytes:
        """A block of the message that is not the last."""
        self._checksum ^= as_number(block)
        self._walk()
        return self._through(as_number(block))

    def encipher_last(self, block: bytes) -> bytes:
        """The last block: the checksum goes in its place."""
        full = len(block) == BLOCK
        self._checksum ^= as_number(block if full else pad(block, BLOCK, PADDING))
        self._walk(padded=not full)
        return self._through(self._checksum)

    def encipher_checksum(self) -> bytes:
        """The checksum once more: the tag."""
        self._walk()
        return self._through(self._checksum, final=1)

    def decipher(self, blocks: list[bytes], *, padded: bool) -> bytes | None:
        """The inverse of `encipher` and of `encipher_last`; None if the padding is wrong."""
        output = b""
        for number, block in enumerate(blocks, 1):
            last = number == len(blocks)
            self._walk(padded=last and padded)
            x, w = self._encrypt(as_number(block) ^ self._below), self._state
            self._state = x ^ w
            text = self._decrypt(x ^ triple(w)) ^ self._above
            self._checksum, text = (
                (text, text ^ self._checksum) if last else (self._checksum ^ text, text)
            )
            output += as_block(text)
        return unpad_last(output) if padded else output

    def _through(self, block: int, final: int = 0) -> bytes:
        """``process_block``: the first layer, the mixing, and the inverse as the second layer."""
        mixed = self._mix(self._encrypt(block ^ self._above)) ^ final
        return as_block(self._decrypt(mixed) ^ self._below)

    def _mix(self, x: int) -> int:
        """``linear_mix``: (X, W) to (X + 3 W, X + 2 W)."""
        w = self._state
        self._state = x ^ double(w)
        return x ^ triple(w)

    def _walk(self, *, padded: bool = False) -> None:
        """``mask``: times 2, or above a padded block times 7."""
        self._above = sevenfold(self._above) if padded else double(self._above)
        self._below = double(self._below)

    def _encrypt(self, block: int) -> int:
        return self._forward(self._key, block)[0]

    def _decrypt(self, block: int) -> int:
        return self._backward(self._key, block)[0]


def unpad_last(text: bytes) -> bytes | None:
    """Whole blocks without the padding at their end, which must begin in the last one."""
    end = unpad(text[-BLOCK:], PADDING)
    return None if end is None else text[:-BLOCK] + end
