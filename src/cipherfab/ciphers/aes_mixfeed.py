# SPDX-License-Identifier: Apache-2.0
"""AES' of mixFeed: AES-128 whose last round mixes columns too, and whose key schedule goes on.

Source: B. Chakraborty, M. Nandi, "mixFeed", submission to NIST, 2019, algorithm 2 and table 1.

Differences from the text: none. Round keys are computed in the round that takes them; the 11th step
of the key schedule, with the constant 6C, is at the end.
"""

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Invertible
from ..words.bits import equals
from .aes import (
    AFTER_LAST_RCON,
    RCON,
    ROUNDS,
    mix_columns,
    next_rcon,
    next_round_key,
    previous_round_key,
    shift_rows,
    sub_bytes,
)


def _load(inputs: State) -> State:
    key = inputs["key"]
    return {"x": inputs["plaintext"] ^ key, "key": key, "rcon": key.constant(RCON[0], 8)}


def _step(state: State) -> State:
    key = next_round_key(state["key"], state["rcon"])
    x = mix_columns(shift_rows(sub_bytes(state["x"])))
    return {"x": x ^ key, "key": key, "rcon": next_rcon(state["rcon"])}


def _result(state: State) -> State:
    # This step of the key schedule belongs to no round.
    following = next_round_key(state["key"], state["key"].constant(AFTER_LAST_RCON, 8))
    return {"ciphertext": state["x"], "next_key": following}


AES_MIXFEED = Primitive(
    name="aes-128-mixfeed",
    rounds=(ROUNDS,),
    inputs={"key": 128, "plaintext": 128},
    outputs={"ciphertext": 128, "next_key": 128},
    layout={"x": 128, "key": 128, "rcon": 8},
    load=_load,
    step=_step,
    result=_result,
    finished=lambda state: equals(state["rcon"], AFTER_LAST_RCON),
)
"""Inputs ``key`` and ``plaintext``, outputs ``ciphertext`` and ``next_key``, the key of the call
that follows; 128 bits each, first byte most significant.
"""

PROPERTIES = (
    Invertible(
        of=lambda key: next_round_key(key, key.constant(AFTER_LAST_RCON, 8)),
        by=lambda key: previous_round_key(key, key.constant(AFTER_LAST_RCON, 8)),
        shape=128,
        name="next_round_key, the 11th step",
    ),
)
