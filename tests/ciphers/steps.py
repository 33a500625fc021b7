# SPDX-License-Identifier: Apache-2.0
"""What the tests of several ciphers check of a primitive."""

from cipherfab.primitives.primitive import Primitive
from cipherfab.words import SoftwareWord


def finished_after(primitive: Primitive, value: int) -> list[int]:
    """The numbers of steps, up to two more than the rounds, after which the primitive calls itself
    finished.
    """
    state = primitive.load({"x": SoftwareWord(primitive.inputs["x"], value)})
    flags = []
    for _ in range(primitive.rounds[0] + 3):
        flags.append(int(primitive.finished(state)))
        state = primitive.step(state)
    return [number for number, flag in enumerate(flags) if flag]


def evaluate(primitive: Primitive, value: int) -> int:
    """The output on software words, without compiling."""
    state = primitive.load({"x": SoftwareWord(primitive.inputs["x"], value)})
    for _ in range(primitive.rounds[0]):
        state = primitive.step(state)
    return int(primitive.result(state)["x"])
