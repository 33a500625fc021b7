# SPDX-License-Identifier: Apache-2.0
"""Tiaoxin-346: three registers of 3, 4 and 6 blocks, six AES rounds for two blocks.

Source: I. Nikolić, "Tiaoxin-346", CAESAR submission, version 2, as its reference code has it; the
text of that document could not be read here.

Differences from the text: none known. Lengths are big-endian numbers of bytes, each in a block of
its own, as in the table-based reference code; the designer's code with AES instructions has them
elsewhere, and other answers.
"""

from dataclasses import dataclass
from functools import cache

from ..ciphers.aes import mix_columns, shift_rows, sub_bytes
from ..primitives.primitive import Primitive, software
from ..primitives.register_step import register_step
from ..words import Word
from .byte_strings import split, xor
from .dangers import RESPECTING
from .one_pass import OnePass

BLOCK = 128
REGISTERS = (3, 4, 6)
Z_0, Z_1 = 0x428A2F98D728AE227137449123EF65CD, 0xB5C0FBCFEC4D3B2FE9B5DBA58189DBBC
INITIAL_STEPS, FINAL_STEPS = 15, 20


def state_update(s: list[Word], m: list[Word]) -> list[Word]:
    """Of each register the last block's AES round and a message go into the first one, the first
    one's round and Z_0 into the second; the others move on.
    """
    new, at = [], 0
    for size, message in zip(REGISTERS, m):
        part, at = s[at : at + size], at + size
        first, last = (mix_columns(shift_rows(sub_bytes(word))) for word in (part[0], part[-1]))
        new += [last ^ part[0] ^ message, first ^ Z_0, *part[1:-1]]
    return new


@cache
def step() -> Primitive:
    """A step. Inputs ``x``, 13 blocks, and ``m``, three; output ``x``."""
    names = [f"t{size}_{number}" for size in REGISTERS for number in range(size)]
    return register_step(
        "tiaoxin-346",
        lambda s, m: state_update(s, m.split(BLOCK)),
        registers=dict.fromkeys(names, BLOCK),
        block=BLOCK * len(REGISTERS),
    )


@dataclass(frozen=True, kw_only=True)
class Tiaoxin(OnePass):
    """Tiaoxin-346."""

    dangers = RESPECTING

    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = 32
    ad_block_bytes: int = 32

    def start(self, key, nonce, associated_data):
        """The registers, and the length of the associated data, which were taken in."""
        k, n = (int.from_bytes(word, "big") for word in (key, nonce))
        s = (k, k, n, k, k, n, Z_0, k, k, n, Z_1, 0, 0)
        for _ in range(INITIAL_STEPS):
            s = updated(s, Z_0, Z_1, Z_0)
        for block in split(associated_data, self.block_bytes):
            s = taken_in(s, *_halves(block))
        return s, len(associated_data), 0

    def crypt(self, state, data, decrypt):
        """The key stream is that of a step with zeros; what the first half of the plaintext changes
        of it is that half.
        """
        s, ad_bytes, _ = state
        output = b""
        for block in split(data, self.block_bytes):
            first, second = (x.to_bytes(16, "big") for x in outputs(updated(s, 0, 0, 0)))
            one = xor(block[:16], first)
            other = xor(xor(block[16:], second), one if decrypt else block[:16])
            output += one + other
            s = taken_in(s, *_halves(one + other if decrypt else block))
        return (s, ad_bytes, len(data)), output

    def tag(self, state):
        """The sum of all blocks, behind the lengths."""
        s, *lengths = state
        s = taken_in(s, *lengths)
        for _ in range(FINAL_STEPS):
            s = updated(s, Z_1, Z_0, Z_1)
        total = 0
        for word in s:
            total ^= word
        return total.to_bytes(self.tag_bytes, "big")


def updated(s: tuple[int, ...], *m: int) -> tuple[int, ...]:
    """`state_update` on numbers."""
    state = _joined(s)
    (state,) = software(step())(state, _joined(m))
    places = range(BLOCK * (len(s) - 1), -1, -BLOCK)
    return tuple(state >> place & (1 << BLOCK) - 1 for place in places)


def taken_in(s: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
    """A step with two blocks; the third register takes their sum."""
    return updated(s, first, second, first ^ second)


def outputs(s: tuple[int, ...]) -> tuple[int, int]:
    """What is added to two blocks, from the registers behind their step."""
    t3, t4, t6 = s[:3], s[3:7], s[7:]
    return t3[0] ^ t3[2] ^ t4[1] ^ (t6[3] & t4[3]), t6[0] ^ t4[2] ^ t3[1] ^ (t6[5] & t3[2])


def _joined(words: tuple[int, ...]) -> int:
    total = 0
    for word in words:
        total = total << BLOCK | word
    return total


def _halves(block: bytes) -> tuple[int, int]:
    """Two blocks, with zeros behind a short one."""
    number = int.from_bytes(block.ljust(32, b"\0"), "big")
    return number >> BLOCK, number & (1 << BLOCK) - 1
