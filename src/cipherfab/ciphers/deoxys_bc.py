# SPDX-License-Identifier: Apache-2.0
"""Deoxys-BC-256 and Deoxys-BC-384: tweakable block ciphers made of AES rounds.

Sources: J. Jean, I. Nikolić, T. Peyrin, "Tweaks and Keys for Block Ciphers: the TWEAKEY Framework",
ASIACRYPT 2014; J. Jean, I. Nikolić, T. Peyrin, Y. Seurin, "Deoxys v1.43" (CAESAR final portfolio).
No text of the submission was at hand; it was read in its reference code and checked with the
vectors of version 1.43.

Differences from the text: words are 128 bits with the first byte most significant, as in `aes`. The
registers hold the tweakey words of the subtweakey that was added last.

Versions 1.41 and 1.43 differ in the direction of the byte permutation h; the code of version 1.41
goes the other way. Nothing else changed.
"""

from functools import cache, partial

from ..primitives.cells import from_planes, inverse_table, linear, planes, power
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Invertible, Order
from ..words import Word, concat
from ..words.bits import equals
from .aes import (
    inverse_mix_columns,
    inverse_shift_rows,
    inverse_sub_bytes,
    mix_columns,
    next_rcon,
    previous_rcon,
    shift_rows,
    sub_bytes,
)

ROUNDS = {256: 14, 384: 16}
"""By bits of tweakey."""

BLOCK = 128

H = (1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8)
"""The byte permutation of the tweakey: byte i of the new word is byte H[i] of the old one."""

VERSIONS = {"1.43": H, "1.41": inverse_table(H)}
"""The byte permutation by version."""

FIRST_RCON = 0x2F
"""The round constant of the first subtweakey; each following one is twice the one before."""


def lfsr_2(word: Word) -> Word:
    """The LFSR of TK2 on each byte: x7 … x0 to x6 … x0 || x7 ^ x5."""
    x = planes(word, 8)
    return from_planes([x[7] ^ x[5], *x[:7]])


def lfsr_3(word: Word) -> Word:
    """The LFSR of TK3 on each byte: x7 … x0 to x0 ^ x6 || x7 … x1; the inverse of `lfsr_2`."""
    x = planes(word, 8)
    return from_planes([*x[1:], x[0] ^ x[6]])


LFSRS = (lambda word: word, lfsr_2, lfsr_3)
INVERSE_LFSRS = (lambda word: word, lfsr_3, lfsr_2)
"""Of TK1, TK2 and TK3."""


def permute_bytes(word: Word, places: tuple[int, ...]) -> Word:
    """Byte i of the result is byte ``places[i]``; byte 0 is the first one."""
    cells = word.split(8)
    return concat(*(cells[place] for place in places))


def subtweakey(tweakey: list[Word], rcon: Word) -> Word:
    """The sum of the tweakey words, and the constants: 1 2 4 8 in column 0, rcon in column 1."""
    total = tweakey[0]
    for word in tweakey[1:]:
        total = total ^ word
    constant = concat(rcon.constant(0x01020408, 32), rcon, rcon, rcon, rcon, rcon.constant(0, 64))
    return total ^ constant


def _words(state: State) -> list[Word]:
    return [word for name, word in state.items() if name.startswith("tk")]


def _state(x: Word, tweakey: list[Word], rcon: Word) -> State:
    return {"x": x, **{f"tk{z}": word for z, word in enumerate(tweakey, 1)}, "rcon": rcon}


