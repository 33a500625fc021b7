# SPDX-License-Identifier: Apache-2.0
"""AEGIS-128 and AEGIS-128L.

Source: H. Wu, B. Preneel, "AEGIS: A Fast Authenticated Encryption Algorithm", CAESAR submission
v1.1, as its reference code has it; the text of that document could not be read here.

Differences from the text: none known. Lengths are little-endian numbers of bits, of the associated
data first.
"""

from dataclasses import dataclass

from ..ciphers.aegis import TAKES, aegis
from ..primitives.primitive import software
from .dangers import RESPECTING
from .register_stream import RegisterStream

CONST_0 = 0x000101020305080D1522375990E97962
CONST_1 = 0xDB3D18556DC22FF12011314273B528DD
"""Fibonacci's sequence modulo 256."""

INITIAL_STEPS, FINAL_STEPS = 10, 7
SIZE = 128


@dataclass(frozen=True, kw_only=True)
class Aegis(RegisterStream):
    """AEGIS with 5 registers, AEGIS-128, or 8, AEGIS-128L."""

    dangers = RESPECTING

    registers: int
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def block_bytes(self):
        return 16 * len(TAKES[self.registers])

    def initial(self, key, nonce):
        k, n = (int.from_bytes(word, "big") for word in (key, nonce))
        if self.registers == 5:
            s = (k ^ n, CONST_1, CONST_0, k ^ CONST_0, k ^ CONST_1)
            for number in range(INITIAL_STEPS):
                s = self._update(s, k ^ n if number % 2 else k)
            return s
        s = (k ^ n, CONST_1, CONST_0, CONST_1, k ^ n, k ^ CONST_0, k ^ CONST_1, k ^ CONST_0)
        for _ in range(INITIAL_STEPS):
            s = self._update(s, n << SIZE | k)
        return s

    def step(self, registers, block):
        return self._update(registers, int.from_bytes(block, "big"))

    def stream(self, registers):
        s = registers
        if self.registers == 5:
            value = s[1] ^ s[4] ^ (s[2] & s[3])
        else:
            upper = s[1] ^ s[6] ^ (s[2] & s[3])
            value = upper << SIZE | s[2] ^ s[5] ^ (s[6] & s[7])
        return value.to_bytes(self.block_bytes, "big")

    def final(self, registers, ad_bytes, message_bytes):
        lengths = b"".join((8 * size).to_bytes(8, "little") for size in (ad_bytes, message_bytes))
        s = registers
        added = int.from_bytes(lengths, "big") ^ s[3 if self.registers == 5 else 2]
        for _ in range(FINAL_STEPS):
            s = self._update(s, added if self.registers == 5 else added << SIZE | added)
        total = 0
        for word in s[: 5 if self.registers == 5 else 7]:
            total ^= word
        return total.to_bytes(self.tag_bytes, "big")

    def _update(self, s: tuple[int, ...], m: int) -> tuple[int, ...]:
        state = 0
        for word in s:
            state = state << SIZE | word
        (state,) = software(aegis(self.registers))(state, m)
        places = range(SIZE * (self.registers - 1), -1, -SIZE)
        return tuple(state >> place & (1 << SIZE) - 1 for place in places)
