# SPDX-License-Identifier: Apache-2.0
"""Tiaoxin-346: three registers of 3, 4 and 6 blocks, six AES rounds for two blocks.

Source: I. Nikolić, "Tiaoxin-346", CAESAR submission, version 2, as its reference code has it; the
text of that document could not be read here.

Differences from the text: none in what is computed. There a step does its rounds and takes messages
in, and the key stream is read behind it. Here a step takes in the messages of that step and does
the rounds of the next one, so that the key stream is read in front of it, as in `register_stream`;
what the last step would take in is a part of the tag. Lengths are big-endian numbers of bytes, each
in a block of its own, as in the table-based reference code; the designer's code with AES
instructions has them elsewhere, and other answers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ..ciphers.aes import mix_columns, shift_rows, sub_bytes
from ..primitives.primitive import Primitive, software
from ..primitives.register_step import register_step
from ..words import Word, concat
from ..words.bits import swap_bytes
from ..words.compiled import compile_function
from .aegis import total
from .byte_strings import split, xor
from .dangers import RESPECTING
from .register_stream import RegisterStream

BLOCK = 128
REGISTERS = (3, 4, 6)
Z_0, Z_1 = 0x428A2F98D728AE227137449123EF65CD, 0xB5C0FBCFEC4D3B2FE9B5DBA58189DBBC


def taken_in(s: list[Word], messages: list[Word]) -> list[Word]:
    """Each register's first block with its message: the second and the third one of ``messages``,
    and the sum of all. Of data the first one is 0.
    """
    other, one, two = messages
    new, at = list(s), 0
    for size, message in zip(REGISTERS, (one, two, other ^ one ^ two)):
        new[at], at = new[at] ^ message, at + size
    return new


def rounds(s: list[Word]) -> list[Word]:
    """A step without messages. Of each register the last block's AES round goes into the first
    block, the first one's round and Z_0 into the second; the others move on.
    """
    new, at = [], 0
    for size in REGISTERS:
        part, at = s[at : at + size], at + size
        first, last = (mix_columns(shift_rows(sub_bytes(word))) for word in (part[0], part[-1]))
        new += [last ^ part[0], first ^ Z_0, *part[1:-1]]
    return new


@cache
def step() -> Primitive:
    """Messages and rounds. Inputs ``x``, 13 blocks, and ``m``, what `taken_in` says; output ``x``;
    byte strings, first byte most significant.
    """
    names = [f"t{size}_{number}" for size in REGISTERS for number in range(size)]
    return register_step(
        "tiaoxin-346",
        lambda s, m: rounds(taken_in(s, m.split(BLOCK))),
        registers=dict.fromkeys(names, BLOCK),
        block=3 * BLOCK,
    )


@dataclass(frozen=True, kw_only=True)
class Tiaoxin(RegisterStream):
    """Tiaoxin-346."""

    dangers = RESPECTING
    # The first of 16 does only rounds.
    initial_steps, final_steps = 16, 20

    key_bytes: int = 16
    nonce_bytes: int = 16
    tag_bytes: int = 16
    block_bytes: int = 32

    @property
    def cipher(self):
        return step()

    def loaded(self, key, nonce):
        """The messages of the first step are there already, so that it adds nothing."""
        zero, z_0, z_1 = (key.constant(value) for value in (0, Z_0, Z_1))
        s = [key, key, nonce, key, key, nonce, z_0, key, key, nonce, z_1, zero, zero]
        # The third register gets the sum of all three: Z_1 + Z_0 + Z_1 is Z_0.
        return concat(*taken_in(s, [z_1, z_0, z_1]))

    def initial_block(self, key, nonce, odd):
        """Z_0, Z_1 and Z_0 to the three registers."""
        return _constants(key, Z_1, Z_0, Z_1)

    def stream(self, s):
        """The second half of the ciphertext has the first half of the plaintext in it too."""
        t3, t4, t6 = (s.split(BLOCK)[at:] for at in (0, 3, 7))
        return concat(
            t3[0] ^ t3[2] ^ t4[1] ^ (t6[3] & t4[3]), t6[0] ^ t4[2] ^ t3[1] ^ (t6[5] & t3[2])
        )

    def final_block(self, masked):
        """The lengths as two blocks, from little-endian numbers of bits."""
        return concat(*(_number_of_bytes(half) for half in masked.split(BLOCK // 2)))

    def later_block(self, s: Word) -> Word:
        """What the final steps behind the first one take in: Z_1, Z_0 and Z_1."""
        return _constants(s, Z_0, Z_1, Z_0)

    def tag_of(self, s):
        """The sum of all blocks, with Z_1, Z_0 and Z_1 in them."""
        return total(s.constant(Z_0, BLOCK), s.split(BLOCK))

    def crypt(self, state, data, decrypt):
        s, ad_bytes, _ = state
        output = b""
        for block in split(data, self.block_bytes):
            stream = _compiled(self, "stream")(s)[0].to_bytes(self.block_bytes, "big")
            first, half = xor(block, stream)[: BLOCK // 8], block[BLOCK // 8 :]
            plain = first if decrypt else block[: BLOCK // 8]
            second = xor(xor(half, stream[BLOCK // 8 :]), plain)
            output += first + second
            (s,) = software(self.cipher)(s, self._number(first + second if decrypt else block))
        return (s, ad_bytes, len(data)), output

    def tag(self, state):
        s, *lengths = state
        # The first of the three messages is 0, as with data.
        (s,) = software(self.cipher)(s, lengths[0] << BLOCK | lengths[1])
        # The step with the lengths was the first of them.
        for _ in range(self.final_steps - 1):
            (s,) = software(self.cipher)(s, *_compiled(self, "later_block")(s))
        return _compiled(self, "tag_of")(s)[0].to_bytes(self.tag_bytes, "big")


@cache
def _compiled(mode: Tiaoxin, name: str) -> Callable[..., tuple[int, ...]]:
    """A function of the registers, on integers."""
    function = getattr(mode, name)
    return compile_function(
        lambda words: {name: function(words["s"])}, {"s": mode.cipher.inputs["x"]}
    )


def _constants(like: Word, *values: int) -> Word:
    return concat(*(like.constant(value, BLOCK) for value in values))


def _number_of_bytes(bits: Word) -> Word:
    """A big-endian number of bytes, of a block, from a little-endian one of bits."""
    number = swap_bytes(bits)
    # Divided by 8.
    return concat(number.constant(0, BLOCK - number.width + 3), number[3:])
