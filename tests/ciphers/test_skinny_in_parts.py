# SPDX-License-Identifier: Apache-2.0
"""SKINNY with a tweakey in parts against SKINNY with a whole one."""

import random
from dataclasses import replace

import pytest

from cipherfab.ciphers.skinny import MEMBERS, of_member
from cipherfab.ciphers.skinny_in_parts import in_parts
from cipherfab.primitives.primitive import software
from cipherfab.words.compiled import compile_function

ROMULUS_N = ({"counter": 56, "domain": 8}, {"tweak": 128}, {"key": 128})
ROMULUS_N3 = ({"counter": 24, "domain": 8, "tweak": 96}, {"key": 128})
RESTING = ("counter", "key")


def member(name: str, rounds: int):
    """A member of the family with so many rounds."""
    return replace(next(each for each in MEMBERS if each.name == name), rounds=rounds)


def drawn(widths: dict[str, int]) -> dict[str, int]:
    """Random values by name."""
    generator = random.Random(1)
    return {name: generator.getrandbits(width) for name, width in widths.items()}


def tweakey(parts, values: dict[str, int]) -> int:
    """The tweakey of these parts, with zeros after a word that is not full."""
    whole = 0
    for word in parts:
        for name, width in word.items():
            whole = whole << width | values[name]
        whole <<= 128 - sum(word.values())
    return whole


@pytest.mark.parametrize(
    "name, parts", [("skinny-128-384plus", ROMULUS_N), ("skinny-128-256", ROMULUS_N3)]
)
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_the_ciphertext_is_that_of_the_whole_tweakey(name, parts, rounds):
    """Whatever the number of rounds, also where half of a word is zero."""
    small = member(name, rounds)
    primitive = in_parts(small, parts, RESTING).primitive
    values = drawn(primitive.inputs)
    whole = {"tweakey": tweakey(parts, values), "plaintext": values["plaintext"]}
    assert software(primitive)(*values.values()) == software(of_member(small))(
        *(whole[key] for key in of_member(small).inputs)
    )


@pytest.mark.parametrize(
    "name, parts", [("skinny-128-384plus", ROMULUS_N), ("skinny-128-256", ROMULUS_N3)]
)
def test_resting_parts_come_back(name, parts):
    """After an odd or even number of steps, few or many, ``back`` gives counter and key as they
    were loaded.
    """
    resting = in_parts(member(name, 40), parts, RESTING)
    layout, values = resting.primitive.layout, drawn(resting.primitive.inputs)
    step = compiled(resting.primitive.step, layout, layout)
    state = compiled(resting.primitive.load, resting.primitive.inputs, layout)(*values.values())
    for done in range(40):
        if done in (0, 1, 6, 39):
            back = compiled(lambda words, done=done: resting.back(words, done), layout, RESTING)
            assert back(*state) == (values["counter"], values["key"])
        state = step(*state)


def compiled(function, widths, names):
    """A function over words as one over integers, its results in the order of ``names``."""
    return compile_function(lambda words: {name: function(words)[name] for name in names}, widths)
