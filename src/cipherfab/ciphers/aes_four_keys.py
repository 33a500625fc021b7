# SPDX-License-Identifier: Apache-2.0
"""Four rounds of AES with keys of their own, and its inverse: the auxiliary permutation of SHELL.

Source: the reference code of SHELL-AES v2.0 (``aesReducedEnc``); the rounds are those of
`ciphers.aes`.

Differences from AES: a whitening key, three round keys and none behind the last round, which has
MixColumns too; no key schedule.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..words import concat, rol, ror
from .aes import (
    inverse_mix_columns,
    inverse_shift_rows,
    inverse_sub_bytes,
    mix_columns,
    shift_rows,
    sub_bytes,
)

ROUNDS, BLOCK = 4, 128


def _loaded(inputs: State, x) -> State:
    keys = inputs["keys"]
    # Behind the last round no key is added, so the fourth one is 0.
    return {"x": x, "mask": inputs["mask"], "keys": concat(keys, keys.constant(0, BLOCK))}


def _step(state: State) -> State:
    keys = state["keys"]
    x = mix_columns(shift_rows(sub_bytes(state["x"]))) ^ keys[-BLOCK:]
    return {"x": x, "mask": state["mask"], "keys": rol(keys, BLOCK)}


def _step_back(state: State) -> State:
    keys = state["keys"]
    x = inverse_mix_columns(state["x"] ^ keys[:BLOCK])
    x = inverse_sub_bytes(inverse_shift_rows(x))
    return {"x": x, "mask": state["mask"], "keys": ror(keys, BLOCK)}


@cache
def aes_four_keys() -> Primitive:
    """Inputs ``mask`` (the whitening key, 128 bits), ``keys`` (three round keys, the first one most
    significant) and ``plaintext``, output ``ciphertext``.
    """
    inverse = Primitive(
        name="aes-four-keys-inverse",
        rounds=(ROUNDS,),
        inputs={"mask": BLOCK, "keys": 3 * BLOCK, "ciphertext": BLOCK},
        outputs={"plaintext": BLOCK},
        layout={"x": BLOCK, "mask": BLOCK, "keys": 4 * BLOCK},
        load=lambda inputs: _loaded(inputs, inputs["ciphertext"]),
        step=_step_back,
        result=lambda state: {"plaintext": state["x"] ^ state["mask"]},
    )
    return Primitive(
        name="aes-four-keys",
        rounds=(ROUNDS,),
        inputs={"mask": BLOCK, "keys": 3 * BLOCK, "plaintext": BLOCK},
        outputs={"ciphertext": BLOCK},
        layout={"x": BLOCK, "mask": BLOCK, "keys": 4 * BLOCK},
        load=lambda inputs: _loaded(inputs, inputs["plaintext"] ^ inputs["mask"]),
        step=_step,
        result=lambda state: {"ciphertext": state["x"]},
        inverse=inverse,
    )
