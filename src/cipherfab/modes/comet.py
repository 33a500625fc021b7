# SPDX-License-Identifier: Apache-2.0
"""COMET: a block cipher whose key changes with every block, and which is not run backwards.

Source: S. Gueron, A. Jha, M. Nandi, "COMET: COunter Mode Encryption with authentication Tag",
submission to NIST, version 1, section 1.3 (algorithms 1 to 3).

`permute` and `shuffle` are functions over words: the software model compiles them, and
`controllers.block.comet` builds its hardware from them.

Differences from the text: none, unless `Comet.start_in_first_byte`. Byte strings are little-endian:
their first byte holds bits 0 to 7 of the text's strings.

The reference code adds the bit that says "the plaintext starts" to the first byte of Z, where the
text has the last one. The official known answers follow the code.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ..primitives.primitive import Primitive
from ..words import Word, concat, ror
from ..words.bits import swap_bytes
from ..words.compiled import compile_function
from .byte_strings import call, filled, split, xor
from .dangers import RESPECTING
from .galois import doubled
from .one_pass import OnePass
from .over_cipher import OverCipher

AD_STARTS, AD_PADDED, MESSAGE_STARTS, MESSAGE_PADDED, TAG = 0x08, 0x10, 0x20, 0x40, 0x80
"""Section 1.3: the control bits, in the last byte of Z."""

PADDING = 0x01
"""Algorithm 3, opt_pad0*1: the byte after the data of a block that is not full; zeros follow."""

HALF = 8
"""Bytes of the half of Z that is multiplied."""


@dataclass(frozen=True)
class _State:
    """Y and Z, the state between two calls of the cipher."""

    y: bytes
    z: bytes


@dataclass(frozen=True, kw_only=True)
class Comet(OverCipher, OnePass):
    """COMET-128 or COMET-64, by the block of its cipher.

    Attributes:
        cipher: a block cipher with inputs ``key`` (128 bits) and ``plaintext`` and output
            ``ciphertext``.
        start_in_first_byte: the bit `MESSAGE_STARTS` goes to the first byte of Z, as in the
            reference code.
    """

    dangers = RESPECTING

    cipher: Primitive
    start_in_first_byte: bool = False
    key_bytes: int = 16

    @property
    def tag_bytes(self):
        """As `block_bytes`."""
        return self.block_bytes

    @property
    def nonce_bytes(self):
        """Section 1.2: a block, or 15 bytes with a block of 8."""
        return 16 if self.block_bytes == 16 else 15

    def start(self, key, nonce, associated_data):
        """Algorithms 2 and 3: init and proc_ad."""
        if self.block_bytes == 16:
            state = _State(key, call(self.cipher, key=key, plaintext=nonce))
        else:
            # With a block of 8 bytes the nonce is longer than a block: it is added to the key
            # instead of being enciphered.
            state = _State(call(self.cipher, key=key, plaintext=0), xor(key, nonce + b"\0"))
        # An empty part is not announced: Z shows which parts there are.
        if associated_data:
            state = _controlled(state, AD_STARTS)
        for block in split(associated_data, self.block_bytes):
            if len(block) < self.block_bytes:
                state = _controlled(state, AD_PADDED)
            x, z = self._call(state)
            state = _State(xor(x, self._padded(block)), z)
        return state

    def crypt(self, state, data, decrypt):
        """Algorithm 2: proc_pt and proc_ct."""
        output = b""
        if data:
            place = 0 if self.start_in_first_byte else -1
            state = _controlled(state, MESSAGE_STARTS, place)
        for block in split(data, self.block_bytes):
            if len(block) < self.block_bytes:
                state = _controlled(state, MESSAGE_PADDED)
            x, z = self._call(state)
            result = xor(block, on_bytes(shuffle, x))
            # The state takes in the plaintext, whichever side was given.
            state = _State(xor(x, self._padded(result if decrypt else block)), z)
            output += result
        return state, output

    def tag(self, state):
        """Algorithm 2: proc_tg."""
        return self._call(_controlled(state, TAG))[0]

    def _call(self, state: _State) -> tuple[bytes, bytes]:
        """Algorithm 2, round, up to the update: X, and the next Z, which is the key."""
        z = on_bytes(permute, state.z)
        return call(self.cipher, key=z, plaintext=state.y), z

    def _padded(self, block: bytes) -> bytes:
        return filled(block, self.block_bytes, PADDING)


def permute(z: Word) -> Word:
    """Algorithm 3: the lower half of Z, its first bytes, times 2 in GF(2^64)."""
    upper, lower = z[: 8 * HALF], z[8 * HALF :]
    # Strings are little-endian, and `doubled` has the highest power on the left.
    return concat(swap_bytes(doubled(swap_bytes(lower))), upper)


def shuffle(x: Word) -> Word:
    """Algorithm 3: X3 || X2 || X1 || X0 to X1 || X0 || (X2 >>> 1) || X3."""
    x0, x1, x2, x3 = x.split(x.width // 4)
    # The rotation too is that of a little-endian number.
    return concat(x3, swap_bytes(ror(swap_bytes(x2), 1)), x0, x1)


def on_bytes(function: Callable[[Word], Word], value: bytes) -> bytes:
    """`permute` or `shuffle` on a byte string."""
    (result,) = _compiled(function, 8 * len(value))(int.from_bytes(value, "big"))
    return result.to_bytes(len(value), "big")


@cache
def _compiled(function: Callable[[Word], Word], width: int):
    return compile_function(lambda words: {"result": function(words["x"])}, {"x": width})


def _controlled(state: _State, bit: int, place: int = -1) -> _State:
    """A control bit added to a byte of Z."""
    z = bytearray(state.z)
    z[place] ^= bit
    return _State(state.y, bytes(z))
