# SPDX-License-Identifier: Apache-2.0
"""Small functions over words that several ciphers share."""

from . import Word, concat


def swap_bytes(word: Word) -> Word:
    """The bytes of a word in reverse order: between a byte string, first byte most significant, and
    a little-endian number.
    """
    return concat(*reversed(word.split(8)))


def swap_bytes_of_words(word: Word, width: int) -> list[Word]:
    """A byte string, first byte most significant, as its little-endian words of ``width`` bits, the
    first word first.
    """
    return [swap_bytes(piece) for piece in word.split(width)]


def shift_left(word: Word, amount: int) -> Word:
    """The word moved up by ``amount`` bits, 1 or more and less than its width; zeros come in."""
    return concat(word[:-amount], word.constant(0, amount))


def equals(word: Word, value: int) -> Word:
    """One bit: 1 where ``word`` has this value."""
    # Wiring and inverters in front of one AND: nothing is compared bit by bit.
    matches = [word[bit] if value >> bit & 1 else ~word[bit] for bit in range(word.width)]
    return _all(matches)


def _all(bits: list[Word]) -> Word:
    """AND of all bits, as a balanced tree."""
    half = len(bits) // 2
    return _all(bits[:half]) & _all(bits[half:]) if half else bits[0]
