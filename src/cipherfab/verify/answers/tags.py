# SPDX-License-Identifier: Apache-2.0
"""Wrong tags that a comparison weaker than equality takes for right ones: differences that a fold
by XOR or a sum cancels, that a counter of differences wraps over, or that lie where nothing looks.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random

WORD = 4
"""Bytes of a word of a comparison; a bus of fewer bits compares its parts."""


def pairs(tag: bytes) -> Iterator[tuple[str, bytes]]:
    """Two flips that cancel: the same bit of each two bytes and of each two words. Where it can be
    found a bit that differs, so that XOR and sum of the parts both stay; of words also one that is
    the same.
    """
    for first, second in combinations(range(len(tag)), 2):
        # The bit changes from pair to pair, so that every one is played.
        yield "pair of bytes", _swapped(tag, 1, first, second, (first + second) % 8, differ=True)
    for differ in (True, False):
        for first, second in combinations(range(len(tag) // WORD), 2):
            yield (
                "pair of words",
                _swapped(tag, WORD, first, second, 5 * first + second, differ=differ),
            )


def distances(tag: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """Two flips so many bits apart: each power of two, and others."""
    bits = 8 * len(tag)
    for distance in [1 << k for k in range(bits.bit_length() - 1)]:
        for _ in range(2):
            first = random.randrange(bits - distance)
            yield "two bits", _xor(tag, _bits(len(tag), first, first + distance))


def populations(tag: bytes) -> Iterator[tuple[str, bytes]]:
    """So many bits, bytes or words wrong that a short counter of them is back at 0."""
    size = len(tag)
    for unit, name in ((1, "bytes"), (WORD, "words")):
        count = 2
        while count * unit <= size:
            wrong = bytearray(size)
            for number in range(count):
                wrong[number * unit + number % unit] = 1 << number % 8
            yield f"{count} {name} wrong", _xor(tag, bytes(wrong))
            count *= 2
    count = 4
    while count <= 8 * size:
        places = [8 * size * number // count for number in range(count)]
        yield f"{count} bits wrong", _xor(tag, _bits(size, *places))
        count *= 2


def specials(tag: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """What is no difference but a value: constants, neighbours, permutations, and random ones."""
    size = len(tag)
    yield from ((name, value(tag)) for name, value in VALUES)
    for turn in sorted({1, 2, *range(WORD, size, WORD)}):
        yield f"rotated by {turn} bytes", tag[turn:] + tag[:turn]
    for _ in range(4):
        yield "random", random.randbytes(size)


def partly(tag: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """Right in all words (bytes) but one, and in one alone; the others are random."""
    for unit, name in ((WORD, "word"), (1, "byte")):
        for place in range(0, len(tag), unit):
            # Every byte differs, so that all other words are wrong for certain.
            other = bytes(byte ^ random.randrange(1, 256) for byte in tag)
            end = place + unit
            yield f"one {name} wrong", tag[:place] + other[place:end] + tag[end:]
            yield f"one {name} right", other[:place] + tag[place:end] + other[end:]


def wrong(tag: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """All of them but single bits, with the name of their kind; none is the right tag."""
    for kind, given in (
        *pairs(tag),
        *distances(tag, random),
        *populations(tag),
        *specials(tag, random),
        *partly(tag, random),
    ):
        # A rotation or a swap of a tag with equal parts is the right tag.
        if given != tag:
            yield kind, given


def kinds(size: int) -> list[str]:
    """Names of what `wrong` has, as `kinds_of` finds it, for a tag of ``size`` bytes."""
    bits = 8 * size
    pairs_of = [
        f"the same bit of {name} {first} and {second}"
        for name, unit in (("bytes", 1), ("words", WORD))
        for first, second in combinations(range(size // unit), 2)
    ]
    sums = [
        f"{name} of words {first} and {second} kept"
        for name in ("XOR and sum", "XOR alone")
        for first, second in combinations(range(size // WORD), 2)
    ]
    apart = [f"two bits {1 << k} apart" for k in range(bits.bit_length() - 1)]
    counts = [
        f"{1 << k} {name} wrong"
        for name, most in (("bits", bits), ("bytes", size), ("words", size // WORD))
        # One wrong bit and two are kinds of their own, so counts of bits begin with four.
        for k in range(2 if name == "bits" else 1, most.bit_length())
        if 1 << k <= most
    ]
    alone = [
        f"{name} {place} alone {what}"
        for name, unit in (("byte", 1), ("word", WORD))
        for place in range(size // unit)
        for what in ("wrong", "right")
    ]
    found = [
        *pairs_of,
        *sums,
        *apart,
        *counts,
        *alone,
        *(name for name, _ in VALUES),
        *(f"rotated by {turn} bytes" for turn in range(WORD, size, WORD)),
    ]
    return [name for name in found if size >= 2 * WORD or name not in OF_WORDS]


def kinds_of(right: bytes, given: bytes) -> Iterator[str]:
    """Which of `kinds` a wrong tag is of, told from its bits."""
    size, difference = len(right), _xor(right, given)
    places = [bit for bit in range(8 * size) if difference[bit // 8] << bit % 8 & 0x80]
    if len(places) == 2:
        yield from _pair_kinds(right, *places)
    yield f"{len(places)} bits wrong"
    for name, unit in (("byte", 1), ("word", WORD)):
        wrong = [
            place
            for place in range(size // unit)
            if any(difference[unit * place : unit * (place + 1)])
        ]
        yield f"{len(wrong)} {name}s wrong"
        if len(wrong) == 1:
            yield f"{name} {wrong[0]} alone wrong"
        if len(wrong) == size // unit - 1:
            yield f"{name} {({*range(size // unit)} - {*wrong}).pop()} alone right"
    yield from (name for name, value in VALUES if given == value(right))
    yield from (
        f"rotated by {turn} bytes"
        for turn in range(WORD, size, WORD)
        if given == right[turn:] + right[:turn]
    )


def _pair_kinds(right: bytes, first: int, second: int) -> Iterator[str]:
    yield f"two bits {second - first} apart"
    for name, bits in (("bytes", 8), ("words", 8 * WORD)):
        units = first // bits, second // bits
        if (second - first) % bits == 0:
            yield f"the same bit of {name} {units[0]} and {units[1]}"
    if (second - first) % (8 * WORD) == 0:
        values = [right[bit // 8] << bit % 8 & 0x80 for bit in (first, second)]
        # Two bits that differ are swapped by the flips: one word gains what the other one loses.
        kept = "XOR and sum" if values[0] != values[1] else "XOR alone"
        yield f"{kept} of words {units[0]} and {units[1]} kept"


VALUES = (
    ("all 0", lambda tag: bytes(len(tag))),
    ("all 1", lambda tag: b"\xff" * len(tag)),
    ("complement", lambda tag: _xor(tag, b"\xff" * len(tag))),
    ("+1", lambda tag: _sum(tag, 1)),
    ("-1", lambda tag: _sum(tag, -1)),
    ("words reversed", lambda tag: b"".join(_words(tag)[::-1])),
    ("bytes reversed", lambda tag: tag[::-1]),
    ("bytes of words reversed", lambda tag: b"".join(word[::-1] for word in _words(tag))),
    ("two words swapped", lambda tag: tag[WORD : 2 * WORD] + tag[:WORD] + tag[2 * WORD :]),
    ("two bytes swapped", lambda tag: tag[1::-1] + tag[2:]),
    ("bits of bytes reversed", lambda tag: bytes(int(f"{byte:08b}"[::-1], 2) for byte in tag)),
    ("nibbles swapped", lambda tag: bytes(byte >> 4 | byte << 4 & 0xF0 for byte in tag)),
)
"""Values that a wrong tag has of its own, by name."""


OF_WORDS = ("word 0 alone right", "words reversed", "two words swapped")
"""In a tag of one word these are the right tag."""


CLASSES = ("one bit", "two bits that cancel", "a value of its own", "random")
"""Of each of these one is given for each shape of a message, and behind each outcome."""


def of_class(name: str, tag: bytes, number: int, random: Random) -> bytes:
    """A wrong tag of one of `CLASSES`; ``number`` chooses among several."""
    size = len(tag)
    if name == CLASSES[0]:
        return _xor(tag, _bits(size, random.randrange(8 * size)))
    if name == CLASSES[1]:
        half = size // 2
        # Half a tag apart: a fold to that size, or to a power of two below it, cancels them.
        return _swapped(tag, 1, number % half, number % half + half, number % 8, differ=True)
    if name == CLASSES[2]:
        values = [bytes(size), b"\xff" * size, _xor(tag, b"\xff" * size), tag[WORD:] + tag[:WORD]]
        # Some of them may be the right tag, as a rotation is in a tag of one word.
        return next(value for value in (*values[number % 4 :], *values) if value != tag)
    return bytes(byte ^ random.randrange(1, 256) for byte in tag)


def classes_of(right: bytes, given: bytes) -> Iterator[str]:
    """Which of `CLASSES` a wrong tag is of; what is none of the first three is random."""
    size, difference = len(right), _xor(right, given)
    flips = sum(byte.bit_count() for byte in difference)
    if flips == 1:
        yield CLASSES[0]
    elif flips == 2 and folded(difference, size // 2) == bytes(size // 2):
        yield CLASSES[1]
    elif (
        given in (bytes(size), b"\xff" * size)
        or difference == b"\xff" * size
        or any(given == right[turn:] + right[:turn] for turn in range(WORD, size, WORD))
    ):
        yield CLASSES[2]
    # In a random tag of `of_class` every byte differs, and nearly always some in several bits.
    elif flips > size:
        yield CLASSES[3]


def folded(data: bytes, size: int) -> bytes:
    """XOR of all parts of ``size`` bytes."""
    result = bytes(size)
    for start in range(0, len(data), size):
        result = _xor(result, data[start : start + size].ljust(size, b"\0"))
    return result


def _swapped(tag: bytes, unit: int, first: int, second: int, at: int, *, differ: bool) -> bytes:
    """The same bit flipped in two units of ``unit`` bytes: one that differs between them or not,
    if there is one, the next from ``at`` on.
    """
    bits = 8 * unit
    parts = [int.from_bytes(tag[unit * n : unit * (n + 1)], "big") for n in (first, second)]
    order = [(at + step) % bits for step in range(bits)]
    wanted = [bit for bit in order if ((parts[0] ^ parts[1]) >> bit & 1) == differ]
    # ``order`` counts from the lowest bit of a unit, `_bits` from the highest one of the tag.
    bit = bits - 1 - (wanted or order)[0]
    return _xor(tag, _bits(len(tag), bits * first + bit, bits * second + bit))


def _sum(tag: bytes, step: int) -> bytes:
    size = len(tag)
    return ((int.from_bytes(tag, "big") + step) % (1 << 8 * size)).to_bytes(size, "big")


def _words(tag: bytes) -> list[bytes]:
    return [tag[start : start + WORD] for start in range(0, len(tag), WORD)]


def _bits(size: int, *places: int) -> bytes:
    """Bytes with these bits set; bit 0 is the most significant one of the first byte."""
    return sum({1 << 8 * size - 1 - place for place in places}).to_bytes(size, "big")


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(left, right))
