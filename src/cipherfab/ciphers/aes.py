# SPDX-License-Identifier: Apache-2.0
"""AES-128.

Source: NIST FIPS 197, "Advanced Encryption Standard (AES)", 2001 (updated 2023), sections 4 and 5.

Differences from the text: the state and the key are 128-bit words with the first byte most
significant; byte r + 4c of them is row r of column c. The key schedule is part of the state: each
round makes its own round key from the one before, and Rcon.
"""

from functools import cache

from ..primitives.cells import from_planes, inverse_table, planes, substitute
from ..primitives.primitive import Primitive, State
from ..primitives.properties import BranchNumber, Invertible, Order, Period
from ..words import Word, concat
from ..words.bits import equals
from .circuits import aes_mixcolumns, aes_sbox, aes_sbox_flat
from .circuits.straightline import evaluate, numbered, outputs

ROUNDS = 10

SBOX = tuple(
    bytes.fromhex(
        "637c777bf26b6fc53001672bfed7ab76ca82c97dfa5947f0add4a2af9ca472c0"
        "b7fd9326363ff7cc34a5e5f171d8311504c723c31896059a071280e2eb27b275"
        "09832c1a1b6e5aa0523bd6b329e32f8453d100ed20fcb15b6acbbe394a4c58cf"
        "d0efaafb434d338545f9027f503c9fa851a3408f929d38f5bcb6da2110fff3d2"
        "cd0c13ec5f974417c4a77e3d645d197360814fdc222a908846eeb814de5e0bdb"
        "e0323a0a4906245cc2d3ac629195e479e7c8376d8dd54ea96c56f4ea657aae08"
        "ba78252e1ca6b4c6e8dd741f4bbd8b8a703eb5664803f60e613557b986c11d9e"
        "e1f8981169d98e949b1e87e9ce5528df8ca1890dbfe6426841992d0fb054bb16"
    )
)
"""Section 5.1.1, table 4."""

INVERSE_SBOX = inverse_table(SBOX)
"""Section 5.3.2, table 6."""

SBOX_STYLES = ("flat", "fast", "small", "table")
"""Circuit of depth 12 (152 gates; inverse 150), of depth 16 (128; 127), of 113 gates (depth 27;
inverse as "fast"), look-up.
"""

MIX_STYLES = ("fast", "small")
"""103 XOR per column with depth 3, 92 XOR with depth 6."""

_SBOX_PROGRAMS = {
    "flat": aes_sbox_flat.FORWARD,
    "fast": aes_sbox.FAST_TOP + aes_sbox.MIDDLE + aes_sbox.FAST_BOTTOM,
    "small": aes_sbox.SMALL,
}
_INVERSE_PROGRAMS = {
    "flat": aes_sbox_flat.INVERSE,
    **dict.fromkeys(
        ("fast", "small"), aes_sbox.INVERSE_TOP + aes_sbox.MIDDLE + aes_sbox.INVERSE_BOTTOM
    ),
}


def sub_bytes(state: Word, style: str = "fast") -> Word:
    """Section 5.1.1: the S-box on each byte; also SubWord of section 5.2."""
    if style == "table":
        return substitute(state, SBOX)
    return _evaluate(state, _SBOX_PROGRAMS[style])


def inverse_sub_bytes(state: Word, style: str = "fast") -> Word:
    """Section 5.3.2: the inverse S-box on each byte."""
    if style == "table":
        return substitute(state, INVERSE_SBOX)
    return _evaluate(state, _INVERSE_PROGRAMS[style])


def _evaluate(state: Word, program: str) -> Word:
    """A circuit with inputs u0 (most significant) to u7 on each byte."""
    # `planes` has bit 0 first; the papers call the most significant bit u0.
    bits = planes(state, 8)[::-1]
    return from_planes(outputs(evaluate(program, numbered(bits, "u")), "s", 8)[::-1])


def shift_rows(state: Word) -> Word:
    """Section 5.1.2: row r is rotated to the left by r bytes."""
    cells = state.split(8)
    # Byte r + 4c comes from column c + r: 5r + 4c is 5 times its place, modulo 16.
    return concat(*(cells[(5 * place) % 16] for place in range(16)))


def inverse_shift_rows(state: Word) -> Word:
    """Section 5.3.1."""
    cells = state.split(8)
    # 13 is the inverse of 5 modulo 16.
    return concat(*(cells[(13 * place) % 16] for place in range(16)))


def mix_columns(state: Word, style: str = "fast") -> Word:
    """Section 5.1.3: each column times (02, 03, 01, 01), all four columns at once."""
    mix = {"fast": aes_mixcolumns.fast, "small": aes_mixcolumns.small}[style]
    return _from_column_bits(mix(_column_bits(state)))


def inverse_mix_columns(state: Word, style: str = "fast") -> Word:
    """Section 5.3.3, as MixColumns of a column prepared by `aes_mixcolumns.before_inverse`."""
    mix = {"fast": aes_mixcolumns.fast, "small": aes_mixcolumns.small}[style]
    return _from_column_bits(mix(aes_mixcolumns.before_inverse(_column_bits(state))))


