# SPDX-License-Identifier: Apache-2.0
"""What every primitive promises: those of the catalog, and what else the ciphers describe."""

import random

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers.aes import MIX_STYLES, SBOX_STYLES, aes_128, aes_128_round_keys
from cipherfab.ciphers.aes_256 import aes_256
from cipherfab.ciphers.joltik_bc import ROUNDS, joltik_bc
from cipherfab.ciphers.minalpher import minalpher_p_with_half_step
from cipherfab.ciphers.photon import photon_256
from cipherfab.ciphers.prince import SBOX_STYLES as PRINCE_STYLES
from cipherfab.ciphers.prince import prince
from cipherfab.ciphers.prince_v2 import prince_v2
from cipherfab.ciphers.speck import speck_64_128
from cipherfab.ciphers.tweaes import tweaes_128
from cipherfab.ciphers.xoodoo import xoodoo
from cipherfab.modes.xex import xex
from cipherfab.primitives import primitive as primitives
from cipherfab.primitives.primitive import SCHEDULE, software
from cipherfab.words import SoftwareWord

IN_CATALOG = {
    name: algorithm.primitive for name, algorithm in ALGORITHMS.items() if algorithm.primitive
}
FURTHER = [
    *(aes_128(sbox=sbox, mix=mix) for sbox in SBOX_STYLES for mix in MIX_STYLES),
    *(prince(sbox=style) for style in PRINCE_STYLES),
    *(prince_v2(sbox=style) for style in PRINCE_STYLES),
    *(joltik_bc(size) for size in ROUNDS),
    *(tweaes_128(6), tweaes_128(6, skip_keys=True), speck_64_128(losing_carries=True)),
    *(aes_128_round_keys(), aes_256(), xex(aes_128()), xex(prince())),
    *(minalpher_p_with_half_step(), photon_256("small"), xoodoo(1)),
]
"""Styles and variants that only a mode or an architecture asks for."""

PRIMITIVES = [*IN_CATALOG.values(), *FURTHER]
INVERTIBLE = [primitive for primitive in PRIMITIVES if primitive.inverse]
BOTH_WAYS = [*PRIMITIVES, *(primitive.inverse for primitive in INVERTIBLE)]


def _name(primitive) -> str:
    return primitive.name


def _inputs(primitive, seed: int) -> dict[str, int]:
    draw = random.Random(seed)
    return {
        name: 0 if name == SCHEDULE else draw.getrandbits(width)
        for name, width in primitive.inputs.items()
    }


@pytest.mark.parametrize("primitive", BOTH_WAYS, ids=_name)
def test_words_one_by_one_and_compiled_code_agree(primitive):
    """The two software readings give the same, on exactly the registers of the layout, and
    `finished` comes with the last step.
    """
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


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("primitive", INVERTIBLE, ids=_name)
def test_the_inverse_undoes(primitive, seed):
    """The inverse, on registers of the same layout, gives back the input that the output took the
    place of.
    """
    inputs = _inputs(primitive, seed)
    known = {**inputs, **dict(zip(primitive.outputs, software(primitive)(*inputs.values())))}
    answers = software(primitive.inverse)(*(known[name] for name in primitive.inverse.inputs))
    assert answers == tuple(inputs[name] for name in primitive.inverse.outputs)
    assert primitive.inverse.layout == primitive.layout


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
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in IN_CATALOG],
)
def test_the_model_in_c_is_the_same(name):
    """The software model as C++, and that of the inverse, give what Python gives, with each number
    of rounds.
    """
    for primitive in filter(None, (IN_CATALOG[name], IN_CATALOG[name].inverse)):
        native, plain = primitives._native(primitive), software(primitive)._plain
        for seed in range(len(primitive.rounds) + 3):
            inputs = _inputs(primitive, seed)
            if SCHEDULE in inputs:
                inputs[SCHEDULE] = seed % len(primitive.rounds)
            assert native(*inputs.values()) == plain(*inputs.values())
