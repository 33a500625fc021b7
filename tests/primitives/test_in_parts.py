# SPDX-License-Identifier: Apache-2.0
"""A tweakey in parts: the same cipher, and a schedule that is brought back from any step of a run,
in both directions.
"""

import random
from dataclasses import replace

import pytest
from tinytbc import tiny_tbc

from cipherfab.catalog import find
from cipherfab.primitives.in_parts import resting_in_parts, schedule_of, sums, xors
from cipherfab.primitives.primitive import software
from cipherfab.words import SoftwareWord

TINY = tiny_tbc(16, 24, 12)


def parts_at_random(width: int) -> dict[str, tuple[int, ...]]:
    """Three parts of a tweakey, their bits anywhere in it."""
    bits = random.Random(width).sample(range(width), width)
    return {"a": tuple(bits[:5]), "b": tuple(bits[5 : width // 2]), "c": tuple(bits[width // 2 :])}


def words_of(parts, tweakey: int) -> dict[str, SoftwareWord]:
    """The parts of a tweakey."""
    return {
        name: SoftwareWord(
            len(bits), sum((tweakey >> bit & 1) << place for place, bit in enumerate(bits))
        )
        for name, bits in parts.items()
    }


CIPHERS = [
    TINY,
    *(
        find(name).model.cipher
        for name in ("skinny-aead-m1", "skinny-aead-m6", "deoxys-i-128", "joltik-neq-128")
    ),
]
ciphers = pytest.mark.parametrize("cipher", CIPHERS, ids=lambda cipher: cipher.name)


@pytest.mark.sample(2)
@ciphers
def test_it_is_the_same_cipher(cipher):
    """In parts, the cipher and its inverse give what they give with the whole tweakey."""
    parts, generator = parts_at_random(cipher.inputs["tweakey"]), random.Random(1)
    found = resting_in_parts(cipher, parts, ["a", "c"])
    tweakey = generator.getrandbits(cipher.inputs["tweakey"])
    text = generator.getrandbits(cipher.inputs["plaintext"])
    given = [int(word) for word in words_of(parts, tweakey).values()]
    (sealed,) = software(cipher)(tweakey, text)
    assert software(found.primitive)(*given, text) == (sealed,)
    assert software(found.inverse.primitive)(*given, sealed) == (text,)


@pytest.mark.sample(3)
@ciphers
@pytest.mark.parametrize("inverse", [False, True])
def test_what_rests_comes_back(cipher, inverse):
    """From the registers after any number of steps the parts that rest are had as they were loaded,
    and what returns by itself is there after the last one.
    """
    parts, generator = parts_at_random(cipher.inputs["tweakey"]), random.Random(2)
    found = resting_in_parts(cipher, parts, ["a", "c"])
    found = found.inverse if inverse else found
    given = words_of(parts, generator.getrandbits(cipher.inputs["tweakey"]))
    block = next(name for name in found.primitive.inputs if name not in parts)
    width = found.primitive.inputs[block]
    state = found.primitive.load({**given, block: SoftwareWord(width, 5)})
    for done in range(cipher.rounds[0] + 1):
        back = found.back(state, done)
        assert back == {name: given[name] for name in ("a", "c")}
        at_end, state = state, found.primitive.step(state)
    assert all(at_end[name] == given[name] for name in found.returning)


def test_a_schedule_that_is_not_linear_is_refused():
    """A schedule with a product, or one that reads the text, or that is not loaded as it is, keeps
    nothing.
    """

    def with_product(state):
        following = TINY.step(state)
        return {**following, "k": following["k"] ^ (state["k"] & state["k"].ror(3))}

    def with_text(state):
        following = TINY.step(state)
        return {**following, "k": following["k"] ^ state["x"].permute([0] * 24)}

    for wrong in (
        replace(TINY, step=with_product),
        replace(TINY, step=with_text),
        replace(TINY, load=lambda words: {**TINY.load(words), "k": ~words["tweakey"]}),
    ):
        assert schedule_of(wrong) is None


def test_dear_matrices_are_refused():
    """What would take more than an XOR for a bit is not kept: LILLIPUT-TBC's multiplied lanes."""
    cipher = find("lilliput-i-128").model.cipher
    assert schedule_of(cipher) is not None
    assert resting_in_parts(cipher, {"a": range(128), "b": range(128, 320)}, ["a"]) is None


def test_sums_share():
    """Rows that have terms in common give what they give alone, with fewer XORs."""
    generator = random.Random(3)
    rows = [0b0111, 0b1110, 0b1111, 0b0001, 0b0111 << 4]
    for _ in range(8):
        word = SoftwareWord(8, generator.getrandbits(8))
        assert int(sums(word, rows)) == sum(
            ((row & int(word)).bit_count() & 1) << place for place, row in enumerate(rows)
        )
    assert xors(rows) < sum(row.bit_count() - 1 for row in rows)


@pytest.mark.parametrize(
    "parts", [{"a": range(23)}, {"a": (*range(23), 5)}, {"a": range(12), "count": range(12, 24)}]
)
def test_wrong_parts_are_refused(parts):
    """Parts must be each bit of the tweakey once, and not be called as a register."""
    with pytest.raises(ValueError, match="expected"):
        resting_in_parts(TINY, parts, ["a"])