def before_inverse_mix(state: Word) -> Word:
    """Section 5.3.3: the state whose MixColumns is InvMixColumns of this one."""
    return _from_column_bits(aes_mixcolumns.before_inverse(_column_bits(state)))


COLUMN_BITS = tuple(
    32 * (3 - column) + 8 * (3 - row) + bit
    for row in range(4)
    for bit in range(8)
    for column in range(4)
)
"""Where bit ``bit`` of row ``row`` is in the state, of each column: 32 words of 4 bits."""


def _column_bits(state: Word) -> list[Word]:
    return state.permute(COLUMN_BITS).split(4)[::-1]


def _from_column_bits(bits: list[Word]) -> Word:
    return concat(*reversed(bits)).permute(inverse_table(COLUMN_BITS))


def next_round_key(key: Word, rcon: Word, style: str = "fast") -> Word:
    """Section 5.2: the round key after ``key``; ``rcon`` is the byte of Rcon."""
    w0, w1, w2, w3 = key.split(32)
    w0 = w0 ^ schedule_core(w3, rcon, style)
    w1 = w1 ^ w0
    w2 = w2 ^ w1
    return concat(w0, w1, w2, w3 ^ w2)


def previous_round_key(key: Word, rcon: Word, style: str = "fast") -> Word:
    """The inverse of `next_round_key`."""
    w0, w1, w2, w3 = key.split(32)
    w3 = w3 ^ w2
    return concat(w0 ^ schedule_core(w3, rcon, style), w1 ^ w0, w2 ^ w1, w3)


def schedule_core(word: Word, rcon: Word, style: str) -> Word:
    """SubWord(RotWord(word)) with the constant in its first byte."""
    # RotWord: the first byte, the most significant one, becomes the last.
    word = sub_bytes(word.ror(24), style)
    return concat(word[24:] ^ rcon, word[:24])


def next_rcon(rcon: Word) -> Word:
    """Section 5.2, table 5: times 02."""
    return from_planes(aes_mixcolumns.double(planes(rcon, 8)))


def previous_rcon(rcon: Word) -> Word:
    """The inverse of `next_rcon`."""
    return from_planes(aes_mixcolumns.halve(planes(rcon, 8)))


RCON = (0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1B, 0x36)
# What doubling makes of the last one, and halving of the first: so the register tells the end.
AFTER_LAST_RCON, BEFORE_FIRST_RCON = 0x6C, 0x8D


def expand_key(key: Word, style: str = "fast") -> list[Word]:
    """Section 5.2: the 11 round keys."""
    keys = [key]
    for rcon in RCON:
        keys.append(next_round_key(keys[-1], key.constant(rcon, 8), style))
    return keys


def _with_schedule(sbox: str, mix: str, *, last_key: bool = False) -> Primitive:
    """The cipher; ``last_key``: as `Primitive.from_last_key` describes."""

    def load(inputs: State) -> State:
        return {
            "x": inputs["plaintext"] ^ inputs["key"],
            "key": inputs["key"],
            "rcon": inputs["key"].constant(RCON[0], 8),
        }

    def step(state: State, last: bool = False) -> State:
        key = next_round_key(state["key"], state["rcon"], sbox)
        x = shift_rows(sub_bytes(state["x"], sbox))
        return {
            # Section 5.1: the last round has no MixColumns.
            "x": (x if last else mix_columns(x, mix)) ^ key,
            "key": key,
            "rcon": next_rcon(state["rcon"]),
        }

    def result(state: State) -> State:
        return {"ciphertext": state["x"], **({"last_key": state["key"]} if last_key else {})}

    return Primitive(
        name="aes-128",
        rounds=(ROUNDS,),
        inputs={"key": 128, "plaintext": 128},
        outputs={"ciphertext": 128, **({"last_key": 128} if last_key else {})},
        layout={"x": 128, "key": 128, "rcon": 8},
        load=load,
        step=step,
        last_step=lambda state: step(state, last=True),
        result=result,
        finished=lambda state: equals(state["rcon"], AFTER_LAST_RCON),
        inverse=_inverse_with_schedule(sbox, mix, last_key=last_key),
        from_last_key=None if last_key else _with_schedule(sbox, mix, last_key=True),
    )


