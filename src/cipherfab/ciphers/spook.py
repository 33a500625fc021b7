# SPDX-License-Identifier: Apache-2.0
"""Shadow and Clyde-128 as one permutation: what a core of Spook iterates.

Source: as `ciphers.shadow` and `ciphers.clyde`. Clyde-128 works on the first bundle of the state,
with the second one as its tweak, which is what it was again after the six steps; it shares the
first S-box and L-box layers and the second S-box layer of a step with Shadow.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..words import concat, mux
from ..words.bits import equals, swap_bytes, swap_bytes_of_words
from .clyde import ROUNDS, STEPS, add, phi, round_function
from .ls_design import CONSTANT_BITS, FIRST_CONSTANT, ROW, ROWS, constant_before, constant_step
from .shadow import FIRST_LFSR, shadow_step

BUNDLE = ROW * len(ROWS)
KEY, CLYDE, CONSTANT, LFSR = "key", "clyde", "w", "lfsr"
"""Registers: the key, which stays as it is; 1 in a run of Clyde-128; the constants' register of
Clyde-128, which tells the end; that of Shadow in version 2.
"""


@cache
def clyde_or_shadow(width: int, version: int, key_bits: int) -> Primitive:
    """Shadow of this width and version, or Clyde-128 on its first bundle under the first 128 bits
    of the key.

    Inputs: ``key``; ``x``: one bit, 1 for Clyde-128, then the state, a byte string of little-endian
    rows, bundle after bundle. For Clyde-128 key and tweak are already added to the first bundle.
    Output ``x`` likewise.
    """
    count = width // BUNDLE
    names = [[f"x{bundle}{row}" for row in ROWS] for bundle in range(count)]
    flat = [name for bundle in names for name in bundle]

    def load(inputs: State) -> State:
        rows = swap_bytes_of_words(inputs["x"][:width], ROW)
        lfsr = {LFSR: rows[0].constant(FIRST_LFSR)} if version == 2 else {}
        return {
            **dict(zip(flat, rows)),
            KEY: inputs["key"],
            CLYDE: inputs["x"][width],
            CONSTANT: rows[0].constant(FIRST_CONSTANT, CONSTANT_BITS),
            **lfsr,
        }

    def step(state: State) -> State:
        bundles = [[state[name] for name in bundle] for bundle in names]
        first, clyde = state[CONSTANT], state[CLYDE]
        second = constant_step(first)
        tweak = phi(bundles[1])
        # What it has in common with Shadow's step is the same operations, which a trace builds
        # once.
        x = round_function(round_function(bundles[0], first), second)
        # A public tweak, if there is one, stands behind the key.
        key = swap_bytes_of_words(state[KEY][-BUNDLE:], ROW)
        enciphered = [add(add(x, tweak), key), tweak, *bundles[2:]]
        # In version 1 Shadow has the constants of Clyde-128.
        permuted, lfsr = shadow_step(bundles, state[LFSR] if version == 2 else first, version)
        chosen = [
            mux(clyde, one, other) for one, other in zip(sum(enciphered, []), sum(permuted, []))
        ]
        return {
            **state,
            **dict(zip(flat, chosen)),
            CONSTANT: constant_step(second),
            **({LFSR: lfsr} if version == 2 else {}),
        }

    def result(state: State) -> State:
        return {"x": concat(state[CLYDE], *(swap_bytes(state[name]) for name in flat))}

    return Primitive(
        name=f"spook-{width}-v{version}",
        rounds=(STEPS,),
        inputs={"key": key_bits, "x": width + 1},
        outputs={"x": width + 1},
        layout={
            **dict.fromkeys(flat, ROW),
            KEY: key_bits,
            CLYDE: 1,
            CONSTANT: CONSTANT_BITS,
            **({LFSR: ROW} if version == 2 else {}),
        },
        load=load,
        step=step,
        result=result,
        finished=lambda state: equals(state[CONSTANT], constant_before(ROUNDS)),
    )
