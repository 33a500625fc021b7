# SPDX-License-Identifier: Apache-2.0
"""Wrong tags fool every comparison that is weaker than equality in one of the usual ways."""

from random import Random

import pytest

from cipherfab.verify.answers import tags


def parts(value: bytes, size: int) -> list[int]:
    """Numbers of so many bytes each."""
    return [
        int.from_bytes(value[start : start + size], "big") for start in range(0, len(value), size)
    ]


def differences(right: bytes, given: bytes, size: int) -> list[int]:
    """XOR of each two parts."""
    return [a ^ b for a, b in zip(parts(right, size), parts(given, size))]


def folded(values: list[int]) -> int:
    """XOR of all."""
    result = 0
    for value in values:
        result ^= value
    return result


def flipped(tag: bytes, bit: int) -> bytes:
    """With one bit flipped."""
    return (int.from_bytes(tag) ^ 1 << bit).to_bytes(len(tag))


def bits(right: bytes, given: bytes) -> int:
    """How many bits differ."""
    return sum(value.bit_count() for value in differences(right, given, 1))


WEAK = {
    **{
        f"XOR of parts of {8 * size} bits": lambda r, g, s=size: folded(differences(r, g, s)) == 0
        for size in (1, 2, 4, 8)
    },
    **{
        f"sum of parts of {8 * size} bits": lambda r, g, s=size: (
            (sum(parts(r, s)) - sum(parts(g, s))) % (1 << 8 * s) == 0
        )
        for size in (1, 2, 4)
    },
    "first two words folded, the others compared": lambda r, g: (
        folded(differences(r, g, 4)[:2]) == 0 and not any(differences(r, g, 4)[2:])
    ),
    "first word alone": lambda r, g: r[:4] == g[:4],
    "last word alone": lambda r, g: r[-4:] == g[-4:],
    "last byte left out": lambda r, g: r[:-1] == g[:-1],
    "every other byte": lambda r, g: r[::2] == g[::2],
    "lowest bit of each byte left out": lambda r, g: (
        not any(value & 0xFE for value in differences(r, g, 1))
    ),
    "one right word is enough": lambda r, g: 0 in differences(r, g, 4),
    "one right byte is enough": lambda r, g: 0 in differences(r, g, 1),
    "parity": lambda r, g: bits(r, g) % 2 == 0,
    "three bits count": lambda r, g: bits(r, g) % 8 == 0,
    "seven bits count": lambda r, g: bits(r, g) % 128 == 0,
    "four bits count wrong bytes": lambda r, g: sum(map(bool, differences(r, g, 1))) % 8 == 0,
    "one bit counts wrong words": lambda r, g: sum(map(bool, differences(r, g, 4))) % 2 == 0,
    "the words in any order": lambda r, g: sorted(parts(r, 4)) == sorted(parts(g, 4)),
    "the bytes in any order": lambda r, g: sorted(r) == sorted(g),
    "a tag of zeros": lambda r, g: r == g or not any(g),
    "a tag of ones": lambda r, g: r == g or set(g) == {255},
    "the complement": lambda r, g: r == g or bits(r, g) == 8 * len(r),
    "words in the other order": lambda r, g: r == g or parts(r, 4) == parts(g, 4)[::-1],
    "rotated by a word": lambda r, g: r == g or g == r[4:] + r[:4],
    "one more": lambda r, g: parts(g, len(g))[0] - parts(r, len(r))[0] in (0, 1),
}
"""Comparisons that accept a right tag, and others too."""


LARGE = ("XOR of parts of 64 bits", "seven bits count")
"""No weaker than equality for a tag of 64 bits."""


@pytest.mark.parametrize(
    "name, size",
    [(name, size) for name in WEAK for size in (8, 12, 16) if size == 16 or name not in LARGE],
)
def test_a_weak_comparison_is_fooled(name, size):
    """It accepts the right tag, and one of the wrong ones."""
    accepts = WEAK[name]
    right = Random(size).randbytes(size)
    given = [flipped(right, bit) for bit in range(8 * size)] + [
        tag for _, tag in tags.wrong(right, Random(7))
    ]
    assert accepts(right, right)
    assert any(accepts(right, tag) for tag in given) and right not in given


@pytest.mark.parametrize("size", [8, 16])
def test_every_kind_is_made_and_told_from_its_bits(size):
    """Whatever the right tag is, the wrong ones are of all kinds; without the pairs of bytes, those
    are missed.
    """
    for seed in range(5):
        right = Random(seed).randbytes(size)
        wrong = list(tags.wrong(right, Random(seed)))
        kinds = {kind for _, tag in wrong for kind in tags.kinds_of(right, tag)}
        assert set(tags.kinds(size)) <= kinds
        fewer = {
            kind
            for name, tag in wrong
            if name != "pair of bytes"
            for kind in tags.kinds_of(right, tag)
        }
        assert set(tags.kinds(size)) - fewer


def test_each_class_is_what_it_says():
    """A tag that is made for a class is told to be of it, and is wrong."""
    right = Random(1).randbytes(16)
    for name in tags.CLASSES:
        for number in range(20):
            given = tags.of_class(name, right, number, Random(number))
            assert given != right and list(tags.classes_of(right, given)) == [name]
