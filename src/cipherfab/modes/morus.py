# SPDX-License-Identifier: Apache-2.0
"""MORUS-640-128 and MORUS-1280-128.

Source: H. Wu, T. Huang, "The Authenticated Cipher MORUS (v2)", CAESAR submission, as its reference
code has it; the text of that document could not be read here.

Differences from the text: none known. A register is four little-endian words, the first one lowest;
lengths are little-endian numbers of bits, of the associated data first.
"""

from dataclasses import dataclass
from functools import cache

from ..words import Word, concat, rol
from ..words.compiled import compile_function
from .aegis import CONST_0, CONST_1
from .dangers import RESPECTING
from .register_stream import RegisterStream

BIT_ROTATIONS = {32: (5, 31, 7, 22, 13), 64: (13, 46, 38, 7, 4)}
WORD_ROTATIONS = (1, 2, 3, 2, 1)
"""Of the register that each of the five small rounds changes within its words, and of the one that
it moves by whole words."""

INITIAL_STEPS, FINAL_STEPS = 16, 10
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


@dataclass(frozen=True, kw_only=True)
class Morus(RegisterStream):
    """MORUS with words of 32 or 64 bits."""

    dangers = RESPECTING

    word: int
    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16

    @property
    def block_bytes(self):
        return self.word // 2

    def initial(self, key, nonce):
        size, k = self.block_bytes, self._number(key * (self.word // 32))
        constants = [word.to_bytes(16, "big") for word in (CONST_0, CONST_1)]
        ends = constants if size == 16 else [b"", constants[0] + constants[1]]
        s = (self._number(nonce), k, self._number(b"\xff" * size), *map(self._number, ends))
        for _ in range(INITIAL_STEPS):
            s = self._update(s, 0)
        return (s[0], s[1] ^ k, *s[2:])

    def step(self, registers, block):
        return self._update(registers, self._number(block))

    def stream(self, registers):
        return self._stream(registers).to_bytes(self.block_bytes, "little")

    def final(self, registers, ad_bytes, message_bytes):
        lengths = 8 * ad_bytes | 8 * message_bytes << 64
        s = (*registers[:4], registers[4] ^ registers[0])
        for _ in range(FINAL_STEPS):
            s = self._update(s, lengths)
        return self._stream(s).to_bytes(self.block_bytes, "little")[: self.tag_bytes]

    def _stream(self, s: tuple[int, ...]) -> int:
        """S_0, S_1 moved by three words, and S_2 and S_3."""
        bits, width = 4 * self.word, self.word
        return s[0] ^ (s[1] >> width | s[1] << 3 * width & (1 << bits) - 1) ^ (s[2] & s[3])

    def _update(self, s: tuple[int, ...], m: int) -> tuple[int, ...]:
        return _compiled(self.word)(*s, m)

    @staticmethod
    def _number(block: bytes) -> int:
        return int.from_bytes(block, "little")


@cache
def _compiled(word: int):
    """`state_update` on integers."""
    names = [f"s{number}" for number in range(REGISTERS)]

    def step(words: dict[str, Word]) -> dict[str, Word]:
        return dict(zip(names, state_update([words[name] for name in names], words["m"])))

    return compile_function(step, dict.fromkeys((*names, "m"), 4 * word))
