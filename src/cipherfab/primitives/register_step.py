# SPDX-License-Identifier: Apache-2.0
"""A step of registers that take in a block, as a primitive of one round."""

from collections.abc import Callable

from ..words import Word, concat
from .primitive import Primitive, State


def register_step(
    name: str,
    update: Callable[[list[Word], Word], list[Word]],
    *,
    registers: dict[str, int],
    block: int,
) -> Primitive:
    """Inputs ``x``, the registers, the first one most significant, and ``m``, what is taken in;
    output ``x``.

    Args:
        name: of the primitive.
        update: from the registers and ``m`` to the registers.
        registers: the bits of each by name; all have as many.
        block: bits of ``m``.
    """
    # The split of ``x`` needs registers of one width; others end here with an error.
    (width,) = set(registers.values())
    whole = sum(registers.values())

    def load(inputs: State) -> State:
        return {**dict(zip(registers, inputs["x"].split(width))), "m": inputs["m"]}

    def step(state: State) -> State:
        new = update([state[register] for register in registers], state["m"])
        # The block has a register, since a step reads registers alone.
        return {**dict(zip(registers, new)), "m": state["m"]}

    return Primitive(
        name=name,
        rounds=(1,),
        inputs={"x": whole, "m": block},
        outputs={"x": whole},
        layout={**registers, "m": block},
        load=load,
        step=step,
        result=lambda state: {"x": concat(*(state[register] for register in registers))},
    )
