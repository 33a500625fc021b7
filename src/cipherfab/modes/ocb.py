# SPDX-License-Identifier: Apache-2.0
"""OCB: a one-pass mode over a block cipher and its inverse, as CAESAR's final portfolio and
Pyjamask have it (OCB3).

Sources: T. Krovetz, P. Rogaway, "The OCB Authenticated-Encryption Algorithm", RFC 7253, 2014,
section 4; for blocks of 96 bits D. Goudarzi et al., "Pyjamask v1.0", submission to NIST, 2019,
sections 2.3.2 and 3.1.

Differences from the text: L_i is not taken from a table but doubled anew; numbers are blocks, most
significant bit first.
"""

from dataclasses import dataclass
from functools import partial

from ..primitives.primitive import Primitive
from .byte_strings import as_number, call, xor
from .dangers import RESPECTING
from .galois import double
from .parallel import CALLS, CallKind, ParallelAead

STRETCH_SHIFT = {96: 9, 128: 8}
"""By block: how far the copy of Ktop is shifted that stretches it (RFC 7253, section 4.2; Pyjamask,
section 2.3.2)."""

BOTTOM = 6
"""Bits of the nonce that choose where the stretched Ktop is read, so that 64 nonces share one call
of the cipher."""

STAR, DOLLAR, NEXT = "star", "dollar", "next"
"""L_*, L_$, and L_i of the next full block."""

OFFSETS = {
    "data": (NEXT, STAR),
    "full": (NEXT, NEXT),
    "short": (STAR, STAR),
    "end": (DOLLAR, DOLLAR),
}
"""Sections 4.1 and 4.2: what is added to the offset for a call, by `CallKind.of`: if its block is
full, and if not."""

SETUP = tuple(
    CallKind(name=name, of="setup", takes="own", gives="register") for name in ("star", "top")
)
"""The calls that give L_* and Ktop."""


@dataclass(frozen=True, kw_only=True)
class Ocb(ParallelAead):
    """OCB over ``cipher``.

    Attributes:
        cipher: a block cipher with inputs ``key`` and ``plaintext``, output ``ciphertext`` and an
            inverse; block of 96 or 128 bits.
        nonce_bytes: less than a block.
        tag_bytes: at most a block.
    """

    dangers, calls = RESPECTING, (*CALLS, *SETUP)

    cipher: Primitive
    nonce_bytes: int = 12
    tag_bytes: int = 16

    @property
    def key_bytes(self):
        """Bytes of the cipher's key."""
        return self.cipher.inputs["key"] // 8

    @property
    def ad_step(self):
        """As `block_bytes`, so that no header of associated data comes in the middle of a block."""
        return self.block_bytes

    def caller(self, key, nonce, *, of_data):
        # HASH begins with an offset of zeros; the nonce is in the offsets of the message alone.
        offset = bytes(self.block_bytes) if of_data else self._first_offset(key, nonce)
        return _Caller(self, key, offset)

    def _first_offset(self, key: bytes, nonce: bytes) -> bytes:
        """Section 4.2, "nonce-dependent and per-encryption variables": Offset_0."""
        width = 8 * self.block_bytes
        # Seven bits have the tag's length in bits, modulo 128, and a bit 1 stands before the nonce.
        number = 8 * self.tag_bytes % 128 << width - 7 | 1 << 8 * self.nonce_bytes
        number |= int.from_bytes(nonce, "big")
        bottom = number & (1 << BOTTOM) - 1
        top = (number ^ bottom).to_bytes(self.block_bytes, "big")
        ktop = int.from_bytes(self.encipher(key, top), "big")
        shifted = ktop << STRETCH_SHIFT[width] & (1 << width) - 1
        # 64 bits more are enough, as ``bottom`` is below 64.
        stretch = ktop << 64 | (ktop ^ shifted) >> width - 64
        return (stretch >> 64 - bottom & (1 << width) - 1).to_bytes(self.block_bytes, "big")

    def encipher(self, key: bytes, block: bytes, *, inverse: bool = False) -> bytes:
        """A call of the cipher."""
        if inverse:
            return call(self.cipher.inverse, key=key, ciphertext=block)
        return call(self.cipher, key=key, plaintext=block)


class _Caller:
    """The calls of a string that starts at ``offset``; each moves it on."""

    def __init__(self, mode: Ocb, key: bytes, offset: bytes):
        self._mode, self._key = mode, key
        self._double = partial(double, width=8 * mode.block_bytes)
        self._star = as_number(mode.encipher(key, bytes(mode.block_bytes)))
        self._offset, self._number = as_number(offset), 0

    def __call__(self, kind, block, *, length, last, inverse):
        size = self._mode.block_bytes
        self._offset ^= self._added(OFFSETS[kind.of][length < size])
        offset = self._offset.to_bytes(size, "big")
        # A call without a block enciphers the offset itself: that is the key stream of a short
        # block.
        given = offset if block is None else xor(block, offset)
        result = self._mode.encipher(self._key, given, inverse=inverse)
        # Of all calls that of a full block alone is masked on both sides.
        return xor(result, offset) if kind.gives == "text" else result

    def _added(self, name: str) -> int:
        """`STAR`, `DOLLAR`, or of the next full block L_{ntz(i)}."""
        if name == STAR:
            return self._star
        mask = self._double(self._star)
        if name == DOLLAR:
            return mask
        self._number += 1
        # L_0 is twice L_$, so L_i is that doubled i + 1 times.
        for _ in range((self._number & -self._number).bit_length()):
            mask = self._double(mask)
        return mask
