# SPDX-License-Identifier: Apache-2.0
"""TweAES-128 and TweAES-128-6: AES-128 with a tweak of 4 bits; forward only.

Source: A. Chakraborti, N. Datta, A. Jha, C. Mancillas López, M. Nandi, Y. Sasaki, "ESTATE",
submission to NIST, version 1, 2019, sections 2.3.1 and 2.3.2.

Differences from the text: words have the first byte most significant, as in `aes`. Whether a round
adds the tweak is read from its Rcon.

The reference code of sESTATE adds round key 10 in the last round of TweAES-128-6, where the text
has round key 6; the official known answers follow the code.
"""

from dataclasses import replace
from functools import cache

from ..primitives.primitive import Primitive, State
from ..words import Word, concat, mux
from ..words.bits import equals
from .aes import (
    AFTER_LAST_RCON,
    RCON,
    mix_columns,
    next_rcon,
    next_round_key,
    shift_rows,
    sub_bytes,
)
from .twegift import TWEAK, expand_tweak

AFTER = {10: AFTER_LAST_RCON, 6: RCON[6]}
"""By rounds: Rcon after the last one."""


def adds_tweak(rcon: Word) -> Word:
    """1 in rounds 2, 4, 6 and 8, with Rcon 02, 08, 20 and 80, and not with 1B of round 9."""
    return (rcon[1] | rcon[3] | rcon[5] | rcon[7]) & ~rcon[0]


def add_tweak(x: Word, tweak: Word) -> Word:
    """Algorithm 3, AddTweak: bit i of the expanded tweak to the lowest bit of byte i."""
    bits = expand_tweak(tweak, 8)
    cells = x.split(8)
    first = [concat(cell[1:], cell[0] ^ bits[place]) for place, cell in enumerate(cells[:8])]
    return concat(*first, *cells[8:])


@cache
def tweaes_128(
    rounds: int = 10, *, skip_keys: bool = False, sbox: str = "fast", mix: str = "fast"
) -> Primitive:
    """TweAES-128; inputs ``key``, ``tweak`` (4 bits) and ``plaintext``, output ``ciphertext``.

    Args:
        rounds: 10, or 6 for TweAES-128-6, whose last round has MixColumns.
        skip_keys: the last round adds round key 10 whatever the number of rounds, as in the
            reference code.
        sbox: one of `aes.SBOX_STYLES`.
        mix: one of `aes.MIX_STYLES`.
    """

    def load(inputs: State) -> State:
        key = inputs["key"]
        return {
            "x": inputs["plaintext"] ^ key,
            "key": key,
            "rcon": key.constant(RCON[0], 8),
            "tweak": inputs["tweak"],
        }

    def step(state: State, last: bool = False) -> State:
        key, tweak = next_round_key(state["key"], state["rcon"], sbox), state["tweak"]
        x = shift_rows(sub_bytes(state["x"], sbox))
        if last:
            x = x if rounds == 10 else mix_columns(x, mix)
            x = x ^ (round_key_10(key) if skip_keys else key)
        else:
            x = mix_columns(x, mix) ^ key
            x = mux(adds_tweak(state["rcon"]), add_tweak(x, tweak), x)
        return {"x": x, "key": key, "rcon": next_rcon(state["rcon"]), "tweak": tweak}

    def round_key_10(key: Word) -> Word:
        for rcon in RCON[rounds:]:
            key = next_round_key(key, key.constant(rcon, 8), sbox)
        return key

    return Primitive(
        name="tweaes-128" + "-6" * (rounds == 6),
        rounds=(rounds,),
        outputs={"ciphertext": 128},
        inputs={"key": 128, "tweak": TWEAK, "plaintext": 128},
        layout={"x": 128, "key": 128, "rcon": 8, "tweak": TWEAK},
        load=load,
        step=step,
        last_step=lambda state: step(state, last=True),
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["rcon"], AFTER[rounds]),
    )


@cache
def tweaes_128_or_6() -> Primitive:
    """TweAES-128, or while ``reduced`` (1 bit) is 1 TweAES-128-6 with its last key skipped, in 10
    rounds too.

    The reference code of sESTATE adds round key 10 behind round 6, so that its key schedule has no
    fewer steps: the state waits for it in rounds 7 to 10. For a core with both; inputs and output
    as `tweaes_128`, and ``reduced``.
    """
    cipher = tweaes_128()

    def load(inputs: State) -> State:
        return {**cipher.load(inputs), "reduced": inputs["reduced"]}

    def step(state: State, last: bool = False) -> State:
        following = (cipher.last_step if last else cipher.step)(state)
        sixth, waits = _in_rounds(state["rcon"], 6), _in_rounds(state["rcon"], 7, 8, 9, 10)
        mixed = mix_columns(shift_rows(sub_bytes(state["x"])))
        # Behind the last round the state that has waited gets round key 10.
        waiting = state["x"] ^ following["key"] if last else state["x"]
        reduced, full = state["reduced"], following["x"]
        x = mux(reduced & sixth, mixed, mux(reduced & waits, waiting, full))
        return {**following, "x": x, "reduced": reduced}

    return replace(
        cipher,
        name="tweaes-128-or-6",
        inputs={**cipher.inputs, "reduced": 1},
        load=load,
        step=step,
        layout={**cipher.layout, "reduced": 1},
        last_step=lambda state: step(state, last=True),
    )


def _in_rounds(rcon: Word, *rounds: int) -> Word:
    """1 in these rounds, counted from 1."""
    first, *others = (equals(rcon, RCON[number - 1]) for number in rounds)
    for other in others:
        first = first | other
    return first
