# SPDX-License-Identifier: Apache-2.0
"""AES-128 in both directions by one round, for a core that gets the cipher key with every call.

Source: see `aes`, whose layers these are; NIST FIPS 197, sections 5.1 to 5.3.

There is one S-box for each byte: with A the affine map of section 5.1.1, SubBytes is A behind the
inversion in GF(2^8), which is its own inverse, so InvSubBytes is A^-1, SubBytes and A^-1 again.
InvMixColumns is MixColumns of a state that is prepared. The S-boxes of the key schedule serve both
ways, too.

A decryption takes 20 steps. In the first ten the key schedule walks to the last round key, and the
ciphertext waits; the other ten are section 5.3.
"""

from dataclasses import replace
from functools import cache

from ..primitives.cells import from_planes, planes
from ..primitives.folded import only_if
from ..primitives.primitive import Primitive, State
from ..primitives.properties import Bijection
from ..words import Word, concat, mux
from ..words.bits import equals
from .aes import (
    AFTER_LAST_RCON,
    BEFORE_FIRST_RCON,
    RCON,
    ROUNDS,
    aes_128,
    before_inverse_mix,
    inverse_shift_rows,
    mix_columns,
    next_rcon,
    previous_rcon,
    schedule_core,
    shift_rows,
    sub_bytes,
)

INVERSE_AFFINE = (2, 5, 7)
"""Section 5.3.2: bit i of A^-1 is the sum of the bits i + 2, i + 5 and i + 7, modulo 8, and a bit
of a constant, 05.
"""


def inverse_affine(state: Word) -> Word:
    """A^-1 on each byte; A is that of section 5.1.1."""
    bits = planes(state, 8)
    sums = [
        bits[(place + INVERSE_AFFINE[0]) % 8]
        ^ bits[(place + INVERSE_AFFINE[1]) % 8]
        ^ bits[(place + INVERSE_AFFINE[2]) % 8]
        for place in range(8)
    ]
    return from_planes([~one if 0x05 >> place & 1 else one for place, one in enumerate(sums)])


def substituted(state: Word, inverse: Word, style: str) -> Word:
    """SubBytes, or InvSubBytes if ``inverse``, 1 bit, is 1."""
    found = sub_bytes(mux(inverse, inverse_affine(state), state), style)
    return mux(inverse, inverse_affine(found), found)


def other_round_key(key: Word, rcon: Word, inverse: Word, style: str) -> Word:
    """The round key behind ``key``, or the one in front of it if ``inverse``, 1 bit, is 1."""
    w0, w1, w2, w3 = key.split(32)
    before = w3 ^ w2
    # The S-boxes see the last word of the earlier of both round keys, whichever way is gone.
    first = w0 ^ schedule_core(mux(inverse, before, w3), rcon, style)
    second = w1 ^ mux(inverse, w0, first)
    third = w2 ^ mux(inverse, w1, second)
    return concat(first, second, third, mux(inverse, before, w3 ^ third))


def _step(state: State, sbox: str, mix: str) -> State:
    rcon, walks = state["rcon"], state["walks"]
    # On the walk to the last key the schedule goes forwards.
    back = state["inverse"] & ~walks
    key = other_round_key(state["key"], rcon, back, sbox)
    ends = equals(rcon, RCON[-1])
    # The ciphertext waits for the last round key, which the last step of the walk adds.
    walked = state["x"] ^ only_if(ends, key)
    last = mux(back, equals(rcon, RCON[0]), ends)
    return {
        "x": mux(walks, walked, _round(state["x"], key, back, last, sbox, mix)),
        "key": key,
        # The way back begins with the Rcon that made the last round key.
        "rcon": mux(back, previous_rcon(rcon), mux(walks & ends, rcon, next_rcon(rcon))),
        "inverse": state["inverse"],
        "walks": walks & ~ends,
    }


def _round(x: Word, key: Word, back: Word, last: Word, sbox: str, mix: str) -> Word:
    """A round of section 5.1, or of 5.3 if ``back`` is 1; without MixColumns if it is the last."""
    x = substituted(x, back, sbox)
    backwards, forwards = inverse_shift_rows(x) ^ key, shift_rows(x)
    mixed = mix_columns(mux(back, before_inverse_mix(backwards), forwards), mix)
    # Backwards the key has been added already, in front of InvMixColumns.
    return mux(last, mux(back, backwards, forwards), mixed) ^ only_if(~back, key)


def _both(sbox: str, mix: str) -> Primitive:
    layout = {"x": 128, "key": 128, "rcon": 8, "inverse": 1, "walks": 1}

    def load(inputs: State) -> State:
        key = inputs["key"]
        return {
            "x": inputs["plaintext"] ^ key,
            "key": key,
            "rcon": key.constant(RCON[0], 8),
            "inverse": key.constant(0, 1),
            "walks": key.constant(0, 1),
        }

    def load_inverse(inputs: State) -> State:
        key = inputs["key"]
        return {
            # No key is added yet: the walk adds the last one when it is there.
            "x": inputs["ciphertext"],
            "key": key,
            "rcon": key.constant(RCON[0], 8),
            "inverse": key.constant(1, 1),
            "walks": key.constant(1, 1),
        }

    def step(state: State) -> State:
        return _step(state, sbox, mix)

    inverse = Primitive(
        name="aes-128-inverse",
        rounds=(2 * ROUNDS,),
        inputs={"key": 128, "ciphertext": 128},
        outputs={"plaintext": 128},
        layout=layout,
        load=load_inverse,
        step=step,
        result=lambda state: {"plaintext": state["x"]},
        finished=lambda state: equals(state["rcon"], BEFORE_FIRST_RCON),
    )
    return Primitive(
        name="aes-128",
        rounds=(ROUNDS,),
        inputs={"key": 128, "plaintext": 128},
        outputs={"ciphertext": 128},
        layout=layout,
        load=load,
        step=step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["rcon"], AFTER_LAST_RCON),
        inverse=inverse,
    )


@cache
def aes_128_with_both(*, sbox: str, mix: str = "fast") -> Primitive:
    """`aes.aes_128`, with what a core in both directions computes (`Primitive.from_key`).

    Args:
        sbox, mix: see `aes.aes_128`.
    """
    return replace(aes_128(sbox=sbox, mix=mix), from_key=_both(sbox, mix))


PROPERTIES = (Bijection(of=inverse_affine, shape=8),)
