# SPDX-License-Identifier: Apache-2.0
"""Four rounds of AES-128, all with MixColumns: an almost universal function.

Source: J. Daemen, M. Lamberger, N. Pramstaller, V. Rijmen, F. Vercauteren, "Computational aspects
of the expected differential probability of 4-round AES and AES-like ciphers", 2009; the rounds and
the key schedule are those of `ciphers.aes`.

Differences from AES: four rounds, and MixColumns in the last one too.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..words.bits import equals
from .aes import RCON, mix_columns, next_rcon, next_round_key, shift_rows, sub_bytes

ROUNDS = 4


def _step(state: State) -> State:
    key = next_round_key(state["key"], state["rcon"])
    return {
        "x": mix_columns(shift_rows(sub_bytes(state["x"]))) ^ key,
        "key": key,
        "rcon": next_rcon(state["rcon"]),
    }


@cache
def aes_four() -> Primitive:
    """Inputs ``key`` and ``plaintext``, output ``ciphertext``, 128 bits each."""
    return Primitive(
        name="aes-four",
        rounds=(ROUNDS,),
        inputs={"key": 128, "plaintext": 128},
        outputs={"ciphertext": 128},
        layout={"x": 128, "key": 128, "rcon": 8},
        load=lambda inputs: {
            "x": inputs["plaintext"] ^ inputs["key"],
            "key": inputs["key"],
            "rcon": inputs["key"].constant(RCON[0], 8),
        },
        step=_step,
        result=lambda state: {"ciphertext": state["x"]},
        finished=lambda state: equals(state["rcon"], RCON[ROUNDS]),
    )
