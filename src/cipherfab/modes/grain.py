# SPDX-License-Identifier: Apache-2.0
"""Grain-128AEAD, versions 1 and 2: a stream cipher whose every second bit authenticates.

Source: M. Hell, T. Johansson, A. Maximov, W. Meier, J. Sönnerup, H. Yoshida, "Grain-128AEAD",
submission to NIST, sections 2.2, 2.3 and 2.6 (algorithms 1 and 2).

Differences from the text: the lowest bit of a byte comes first, as in the reference code; the text
says nothing of it. Version 2, of the final round, has another initialisation; of its document no
copy could be read, so it is as its designers' code has it: key bits come in again for 64 clocks in
both registers, while the pre-output is still fed back.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ..ciphers.grain import MOST, SIZE, authenticated, clocked, pre_output
from ..words import Word
from ..words.compiled import compile_function
from .dangers import RESPECTING
from .one_pass import OnePass

BYTE = 16
"""Clocks of a byte of data."""

WORD = 4
"""Bytes of what is called a block elsewhere: a stream cipher has none, and hardware takes words."""

FIXED = (1 << 31) - 1 << 96
"""Section 2.2: what the nonce leaves of the LFSR, 31 ones and a zero."""

FED_BACK = {1: 256, 2: 320}
"""Clocks at first, in which the pre-output is fed back, by version."""

AUTHENTICATOR = 64
SHORT_CODE = 0x80
"""Section 2.6.1: from this length on its bytes follow a byte that counts them."""


@dataclass(frozen=True, kw_only=True)
class Grain(OnePass):
    """Grain-128AEAD.

    Attributes:
        version: 1 or 2.
        bits_per_clock: how many clocks of the registers hardware may do in one of its own.
    """

    dangers = RESPECTING
    bits_per_clock = (1, 2, 4, 8, 16, 32)

    version: int
    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 8
    block_bytes: int = WORD
    ad_block_bytes: int = WORD

    def start(self, key, nonce, associated_data):
        """Section 2.2, then the length of the associated data and the data; the registers."""
        state = self.initial(*(int.from_bytes(word, "little") for word in (key, nonce)))
        for byte in length_code(len(associated_data)) + associated_data:
            # Associated data are authenticated and not enciphered: the text on the other side is
            # dropped.
            state = data_step()(*state, byte, 0, 0)[:4]
        return state

    def initial(self, key: int, nonce: int) -> tuple[int, ...]:
        """NFSR, LFSR, accumulator and shift register; key and nonce have the first bit in bit 0."""
        b, s, half = key, FIXED | nonce, AUTHENTICATOR
        run, all_of = initial_step(), (1 << MOST) - 1
        for _ in range(FED_BACK[self.version] // MOST):
            b, s, _ = run(b, s, all_of, 0, 0)
        if self.version == 2:
            for at in range(0, half, MOST):
                b, s, _ = run(b, s, all_of, key >> at & all_of, key >> half + at & all_of)
        output = 0
        for at in range(0, 2 * half, MOST):
            # Version 1 adds the key to the LFSR in the clocks that fill accumulator and shift
            # register.
            b, s, y = run(b, s, 0, 0, key >> at & all_of if self.version == 1 else 0)
            output |= y << at
        # The first 64 bits fill the accumulator, the others the shift register.
        return b, s, output & (1 << half) - 1, output >> half

    def crypt(self, state, data, decrypt):
        """Section 2.3."""
        output = bytearray()
        for byte in data:
            *state, text = data_step()(*state, byte, 0xFF, 0xFF if decrypt else 0)
            output.append(text)
        return tuple(state), bytes(output)

    def tag(self, state):
        """Section 2.3: the accumulator, after a last bit 1."""
        _, _, a, r = state
        # A last bit 1 adds the shift register to the accumulator.
        return (a ^ r).to_bytes(self.tag_bytes, "little")


def length_code(length: int) -> bytes:
    """Section 2.6.1, Encode."""
    if length < SHORT_CODE:
        return bytes([length])
    size = -(-length.bit_length() // 8)
    return bytes([SHORT_CODE | size]) + length.to_bytes(size, "big")


@cache
def initial_step() -> Callable[..., tuple[int, ...]]:
    """`MOST` clocks: NFSR and LFSR, which bits of the pre-output are fed back, and what else is
    added to both; to the registers and the pre-output.
    """

    def step(words: dict[str, Word]) -> dict[str, Word]:
        y = pre_output(words["b"], words["s"], MOST)
        added = [words[name] ^ (y & words["fed"]) for name in ("to_b", "to_s")]
        return {**dict(zip("bs", clocked(words["b"], words["s"], *added))), "y": y}

    widths = {"b": SIZE, "s": SIZE, "fed": MOST, "to_b": MOST, "to_s": MOST}
    return compile_function(step, widths)


@cache
def data_step() -> Callable[..., tuple[int, ...]]:
    """A byte: registers, byte, which bits of it are enciphered, and which are ciphertext; to the
    registers and the text on the other side.
    """

    def step(words: dict[str, Word]) -> dict[str, Word]:
        y, zero = pre_output(words["b"], words["s"], BYTE), words["b"].constant(0, BYTE)
        # Of the pre-output the even bits encipher and the odd ones authenticate.
        stream, z = y.permute(range(0, BYTE, 2)), y.permute(range(1, BYTE, 2))
        text = words["byte"] ^ (stream & words["enciphered"])
        message = words["byte"] ^ (stream & words["replaced"])
        b, s = clocked(words["b"], words["s"], zero, zero)
        a, r = authenticated(words["a"], words["r"], message, z)
        return {"b": b, "s": s, "a": a, "r": r, "text": text}

    widths = {"b": SIZE, "s": SIZE, "a": AUTHENTICATOR, "r": AUTHENTICATOR}
    return compile_function(step, {**widths, "byte": 8, "enciphered": 8, "replaced": 8})
