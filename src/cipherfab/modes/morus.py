# SPDX-License-Identifier: Apache-2.0
"""MORUS-640-128 and MORUS-1280-128.

Source: H. Wu, T. Huang, "The Authenticated Cipher MORUS (v2)", CAESAR submission, as its reference
code has it; the text of that document could not be read here.

Differences from the text: none known. A register is four little-endian words, the first one lowest;
lengths are little-endian numbers of bits, of the associated data first.
"""

from dataclasses import dataclass
from functools import cache

from ..primitives.primitive import Primitive
from ..primitives.register_step import register_step
from ..words import Word, concat, rol, ror
from ..words.bits import swap_bytes
from .aegis import CONST_0, CONST_1
from .dangers import RESPECTING
from .register_stream import RegisterStream

BIT_ROTATIONS = {32: (5, 31, 7, 22, 13), 64: (13, 46, 38, 7, 4)}
WORD_ROTATIONS = (1, 2, 3, 2, 1)
"""Of the register that each of the five small rounds changes within its words, and of the one that
it moves by whole words."""

REGISTERS = 5


def state_update(s: list[Word], m: Word) -> list[Word]:
    """Five small rounds; the first one takes no message."""
    s = list(s)
    width = m.width // 4
    for number in range(REGISTERS):
        one, two, three, four = ((number + step) % REGISTERS for step in (1, 2, 3, 4))
        mixed = s[number] ^ (s[one] & s[two]) ^ s[three]
        mixed = mixed ^ m if number else mixed
        turned = [rol(word, BIT_ROTATIONS[width][number]) for word in mixed.split(width)]
        s[number] = concat(*turned)
        s[three] = rol(s[three], width * WORD_ROTATIONS[number])
    return s


@cache
def morus(word: int) -> Primitive:
    """A step with words of 32 or 64 bits. Inputs ``x``, S_0 first, and ``m``, a byte string;
    output ``x``; the registers are numbers.
    """
    return register_step(
        f"morus-{REGISTERS * 4 * word}",
        lambda s, m: state_update(s, swap_bytes(m)),
        registers={f"s{number}": 4 * word for number in range(REGISTERS)},
        block=4 * word,
    )


@dataclass(frozen=True, kw_only=True)
class Morus(RegisterStream):
    """MORUS with words of 32 or 64 bits."""

    dangers = RESPECTING
    initial_steps, final_steps = 16, 10

    word: int
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def block_bytes(self):
        return self.word // 2

    @property
    def cipher(self):
        return morus(self.word)

    def _key(self, key: Word) -> Word:
        """As a register, twice in that of MORUS-1280."""
        return swap_bytes(concat(*[key] * (self.word // 32)))

    def loaded(self, key, nonce):
        zero, one = (key.constant(value) for value in (CONST_0, CONST_1))
        ones = nonce.constant((1 << 4 * self.word) - 1, 4 * self.word)
        if self.word == 32:
            ends = [swap_bytes(zero), swap_bytes(one)]
        else:
            # The nonce fills half of the register here: the upper half is 0.
            nonce = concat(nonce, nonce.constant(0))
            ends = [ones.constant(0), swap_bytes(concat(zero, one))]
        return concat(swap_bytes(nonce), self._key(key), ones, *ends)

    def initial_block(self, key, nonce, odd):
        """Zeros."""
        return key.constant(0, 4 * self.word)

    def opening(self, key):
        """K to S_1."""
        zero = key.constant(0, 4 * self.word)
        return concat(zero, self._key(key), zero, zero, zero)

    def _stream(self, s: Word) -> Word:
        """S_0, S_1 moved by three words, and S_2 and S_3."""
        zero, one, two, three, _ = s.split(4 * self.word)
        return zero ^ ror(one, self.word) ^ (two & three)

    def stream(self, s):
        return swap_bytes(self._stream(s))

    def closing(self, s):
        """S_0 to S_4."""
        first = s.split(4 * self.word)[0]
        return concat(s.constant(0, s.width - first.width), first)

    def final_block(self, masked):
        missing = 4 * self.word - masked.width
        return concat(masked, masked.constant(0, missing)) if missing else masked

    def tag_of(self, s):
        """The first bytes of a key stream."""
        return self.stream(s)[-8 * self.tag_bytes :]
