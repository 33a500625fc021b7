# SPDX-License-Identifier: Apache-2.0
"""What every primitive of the catalog promises."""

import random

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.primitives import primitive as primitives
from cipherfab.primitives.primitive import SCHEDULE, software
from cipherfab.words import SoftwareWord

PRIMITIVES = {
    name: algorithm.primitive for name, algorithm in ALGORITHMS.items() if algorithm.primitive
}
names = pytest.mark.parametrize("name", PRIMITIVES)


def _inputs(primitive, seed: int) -> dict[str, int]:
    draw = random.Random(seed)
    return {
        name: 0 if name == SCHEDULE else draw.getrandbits(width)
        for name, width in primitive.inputs.items()
    }


@names
def test_words_one_by_one_and_compiled_code_agree(name):
    """The two software readings give the same, on exactly the registers of the layout, and
    `finished` comes with the last step.
    """
    primitive = PRIMITIVES[name]
    inputs = _inputs(primitive, 1)
    state = primitive.load(
        {name: SoftwareWord(primitive.inputs[name], value) for name, value in inputs.items()}
    )
    flags = []
    for number in range(1, primitive.rounds[0] + 1):
        assert {name: word.width for name, word in state.items()} == dict(primitive.layout)
        flags.append(primitive.finished and int(primitive.finished(state)))
        last = number == primitive.rounds[0] and primitive.last_step is not None
        state = (primitive.last_step if last else primitive.step)(state)
    assert not any(flags) and (primitive.finished is None or int(primitive.finished(state)) == 1)
    assert tuple(int(word) for word in primitive.result(state).values()) == software(primitive)(
        *inputs.values()
    )


@pytest.mark.parametrize(
    "name", [name for name, primitive in PRIMITIVES.items() if primitive.inverse]
)
def test_the_inverse_undoes(name):
    """The inverse gives back the input that the output took the place of."""
    primitive = PRIMITIVES[name]
    inputs = _inputs(primitive, 2)
    known = {**inputs, **dict(zip(primitive.outputs, software(primitive)(*inputs.values())))}
    answers = software(primitive.inverse)(*(known[name] for name in primitive.inverse.inputs))
    assert answers == tuple(inputs[name] for name in primitive.inverse.outputs)


QUICK = {
    "ascon-p-12",
    "aes-128",
    "skinny-64-64",
    "keccak-f-200",
    "subterranean-r8",
    "speck-64-128",
    "tinyjambu-128-p384",
}


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in PRIMITIVES],
)
def test_the_model_in_c_is_the_same(name):
    """The software model as C++, and that of the inverse, give what Python gives, with each number
    of rounds.
    """
    for primitive in filter(None, (PRIMITIVES[name], PRIMITIVES[name].inverse)):
        native, plain = primitives._native(primitive), software(primitive)._plain
        for seed in range(len(primitive.rounds) + 3):
            inputs = _inputs(primitive, seed)
            if SCHEDULE in inputs:
                inputs[SCHEDULE] = seed % len(primitive.rounds)
            assert native(*inputs.values()) == plain(*inputs.values())
