"""Cyclist: the mode of Xoodyak.

Source: J. Daemen, S. Hoffert, M. Peeters, G. Van Assche, R. Van Keer, "Xoodyak, a lightweight cryptographic scheme", submission to
NIST, section 2.2 (algorithms 2 and 3), section 2.3 (the parameters), sections 3.1 and 3.2.3 (hash and AEAD).

Differences from the text: only what the hash and the AEAD call is here, and Split gives one empty block for an empty string. In the
final round's version the nonce is the key's identifier, so ``Cyclist(K, nonce, empty)`` takes the place of the calls
``Cyclist(K, empty, empty)`` and ``Absorb(nonce)``.
"""

from dataclasses import dataclass

from ..ciphers.xoodoo import xoodoo
from ..primitives.primitive import Primitive, software
from .byte_strings import split, xor
from .model import AeadModel, BlockwiseHashState, HashModel

ABSORB, ABSORB_KEY, CRYPT, SQUEEZE = 0x03, 0x02, 0x80, 0x40
"""Algorithms 2 and 3: the domain bytes."""

PADDING = b"\x01"


@dataclass(frozen=True, kw_only=True)
class XoodyakAead(AeadModel):
    """Authenticated encryption with Cyclist in keyed mode (section 3.2.3).

    Attributes:
        permutation: input and output ``x`` are the state's bytes.
        ad_block_bytes: R_kin, the rate of absorbing.
        block_bytes: R_kout, the rate of encryption and squeezing.
    """

    permutation: Primitive = xoodoo(12)
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = 24
    ad_block_bytes: int = 44

    def encrypt(self, key, nonce, associated_data, plaintext):
        state, domain, ciphertext = self._start(key, nonce, associated_data), CRYPT, b""
        for block in split(plaintext, self.block_bytes) or [b""]:
            state = up(self.permutation, state, domain)
            ciphertext += self._add_rate(state, block)
            state, domain = down(self.permutation, state, block, 0), 0
        return ciphertext + self._tag(state)

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[:-self.tag_bytes], ciphertext[-self.tag_bytes:]
        state, domain, plaintext = self._start(key, nonce, associated_data), CRYPT, b""
        for block in split(ciphertext, self.block_bytes) or [b""]:
            state = up(self.permutation, state, domain)
            block = self._add_rate(state, block)
            plaintext += block
            state, domain = down(self.permutation, state, block, 0), 0
        return plaintext if self._tag(state) == tag else None

    def _start(self, key: bytes, nonce: bytes, associated_data: bytes) -> int:
        """Cyclist(key, nonce, empty), then Absorb(associated data)."""
        state, domain = down(self.permutation, 0, key + nonce + bytes([len(nonce)]), ABSORB_KEY), ABSORB
        for block in split(associated_data, self.ad_block_bytes) or [b""]:
            state = down(self.permutation, up(self.permutation, state, 0), block, domain)
            domain = 0
        return state

    def _add_rate(self, state: int, block: bytes) -> bytes:
        return xor(first_bytes(self.permutation, state, len(block)), block)

    def _tag(self, state: int) -> bytes:
        """Squeeze(t)."""
        return first_bytes(self.permutation, up(self.permutation, state, SQUEEZE), self.tag_bytes)


@dataclass(frozen=True, kw_only=True)
class XoodyakHash(HashModel):
    """Cyclist in hash mode: Absorb(message), Squeeze(32) (section 3.1).

    Attributes:
        permutation: input and output ``x`` are the state's bytes.
        block_bytes: R_hash, the rate of absorbing and squeezing.
    """

    permutation: Primitive = xoodoo(12)
    block_bytes: int = 16
    digest_bytes: int = 32

    def start(self):
        return BlockwiseHashState(self.block_bytes, None, self._absorb, self._finish)

    def _absorb(self, state: int | None, block: bytes) -> int:
        """One block; ``state`` is None before the first, which alone carries the domain bit and needs no permutation before it."""
        if state is None:
            return down(self.permutation, 0, block, ABSORB & 1)
        return down(self.permutation, self._up(state), block, 0)

    def _finish(self, state: int | None, rest: bytes) -> bytes:
        if rest or state is None:
            state = self._absorb(state, rest)
        digest = b""
        while len(digest) < self.digest_bytes:
            state = self._up(down(self.permutation, state, b"", 0) if digest else state)
            digest += first_bytes(self.permutation, state, self.block_bytes)
        return digest

    def _up(self, state: int) -> int:
        return up(self.permutation, state, 0)


def up(permutation: Primitive, state: int, domain: int) -> int:
    """Algorithm 3, Up: the domain byte is added to the state's last byte (0 in hash mode), then the permutation is applied."""
    return software(permutation)(state ^ domain)[0]


def down(permutation: Primitive, state: int, block: bytes, domain: int) -> int:
    """Algorithm 3, Down: the padded block and the domain byte are added (in hash mode only bit 0 of the domain byte counts)."""
    size = permutation.inputs["x"] // 8
    return state ^ int.from_bytes((block + PADDING).ljust(size, b"\0"), "big") ^ domain


def first_bytes(permutation: Primitive, state: int, length: int) -> bytes:
    """The first bytes of a state."""
    return state.to_bytes(permutation.inputs["x"] // 8, "big")[:length]
