# SPDX-License-Identifier: Apache-2.0
"""Four or six rounds of AES-128, all with MixColumns: an almost universal function, and the cipher
of ELmD(6, …).

Sources: J. Daemen, M. Lamberger, N. Pramstaller, V. Rijmen, F. Vercauteren, "Computational aspects
of the expected differential probability of 4-round AES and AES-like ciphers", 2009; and the
documents of `modes.poet` and `modes.elmd`. The rounds and the key schedule are those of
`ciphers.aes`.

Differences from AES: so many rounds, and MixColumns in the last one too.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..words.bits import equals
from .aes import (
    RCON,
    expand_key,
    inverse_mix_columns,
    inverse_shift_rows,
    inverse_sub_bytes,
    mix_columns,
    next_rcon,
    next_round_key,
    previous_rcon,
    previous_round_key,
    shift_rows,
    sub_bytes,
)


def _step(state: State) -> State:
    key = next_round_key(state["key"], state["rcon"])
    return {
        "x": mix_columns(shift_rows(sub_bytes(state["x"]))) ^ key,
        "key": key,
        "rcon": next_rcon(state["rcon"]),
    }


def _step_back(state: State) -> State:
    # A step back begins with the sum with a key, so the whitening is what is left for `result`.
    x = inverse_mix_columns(state["x"] ^ state["key"])
    # The register is a step ahead: the one before has made the key that is taken back.
    rcon = previous_rcon(state["rcon"])
    return {
        "x": inverse_sub_bytes(inverse_shift_rows(x)),
        "key": previous_round_key(state["key"], rcon),
        "rcon": rcon,
    }


@cache
def aes_four() -> Primitive:
    """Inputs ``key`` and ``plaintext``, output ``ciphertext``, 128 bits each."""
    return _reduced("aes-four", 4)


@cache
def aes_six() -> Primitive:
    """The same with six rounds, and with an inverse."""
    return _reduced("aes-six", 6, both=True)


def _reduced(name: str, rounds: int, *, both: bool = False, last_key: bool = False) -> Primitive:
    """So many rounds; ``both``: with an inverse; ``last_key``: as `Primitive.from_last_key`
    describes.
    """

    def result(state: State) -> State:
        return {"ciphertext": state["x"], **({"last_key": state["key"]} if last_key else {})}

    return Primitive(
        name=name,
        rounds=(rounds,),
        inputs={"key": 128, "plaintext": 128},
        outputs={"ciphertext": 128, **({"last_key": 128} if last_key else {})},
        layout={"x": 128, "key": 128, "rcon": 8},
        load=lambda inputs: {
            "x": inputs["plaintext"] ^ inputs["key"],
            "key": inputs["key"],
            "rcon": inputs["key"].constant(RCON[0], 8),
        },
        step=_step,
        result=result,
        # Rcon has moved on once in each round.
        finished=lambda state: equals(state["rcon"], RCON[rounds]),
        inverse=_reduced_back(name, rounds, last_key=last_key) if both else None,
        from_last_key=_reduced(name, rounds, both=True, last_key=True)
        if both and not last_key
        else None,
    )


def _reduced_back(name: str, rounds: int, *, last_key: bool) -> Primitive:
    """Its load expands the key, so that its input is the cipher key, unless it is the last round
    key.
    """

    def load(inputs: State) -> State:
        # The inverse begins with the last round key.
        key = inputs["key"] if last_key else expand_key(inputs["key"])[rounds]
        return {"x": inputs["ciphertext"], "key": key, "rcon": key.constant(RCON[rounds], 8)}

    return Primitive(
        name=f"{name}-inverse",
        rounds=(rounds,),
        inputs={"key": 128, "ciphertext": 128},
        outputs={"plaintext": 128},
        layout={"x": 128, "key": 128, "rcon": 8},
        load=load,
        step=_step_back,
        result=lambda state: {"plaintext": state["x"] ^ state["key"]},
        finished=lambda state: equals(state["rcon"], RCON[0]),
    )
