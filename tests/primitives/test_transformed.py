# SPDX-License-Identifier: Apache-2.0
"""Primitives made of others compute what those do."""

import random

import pytest
from architectures.tiny import VARIANTS, WIDTH
from tinytbc import tiny_tbc

from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers.twegift import twegift
from cipherfab.primitives.primitive import software
from cipherfab.primitives.transformed import both_directions, counted, returning
from cipherfab.words import SoftwareWord


def run(primitive, **inputs: int) -> tuple[int, dict[str, int]]:
    """Steps until the registers tell the end, and the outputs then."""
    state = primitive.load(
        {name: SoftwareWord(primitive.inputs[name], value) for name, value in inputs.items()}
    )
    for steps in range(100):
        if int(primitive.finished(state)):
            return steps, {name: int(word) for name, word in primitive.result(state).items()}
        state = primitive.step(state)
    raise AssertionError("never finished")


@pytest.mark.parametrize(
    "name", [name for name, primitive in VARIANTS.items() if len(primitive.rounds) == 1]
)
def test_a_counted_primitive_tells_its_end(name):
    """After as many steps as there are rounds, the last step included, it is finished and has the
    result.
    """
    primitive, generator = VARIANTS[name], random.Random(1)
    for x in (generator.getrandbits(WIDTH) for _ in range(10)):
        assert run(counted(primitive), x=x) == (
            primitive.rounds[0],
            {"x": software(primitive)(x)[0]},
        )


@pytest.mark.parametrize(
    "prepare", [lambda primitive: primitive, counted], ids=["as it is", "counted"]
)
def test_both_directions_as_one(prepare):
    """Every call gives what the model of its direction gives, in its number of rounds."""
    primitive, generator = tiny_tbc(16, 24, 12), random.Random(1)
    whole = both_directions(prepare(primitive))
    for decrypt, direction in enumerate((primitive, primitive.inverse)):
        tweakey, block = generator.getrandbits(24), generator.getrandbits(16)
        assert run(whole, tweakey=tweakey, block=block, decrypt=decrypt) == (
            12,
            {"block": software(direction)(tweakey, block)[0]},
        )


RETURNING = {
    entry.primitive.name: entry.primitive
    for entry in ALGORITHMS.values()
    if entry.primitive is not None and entry.primitive.returns
}
BACK = {
    primitive.inverse.name: primitive.inverse
    for primitive in RETURNING.values()
    if primitive.inverse
}
BOTH = {"both": both_directions(twegift(64))}


@pytest.mark.parametrize(
    "primitive",
    [*RETURNING.values(), *BACK.values(), *BOTH.values()],
    ids=lambda primitive: primitive.name,
)
def test_the_key_comes_back_as_it_was(primitive):
    """Of a cipher whose registers still hold the key after the last step, the key is an output with
    the value of the input.
    """
    generator, call = random.Random(2), software(returning(primitive))
    for _ in range(5):
        given = {name: generator.getrandbits(width) for name, width in primitive.inputs.items()}
        result = dict(zip(returning(primitive).outputs, call(*given.values())))
        assert result["key"] == given["key"]
        assert {name: result[name] for name in primitive.outputs} == dict(
            zip(primitive.outputs, software(primitive)(*given.values()))
        )
