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

from ..primitives.primitive import Primitive
from .byte_strings import split
from .dangers import ONLINE
from .two_layers import BLOCK, SEVEN, TWICE, Factors, Layers, Multiple, TwoLayers

SECRET_BYTES = 8
"""Of the secret message number, which is enciphered in front of the message."""


@dataclass(frozen=True, kw_only=True)
class Elmd(TwoLayers):
    """ELmD(rounds, 0, …); how the ciphertext ends, a subclass says.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse, block of 128 bits.
        rounds: of the cipher, a byte of the first block.
        subkey_calls: calls that make L from 0.
    """

    dangers, deciphers, tag_mark = ONLINE, True, 1
    subkeys = tuple(Multiple(threes, halved=True) for threes in (1, 0, 2))
    walk = {
        "data": TWICE,
        "padded data": Factors(SEVEN),
        "text": TWICE,
        "last": TWICE,
        "padded last": Factors(SEVEN, 2),
        "tag": TWICE,
    }
    flag: ClassVar[int]

    cipher: Primitive
    rounds: int
    subkey_calls: int = 1
    key_bytes: int = 16
    nonce_bytes: int = 8
    tag_bytes: int = BLOCK
    block_bytes: int = BLOCK
    ad_block_bytes: int = BLOCK

    def _begun(self, key: bytes, nonce: bytes, data: bytes) -> Layers:
        """``process_AD``: the layers behind the associated data, which are mixed as text is."""
        layers = Layers(self, key)
        for block in (self.first_block(nonce), *split(data, BLOCK)):
            # Associated data have no second layer: of the mixing only the state goes on.
            _, layers.state = self.mix(layers.data_block(block), layers.state)
        return layers

    def _enciphered(self, key, nonce, associated_data, plaintext) -> tuple[bytes, bytes, Layers]:
        """The blocks of ciphertext, the last block of the message, and what goes on to the tag."""
        layers = self._begun(key, nonce, associated_data)
        *blocks, last = split(plaintext, BLOCK) or [b""]
        return b"".join(map(layers.text, blocks)) + layers.last(last), last, layers

    def _deciphered(self, layers: Layers, blocks: list[bytes], *, padded: bool) -> bytes | None:
        """The text of the blocks; None if the padding is wrong."""
        *blocks, last = blocks
        output = b"".join(map(layers.text_back, blocks))
        end = layers.last_back(last, padded=padded)
        return None if end is None else output + end

    def first_block(self, nonce: bytes) -> bytes:
        """``process_AD``: nonce || parameters."""
        return nonce + bytes([self.rounds, 0, 0, self.flag, 8 * BLOCK, 0, 0, 0])


@dataclass(frozen=True, kw_only=True)
class ElmdFixed(Elmd):
    """ELmD(rounds, 0, 1): the ciphertext is as long as the message. It has hardware."""

    flag = 1

    def encrypt(self, key, nonce, associated_data, plaintext):
        output, last, layers = self._enciphered(key, nonce, associated_data, plaintext)
        return output + layers.tag()[: len(last)]

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        blocks = split(ciphertext, BLOCK)
        # An empty message has one block of ciphertext, and of the tag nothing is left.
        tag = blocks.pop() if len(blocks) > 1 else b""
        layers = self._begun(key, nonce, associated_data)
        output = self._deciphered(layers, blocks, padded=len(tag) < BLOCK)
        # The padding must give the length that the length of the tag announces.
        valid = output is not None and len(output) == len(ciphertext) - BLOCK
        return output if valid and layers.tag()[: len(tag)] == tag else None


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
        output, last, layers = self._enciphered(key, nonce, associated_data, plaintext)
        return output + layers.tag() + bytes([len(last) < BLOCK])

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.sealed_bytes(0) or len(ciphertext) % BLOCK != 1:
            return None
        if ciphertext[-1] > 1:
            return None
        *blocks, tag = split(ciphertext[:-1], BLOCK)
        layers = self._begun(key, nonce, associated_data)
        output = self._deciphered(layers, blocks, padded=ciphertext[-1] == 1)
        return output if output is not None and layers.tag() == tag else None
