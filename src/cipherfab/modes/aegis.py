# SPDX-License-Identifier: Apache-2.0
"""AEGIS-128 and AEGIS-128L.

Source: H. Wu, B. Preneel, "AEGIS: A Fast Authenticated Encryption Algorithm", CAESAR submission
v1.1, as its reference code has it; the text of that document could not be read here.

Differences from the text: none known. Lengths are little-endian numbers of bits, of the associated
data first.
"""

from dataclasses import dataclass

from ..ciphers.aegis import TAKES, aegis
from ..words import Word, concat, mux
from .dangers import RESPECTING
from .register_stream import RegisterStream

CONST_0 = 0x000101020305080D1522375990E97962
CONST_1 = 0xDB3D18556DC22FF12011314273B528DD
"""Fibonacci's sequence modulo 256."""

SIZE = 128


@dataclass(frozen=True, kw_only=True)
class Aegis(RegisterStream):
    """AEGIS with 5 registers, AEGIS-128, or 8, AEGIS-128L."""

    dangers = RESPECTING
    initial_steps, final_steps, reads_nonce = 10, 7, True

    registers: int
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def block_bytes(self):
        return 16 * len(TAKES[self.registers])

    @property
    def cipher(self):
        return aegis(self.registers)

    @property
    def is_large(self) -> bool:
        """AEGIS-128L."""
        return self.registers == 8

    def loaded(self, key, nonce):
        zero, one = (key.constant(value) for value in (CONST_0, CONST_1))
        both = key ^ nonce
        if self.is_large:
            return concat(both, one, zero, one, both, key ^ zero, key ^ one, key ^ zero)
        return concat(both, one, zero, key ^ zero, key ^ one)

    def initial_block(self, key, nonce, odd):
        """AEGIS-128: K and K + N in turn; AEGIS-128L: N and K."""
        return concat(nonce, key) if self.is_large else key ^ mux(odd, nonce, nonce.constant(0))

    def stream(self, s):
        s = s.split(SIZE)
        if self.is_large:
            return concat(s[1] ^ s[6] ^ (s[2] & s[3]), s[2] ^ s[5] ^ (s[6] & s[7]))
        return s[1] ^ s[4] ^ (s[2] & s[3])

    def lengths_masked(self, lengths, s):
        """With S_3, or S_2."""
        return lengths ^ s.split(SIZE)[2 if self.is_large else 3]

    def final_block(self, masked):
        # A last step of AEGIS-128L takes in the same block twice.
        return concat(*[masked] * len(TAKES[self.registers]))

    def tag_of(self, s):
        """The sum of all registers; of AEGIS-128L without the last one."""
        first, *others = s.split(SIZE)[: 7 if self.is_large else 5]
        return total(first, others)


def total(first: Word, others: list[Word]) -> Word:
    """The sum of words."""
    for word in others:
        first = first ^ word
    return first
