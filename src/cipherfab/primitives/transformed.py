# SPDX-License-Identifier: Apache-2.0
"""Primitives made of others, so that an architecture for any primitive serves them too."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from ..errors import CallError
from ..words import Word, concat, mux
from ..words.bits import swap_bytes
from ..words.trace import trace
from .primitive import Primitive, State

BLOCK, DECRYPT = "block", "decrypt"
STEPS, BACKWARDS = "steps", "backwards"
"""Registers: a counter whose topmost bit is 1 when all steps are done; 1 in a call of the inverse.
"""

CARRIED = "carried"
"""The register of `carrying`."""


def counted(primitive: Primitive, *, most: int = 0) -> Primitive:
    """The same primitive, of one round count, with a register that counts its steps; they are
    alike, and it tells their end.

    Args:
        primitive: its inverse, if any, becomes such a primitive too, with a register of the same
            width.
        most: more rounds than it has, if the register must count so many.
    """
    rounds, inverse = primitive.rounds[0], primitive.inverse
    # As wide in both directions, so that they can share the registers.
    most = max(most, rounds, inverse.rounds[0] if inverse else 0)
    width = (most - 1).bit_length()

    def load(inputs: State) -> State:
        state = primitive.load(inputs)
        return {
            **state,
            # Up to a power of two: the end is one bit, and no comparison.
            STEPS: next(iter(state.values())).constant((1 << width) - rounds, width + 1),
        }

    def step(state: State) -> State:
        following, steps = primitive.step(state), state[STEPS] + 1
        if primitive.last_step:
            # The top bit of the new count is 1 behind the last step alone, so this step is that
            # one.
            following = _chosen(primitive, steps[width], primitive.last_step(state), following)
        return {**following, STEPS: steps}

    return replace(
        primitive,
        layout={**primitive.layout, STEPS: width + 1},
        load=load,
        step=step,
        last_step=None,
        finished=lambda state: state[STEPS][width],
        inverse=inverse and counted(inverse, most=most),
    )


@cache
def carrying(primitive: Primitive, bits: int) -> Primitive:
    """A permutation with ``bits`` bits more, above its own in ``x``, that every step leaves as they
    are.
    """
    size = primitive.inputs["x"]

    def load(inputs: State) -> State:
        return {**primitive.load({**inputs, "x": inputs["x"][:size]}), CARRIED: inputs["x"][size:]}

    def beside(step: Callable[[State], State]) -> Callable[[State], State]:
        return lambda state: {**step(state), CARRIED: state[CARRIED]}

    return replace(
        primitive,
        inputs={**primitive.inputs, "x": size + bits},
        outputs={"x": size + bits},
        layout={**primitive.layout, CARRIED: bits},
        load=load,
        step=beside(primitive.step),
        last_step=beside(primitive.last_step) if primitive.last_step else None,
        result=lambda state: {"x": concat(state[CARRIED], primitive.result(state)["x"])},
    )


@cache
def keyed(cipher: Primitive) -> Primitive:
    """A block cipher as a permutation under a key: its input and its output are called ``x``.

    Args:
        cipher: with inputs ``key`` and ``plaintext``, and output ``ciphertext``.
    """
    width = cipher.inputs["plaintext"]
    return replace(
        cipher,
        inputs={"key": cipher.inputs["key"], "x": width},
        outputs={"x": width},
        load=lambda inputs: cipher.load({"key": inputs["key"], "plaintext": inputs["x"]}),
        result=lambda state: {"x": cipher.result(state)["ciphertext"]},
        inverse=None,
        from_last_key=None,
        from_key=None,
        returns=None,
    )


@cache
def reversed_bytes(cipher: Primitive) -> Primitive:
    """A block cipher with all its byte strings reversed: what a document gives as numbers whose
    first byte is the least significant one.

    Args:
        cipher: with inputs and outputs of whole bytes.
    """

    def turned(function: Callable[[State], State]) -> Callable[[State], State]:
        return lambda given: {name: swap_bytes(word) for name, word in function(given).items()}

    return replace(
        cipher,
        load=lambda inputs: cipher.load({name: swap_bytes(x) for name, x in inputs.items()}),
        result=turned(cipher.result),
        returns=turned(cipher.returns) if cipher.returns else None,
        inverse=None,
        from_last_key=None,
        from_key=None,
    )


def both_directions(primitive: Primitive) -> Primitive:
    """A block cipher and its inverse as one primitive, with a register for the direction.

    Its inputs are ``block``, ``decrypt`` (1 bit) and those that both have; its outputs are
    ``block`` and those of the primitive after the first.

    Args:
        primitive: has an inverse on the same registers; both have ``finished``, if anybody asks for
            it, and neither a last step. If both have ``returns``, of the same inputs, so does what
            is made of them.
    """
    inverse = primitive.inverse
    # The block is the input that the other direction does not have.
    names = [
        next(name for name in one.inputs if name not in other.inputs)
        for one, other in ((primitive, inverse), (inverse, primitive))
    ]
    shared = {name: width for name, width in primitive.inputs.items() if name in inverse.inputs}

    def load(inputs: State) -> State:
        forwards, backwards = (
            direction.load({**inputs, name: inputs[BLOCK]})
            for direction, name in zip((primitive, inverse), names)
        )
        return {
            **_chosen(primitive, inputs[DECRYPT], backwards, forwards),
            BACKWARDS: inputs[DECRYPT],
        }

    def step(state: State) -> State:
        forwards = primitive.step(state)
        # PRINCE and AES step alike in both directions.
        if primitive.step is not inverse.step:
            forwards = _chosen(primitive, state[BACKWARDS], inverse.step(state), forwards)
        return {**forwards, BACKWARDS: state[BACKWARDS]}

    def result(state: State) -> State:
        # The block is the first output in both directions; only the forward one may have more.
        (forwards, *others), (backwards, *_) = (
            direction.result(state).values() for direction in (primitive, inverse)
        )
        return {BLOCK: mux(state[BACKWARDS], backwards, forwards), **dict(zip(more, others))}

    def returns(state: State) -> State:
        forwards, backwards = primitive.returns(state), inverse.returns(state)
        return {
            name: mux(state[BACKWARDS], backwards[name], word) for name, word in forwards.items()
        }

    width, more = primitive.inputs[names[0]], dict(list(primitive.outputs.items())[1:])
    return Primitive(
        name=primitive.name,
        inputs={**shared, BLOCK: width, DECRYPT: 1},
        layout={**primitive.layout, BACKWARDS: 1},
        outputs={BLOCK: width, **more},
        rounds=primitive.rounds,
        load=load,
        step=step,
        result=result,
        returns=returns if primitive.returns and inverse.returns else None,
        finished=lambda state: mux(
            state[BACKWARDS], inverse.finished(state), primitive.finished(state)
        ),
    )


def uniform(primitive: Primitive, *, encdec: bool) -> Primitive:
    """The primitive, or both directions as one, with steps that are all alike and registers that
    tell when they are done.

    Raises:
        CallError: both directions of a cipher whose inverse has other registers.
    """
    inverse = primitive.inverse if encdec else None
    if encdec and (
        inverse is None or inverse.layout != primitive.layout or len(inverse.rounds) > 1
    ):
        raise CallError(
            f"{primitive.name}: a core with both directions needs a cipher whose "
            f"inverse works on the same registers."
        )
    if any(one.last_step or not one.finished for one in (primitive, inverse) if one):
        primitive = counted(primitive)
    return both_directions(primitive) if encdec else primitive


def returning(primitive: Primitive) -> Primitive:
    """The same primitive with the inputs that its registers still hold among its outputs; itself if
    there are none.
    """
    if primitive.returns is None:
        return primitive
    names = trace(primitive.returns, primitive.layout).outputs
    return replace(
        primitive,
        outputs={**primitive.outputs, **{name: primitive.inputs[name] for name in names}},
        result=lambda state: {**primitive.result(state), **primitive.returns(state)},
    )


def _chosen(primitive: Primitive, condition: Word, if_one: State, if_zero: State) -> State:
    return {name: mux(condition, if_one[name], if_zero[name]) for name in primitive.layout}