@cache
def deoxys_bc(
    size: int, version: str = "1.43", *, sbox: str = "fast", mix: str = "fast"
) -> Primitive:
    """Deoxys-BC; inputs ``key`` (128 or 256 bits), ``tweak`` and ``plaintext``, output
    ``ciphertext``.

    Args:
        size: bits of key and tweak, 256 or 384.
        version: one of `VERSIONS`.
        sbox: one of `aes.SBOX_STYLES`.
        mix: one of `aes.MIX_STYLES`.
    """
    words, rounds, places = size // BLOCK, ROUNDS[size], VERSIONS[version]
    name = f"deoxys-bc-{size}" + ("" if version == "1.43" else f"-v{version.replace('.', '')}")

    def loaded(inputs: State) -> list[Word]:
        # Tweakey words are numbered from the end of key || tweak.
        return [inputs["tweak"], *reversed(inputs["key"].split(BLOCK))]

    def load(inputs: State) -> State:
        tweakey, rcon = loaded(inputs), inputs["key"].constant(FIRST_RCON, 8)
        return _state(inputs["plaintext"] ^ subtweakey(tweakey, rcon), tweakey, rcon)

    def step(state: State) -> State:
        tweakey = [_next(word, lfsr, places) for word, lfsr in zip(_words(state), LFSRS)]
        rcon = next_rcon(state["rcon"])
        x = mix_columns(shift_rows(sub_bytes(state["x"], sbox)), mix)
        return _state(x ^ subtweakey(tweakey, rcon), tweakey, rcon)

    return Primitive(
        name=name,
        rounds=(rounds,),
        outputs={"ciphertext": BLOCK},
        layout=_layout(words),
        inputs={"key": size - BLOCK, "tweak": BLOCK, "plaintext": BLOCK},
        load=load,
        step=step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["rcon"], _rcon(rounds)),
        inverse=_inverse(name, size, places, sbox, mix, loaded),
    )


def _inverse(name, size, places, sbox, mix, loaded) -> Primitive:
    """Its load makes the last tweakey words from the first ones, a matrix for each."""
    words, rounds = size // BLOCK, ROUNDS[size]

    def load(inputs: State) -> State:
        tweakey = [
            linear(word, power(_stepping(index, places), BLOCK, rounds))
            for index, word in enumerate(loaded(inputs))
        ]
        return _state(inputs["ciphertext"], tweakey, inputs["key"].constant(_rcon(rounds), 8))

    def step(state: State) -> State:
        # A step back begins with the sum, so the first subtweakey is left for the result.
        x = state["x"] ^ subtweakey(_words(state), state["rcon"])
        x = inverse_sub_bytes(inverse_shift_rows(inverse_mix_columns(x, mix)), sbox)
        tweakey = [
            inverse(permute_bytes(word, inverse_table(places)))
            for word, inverse in zip(_words(state), INVERSE_LFSRS)
        ]
        return _state(x, tweakey, previous_rcon(state["rcon"]))

    def result(state: State) -> State:
        return {"plaintext": state["x"] ^ subtweakey(_words(state), state["rcon"])}

    return Primitive(
        name=f"{name}-inverse",
        rounds=(rounds,),
        outputs={"plaintext": BLOCK},
        layout=_layout(words),
        inputs={"key": size - BLOCK, "tweak": BLOCK, "ciphertext": BLOCK},
        load=load,
        step=step,
        result=result,
        finished=lambda state: equals(state["rcon"], FIRST_RCON),
    )


@cache
def _stepping(index: int, places: tuple[int, ...]):
    """`_next` of one tweakey word: the same function each time, by which `power` remembers."""
    return partial(_next, lfsr=LFSRS[index], places=places)


def _next(word: Word, lfsr, places: tuple[int, ...]) -> Word:
    """A tweakey word of the next subtweakey."""
    return permute_bytes(lfsr(word), places)


def _layout(words: int) -> dict[str, int]:
    return {"x": BLOCK, **{f"tk{z}": BLOCK for z in range(1, words + 1)}, "rcon": 8}


def _rcon(number: int) -> int:
    """The round constant of subtweakey ``number``, counted from 0."""
    value = FIRST_RCON
    for _ in range(number):
        # Doubling in the field of AES.
        value = value << 1 ^ (0x11B if value & 0x80 else 0)
    return value


PROPERTIES = (
    Invertible(of=lfsr_2, by=lfsr_3, shape=8),
    Order(of=lfsr_2, shape=8, times=30),
    *(
        Order(
            of=lambda word, places=places: permute_bytes(word, places),
            shape=BLOCK,
            times=8,
            name=f"permute_bytes, version {version}",
        )
        for version, places in VERSIONS.items()
    ),
)
