"""Primitives made of others, so that an architecture for any primitive serves them too."""

from dataclasses import replace

from ..ciphers.primitive import Primitive, State
from ..words import mux

BLOCK, DECRYPT = "block", "decrypt"
STEPS, BACKWARDS = "steps", "backwards"
"""Registers: a counter whose topmost bit is 1 when all steps are done; 1 in a call of the inverse."""


def counted(primitive: Primitive) -> Primitive:
    """The same primitive, of one round count, with a register that counts its steps; they are alike, and it tells their end."""
    rounds = primitive.rounds[0]
    width = (rounds - 1).bit_length()

    def load(inputs: State) -> State:
        state = primitive.load(inputs)
        return {**state, STEPS: next(iter(state.values())).constant((1 << width) - rounds, width + 1)}

    def step(state: State) -> State:
        following, steps = primitive.step(state), state[STEPS] + 1
        if primitive.last_step:
            following = _chosen(steps[width], primitive.last_step(state), following)
        return {**following, STEPS: steps}

    return replace(primitive, layout={**primitive.layout, STEPS: width + 1}, load=load, step=step, last_step=None, groupings={},
                   finished=lambda state: state[STEPS][width], inverse=primitive.inverse and counted(primitive.inverse))


def both_directions(primitive: Primitive) -> Primitive:
    """A block cipher and its inverse as one primitive, with a register for the direction.

    Its inputs are ``block``, ``decrypt`` (1 bit) and those that both have; its output is ``block``.

    Args:
        primitive: has an inverse on the same registers; both have ``finished``, and neither a last step.
    """
    inverse = primitive.inverse
    names = [next(name for name in one.inputs if name not in other.inputs)
             for one, other in ((primitive, inverse), (inverse, primitive))]
    shared = {name: width for name, width in primitive.inputs.items() if name in inverse.inputs}

    def load(inputs: State) -> State:
        forwards, backwards = (direction.load({**inputs, name: inputs[BLOCK]})
                               for direction, name in zip((primitive, inverse), names))
        return {**_chosen(inputs[DECRYPT], backwards, forwards), BACKWARDS: inputs[DECRYPT]}

    def step(state: State) -> State:
        return {**_chosen(state[BACKWARDS], inverse.step(state), primitive.step(state)), BACKWARDS: state[BACKWARDS]}

    def result(state: State) -> State:
        forwards, backwards = (next(iter(direction.result(state).values())) for direction in (primitive, inverse))
        return {BLOCK: mux(state[BACKWARDS], backwards, forwards)}

    width = primitive.inputs[names[0]]
    return Primitive(
        name=primitive.name, inputs={**shared, BLOCK: width, DECRYPT: 1}, layout={**primitive.layout, BACKWARDS: 1},
        outputs={BLOCK: width}, rounds=primitive.rounds, load=load, step=step, result=result,
        finished=lambda state: mux(state[BACKWARDS], inverse.finished(state), primitive.finished(state)))


def _chosen(condition, if_one: State, if_zero: State) -> State:
    return {name: mux(condition, if_one[name], word) for name, word in if_zero.items()}