def _inverse_with_schedule(sbox: str, mix: str, *, last_key: bool) -> Primitive:
    """Section 5.3. Its load expands the key, so that its input is the cipher key, unless it is the
    last round key.
    """

    def load(inputs: State) -> State:
        # All steps of the schedule at once: what `from_last_key` is there to avoid.
        key = inputs["key"] if last_key else expand_key(inputs["key"], sbox)[-1]
        return {"x": inputs["ciphertext"] ^ key, "key": key, "rcon": key.constant(RCON[-1], 8)}

    def step(state: State, last: bool = False) -> State:
        key = previous_round_key(state["key"], state["rcon"], sbox)
        # The key is added before InvMixColumns, so round keys are those of an encryption,
        # unprepared.
        x = inverse_sub_bytes(inverse_shift_rows(state["x"]), sbox) ^ key
        return {
            "x": x if last else inverse_mix_columns(x, mix),
            "key": key,
            "rcon": previous_rcon(state["rcon"]),
        }

    return Primitive(
        name="aes-128-inverse",
        rounds=(ROUNDS,),
        inputs={"key": 128, "ciphertext": 128},
        outputs={"plaintext": 128},
        layout={"x": 128, "key": 128, "rcon": 8},
        load=load,
        step=step,
        last_step=lambda state: step(state, last=True),
        result=lambda state: {"plaintext": state["x"]},
        finished=lambda state: equals(state["rcon"], BEFORE_FIRST_RCON),
    )


def _without_schedule(sbox: str, mix: str) -> Primitive:
    def load(inputs: State) -> State:
        return {
            "x": inputs["plaintext"] ^ inputs["round_keys"][-128:],
            "keys": inputs["round_keys"][:-128],
        }

    def step(state: State, last: bool = False) -> State:
        x = shift_rows(sub_bytes(state["x"], sbox))
        return {
            "x": (x if last else mix_columns(x, mix)) ^ state["keys"][-128:],
            # The next round key moves to the top.
            "keys": state["keys"].ror(-128),
        }

    # Without ``finished``: the registers hold keys alone, so an architecture counts the rounds.
    return Primitive(
        name="aes-128-round-keys",
        rounds=(ROUNDS,),
        inputs={"round_keys": 1408, "plaintext": 128},
        outputs={"ciphertext": 128},
        layout={"x": 128, "keys": 1280},
        load=load,
        step=step,
        last_step=lambda state: step(state, last=True),
        result=lambda state: {"ciphertext": state["x"]},
        inverse=_inverse_without_schedule(sbox, mix),
    )


def _inverse_without_schedule(sbox: str, mix: str) -> Primitive:
    def load(inputs: State) -> State:
        return {
            "x": inputs["ciphertext"] ^ inputs["round_keys"][:128],
            "keys": inputs["round_keys"][128:],
        }

    def step(state: State, last: bool = False) -> State:
        x = inverse_sub_bytes(inverse_shift_rows(state["x"]), sbox) ^ state["keys"][:128]
        # Backwards the keys are taken from the last one on, so the next one comes to the bottom.
        return {"x": x if last else inverse_mix_columns(x, mix), "keys": state["keys"].ror(128)}

    return Primitive(
        name="aes-128-round-keys-inverse",
        rounds=(ROUNDS,),
        inputs={"round_keys": 1408, "ciphertext": 128},
        outputs={"plaintext": 128},
        layout={"x": 128, "keys": 1280},
        load=load,
        step=step,
        last_step=lambda state: step(state, last=True),
        result=lambda state: {"plaintext": state["x"]},
    )


@cache
def aes_128(*, sbox: str = "fast", mix: str = "fast") -> Primitive:
    """AES-128 with its key schedule; inputs ``key`` and ``plaintext``, output ``ciphertext``, 128
    bits each.

    Args:
        sbox: one of `SBOX_STYLES`.
        mix: one of `MIX_STYLES`.
    """
    return _with_schedule(sbox, mix)


@cache
def aes_128_round_keys(*, sbox: str = "fast", mix: str = "fast") -> Primitive:
    """AES-128 without its key schedule; inputs ``round_keys`` (11 of them, the first most
    significant) and ``plaintext``.

    Args:
        sbox: one of `SBOX_STYLES`.
        mix: one of `MIX_STYLES`.
    """
    return _without_schedule(sbox, mix)


def _first_column(column: Word, style: str = "fast") -> Word:
    """`mix_columns` on a column alone."""
    return mix_columns(concat(column, column.constant(0, 96)), style)[96:]


PROPERTIES = (
    *(
        Invertible(
            of=lambda x, style=style: sub_bytes(x, style),
            by=lambda x, style=style: inverse_sub_bytes(x, style),
            shape=8,
            name=f"sub_bytes, {style}",
        )
        for style in SBOX_STYLES
    ),
    Invertible(of=shift_rows, by=inverse_shift_rows, shape=128),
    Invertible(of=mix_columns, by=inverse_mix_columns, shape=128),
    Order(of=mix_columns, shape=128, times=4),
    BranchNumber(of=_first_column, shape=32, number=5, cell=8),
    Invertible(of=next_rcon, by=previous_rcon, shape=8),
    Period(of=next_rcon, shape=8, start=1, times=51),
    Invertible(
        of=lambda key: next_round_key(key, key.constant(RCON[0], 8)),
        by=lambda key: previous_round_key(key, key.constant(RCON[0], 8)),
        shape=128,
        name="next_round_key",
    ),
)
