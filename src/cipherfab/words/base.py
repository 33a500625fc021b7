# SPDX-License-Identifier: Apache-2.0
"""The operations that every kind of word has, and what each one means."""

from collections.abc import Sequence


class Word:
    """A fixed number of bits; bit 0 is the least significant.

    A kind of word defines ``_apply``: carry out, or record, one operation. Where an operand may be
    an integer it is taken as a constant of the other operand's width.

    Attributes:
        width: number of bits, at least 1.
    """

    __slots__ = ("width",)
    width: int

    def _apply(self, operation: str, width: int, operands: tuple, parameter=None) -> "Word":
        """The result, ``width`` bits wide, of one of the operations named below."""
        raise NotImplementedError

    def constant(self, value: int, width: int | None = None) -> "Word":
        """A constant of this word's kind, and of its width unless ``width`` is given."""
        width = self.width if width is None else width
        if not 0 <= value < 1 << width:
            raise ValueError(f"expected a constant of {width} bits, got {value:#x}")
        # Recorded as an operation without operands, so that every kind of word makes its own
        # constants.
        return self._apply("constant", width, (), value)

    def _binary(self, operation: str, other: "Word | int") -> "Word":
        other = self.constant(other) if isinstance(other, int) else other
        if other.width != self.width:
            raise ValueError(
                f"{operation}: expected two words of one width, got {self.width} and "
                f"{other.width} bits"
            )
        return self._apply(operation, self.width, (self, other))

    def __xor__(self, other):
        return self._binary("xor", other)

    def __and__(self, other):
        return self._binary("and", other)

    def __or__(self, other):
        return self._binary("or", other)

    def __add__(self, other):
        """Sum modulo 2 to the power of the width."""
        return self._binary("add", other)

    # All of these are symmetric, so an integer may stand on the left too.
    __rxor__, __rand__, __ror__, __radd__ = __xor__, __and__, __or__, __add__

    def __invert__(self):
        return self._apply("not", self.width, (self,))

    def __getitem__(self, index: int | slice) -> "Word":
        """``w[i]`` is bit i; ``w[lo:hi]`` are bits lo to hi - 1. Negative indices count from the
        top, as for a list.
        """
        if isinstance(index, int):
            # Behind -1 there would be 0, and the slice empty.
            index = slice(index, index + 1 or None)
        low, high, stride = index.indices(self.width)
        if stride != 1 or high <= low:
            given = f"[{index.start}:{index.stop}:{index.step}]"
            raise ValueError(f"expected a slice of at least one of {self.width} bits, got {given}")
        return self if high - low == self.width else self._apply("slice", high - low, (self,), low)

    def ror(self, amount: int) -> "Word":
        """Rotation to the right (towards bit 0) by ``amount`` modulo the width."""
        amount %= self.width
        return self._apply("ror", self.width, (self,), amount) if amount else self

    def permute(self, source: Sequence[int]) -> "Word":
        """Wiring: bit i of the result is bit ``source[i]`` of this word. The result has
        ``len(source)`` bits.
        """
        if not all(0 <= bit < self.width for bit in source):
            raise ValueError(
                f"permute: expected bit numbers below {self.width}, got {max(source)} "
                f"or a negative one"
            )
        return self._apply("permute", len(source), (self,), tuple(source))

    def table(self, entries: Sequence[int], width: int) -> "Word":
        """Look-up: entry number ``self``, ``width`` bits wide. There must be 2 to the power of the
        width entries.
        """
        if len(entries) != 1 << self.width:
            raise ValueError(
                f"table: expected {1 << self.width} entries for {self.width} bits, "
                f"got {len(entries)}"
            )
        return self._apply("table", width, (self,), tuple(entries))

    def split(self, width: int) -> list["Word"]:
        """Pieces of ``width`` bits each, the most significant first (as a specification prints
        them).
        """
        if self.width % width:
            raise ValueError(f"split: expected a divisor of {self.width}, got {width}")
        return [self[low : low + width] for low in range(self.width - width, -1, -width)]


def ror(word: Word, amount: int) -> Word:
    """Rotation to the right by ``amount``."""
    return word.ror(amount)


def rol(word: Word, amount: int) -> Word:
    """Rotation to the left by ``amount``."""
    return word.ror(-amount)


def concat(*words: Word) -> Word:
    """The words one after the other, the first one most significant (``a || b || c``)."""
    if len(words) == 1:
        return words[0]
    return words[0]._apply("concat", sum(word.width for word in words), words)


def mux(condition: Word, if_one: Word, if_zero: Word) -> Word:
    """``if_one`` where the 1-bit ``condition`` is 1, else ``if_zero``."""
    if condition.width != 1 or if_one.width != if_zero.width:
        raise ValueError(
            f"mux: expected a condition of 1 bit and two words of one width, "
            f"got {condition.width}, {if_one.width} and {if_zero.width} bits"
        )
    return if_one._apply("mux", if_one.width, (condition, if_one, if_zero))
