# SPDX-License-Identifier: Apache-2.0
"""XEX: a block cipher with a tweak added on both sides.

Source: P. Rogaway, "Efficient Instantiations of Tweakable Blockciphers and Refinements to Modes OCB
and PMAC", ASIACRYPT 2004, section 3. How the tweak is made from a nonce and a block number is not
part of it: this is what low-latency studies measure.
"""

from functools import cache

from ..primitives.primitive import Primitive, State

TWEAK = "tweak"
BLOCKS = ("plaintext", "ciphertext")


@cache
def xex(cipher: Primitive) -> Primitive:
    """The cipher with an input ``tweak``, as wide as its block, which is added before and after it.

    Args:
        cipher: a block cipher with an input and an output that are called ``plaintext`` and
            ``ciphertext``, and without a tweak.

    Raises:
        ValueError: if the cipher has no such input or has a tweak already.
    """
    source = next((name for name in BLOCKS if name in cipher.inputs), None)
    if source is None or TWEAK in cipher.inputs or TWEAK in cipher.layout:
        raise ValueError(
            f"xex: expected a block cipher without tweak, got {cipher.name} with "
            f"inputs {', '.join(cipher.inputs)}"
        )
    target = BLOCKS[1 - BLOCKS.index(source)]

    def load(inputs: State) -> State:
        inner = {**inputs, source: inputs[source] ^ inputs[TWEAK]}
        return {**cipher.load(inner), TWEAK: inputs[TWEAK]}

    def keeping_tweak(step):
        return lambda state: {
            # The cipher's own functions get the registers that they know, without the tweak.
            **step({name: state[name] for name in cipher.layout}),
            TWEAK: state[TWEAK],
        }

    def result(state: State) -> State:
        return {target: cipher.result(state)[target] ^ state[TWEAK]}

    return Primitive(
        name=f"{cipher.name}-xex",
        rounds=cipher.rounds,
        inputs={**cipher.inputs, TWEAK: cipher.inputs[source]},
        outputs=cipher.outputs,
        layout={**cipher.layout, TWEAK: cipher.inputs[source]},
        load=load,
        step=keeping_tweak(cipher.step),
        last_step=cipher.last_step and keeping_tweak(cipher.last_step),
        result=result,
        finished=cipher.finished,
        # The tweak is added on both sides, so the inverse is the same construction around the
        # inverse cipher.
        inverse=cipher.inverse and xex(cipher.inverse),
    )
