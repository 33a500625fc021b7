# SPDX-License-Identifier: Apache-2.0
"""PRINCEv2.

Source: D. Božilov et al., "PRINCEv2: More Security for (Almost) No Overhead", SAC 2020 (IACR ePrint
2020/1269), section 3.

Layers and steps are those of `prince`. The differences: the round keys are k0 and k1 in turn
instead of whitening keys and one core key, the middle has a key addition on both sides of M', and
the constants of the backward rounds differ from the forward ones by alpha or by beta in turn. The
two keys swap places in every step, so that the one in use is always the same register.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..words import Word, mux
from ..words.bits import equals
from .prince import (
    ALPHA,
    FINISHED,
    FIRST_FORWARD,
    ROUND_CONSTANTS,
    STEPS,
    core_step,
    counter_table,
    is_last_forward,
)

BETA = 0x3F84D5B5B5470917
"""Section 3: the digits of pi after alpha."""

FORWARD_CONSTANTS = list(ROUND_CONSTANTS[1:6])
BACKWARD_CONSTANTS = [
    FORWARD_CONSTANTS[i - 1] ^ (ALPHA if i % 2 else BETA) for i in range(5, 0, -1)
]
"""Section 3: RC_{11-i} is RC_i ^ alpha for odd i and RC_i ^ beta for even i."""

CONSTANTS_BY_COUNTER = counter_table(FORWARD_CONSTANTS + BACKWARD_CONSTANTS)


def _step(style: str, *, decrypt: bool):
    """One step; in decryption both keys change by alpha ^ beta in the middle."""
    change = ALPHA ^ BETA if decrypt else 0

    def step(state: State) -> State:
        counter, key, other = state["counter"], state["key"], state["other"]
        middle, zero = is_last_forward(counter), key.constant(0)
        other = mux(middle, other ^ change, other)
        added = mux(middle, other ^ BETA, key ^ counter.table(CONSTANTS_BY_COUNTER, 64))
        # The middle has a key on both sides of M': this one in front, ``added`` behind.
        x = core_step(state["x"], counter, added, style, before_mixing=mux(middle, key, zero))
        return {
            "x": x,
            "key": other,
            "other": mux(middle, key ^ change, key),
            "counter": counter + 1,
        }

    return step


def _primitive(style: str, *, decrypt: bool) -> Primitive:
    """Section 3.1: decryption is encryption with k1 ^ beta and k0 ^ alpha, apart from the
    middle."""
    source, target = ("ciphertext", "plaintext") if decrypt else ("plaintext", "ciphertext")

    def load(inputs: State) -> State:
        k0, k1 = _keys(inputs["key"], decrypt)
        return {
            "x": inputs[source] ^ k0,
            "key": k1,
            "other": k0,
            "counter": k0.constant(FIRST_FORWARD, 4),
        }

    return Primitive(
        name="prince-v2" + "-inverse" * decrypt,
        rounds=(STEPS,),
        inputs={"key": 128, source: 64},
        outputs={target: 64},
        layout={"x": 64, "key": 64, "other": 64, "counter": 4},
        load=load,
        step=_step(style, decrypt=decrypt),
        # RC_11 is beta, as RC_0 is 0.
        result=lambda state: {target: state["x"] ^ state["key"] ^ BETA},
        finished=lambda state: equals(state["counter"], FINISHED),
        inverse=None if decrypt else _primitive(style, decrypt=True),
    )


def _keys(key: Word, decrypt: bool) -> list[Word]:
    k0, k1 = key.split(64)
    return [k1 ^ BETA, k0 ^ ALPHA] if decrypt else [k0, k1]


@cache
def prince_v2(*, sbox: str = "fast") -> Primitive:
    """PRINCEv2; inputs ``key`` (k0 || k1, 128 bits) and ``plaintext`` (64 bits), output
    ``ciphertext``.

    Args:
        sbox: one of `prince.SBOX_STYLES`.
    """
    return _primitive(sbox, decrypt=False)
