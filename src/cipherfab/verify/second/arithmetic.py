# SPDX-License-Identifier: Apache-2.0
"""Integers of C over the literals of a graph.

A value is an ``int`` from 0 if all of its bits are known, as the unsigned number with these bits;
else the tuple of its literals, bit 0 first.
"""

from collections.abc import Sequence

from ..equivalence.aig import FALSE
from ..messages.bits import added
from ..messages.graph import Graph

Value = int | tuple[int, ...]


def bits(value: Value, width: int) -> Sequence[int]:
    """The literals of a value."""
    if isinstance(value, int):
        return [value >> place & 1 for place in range(width)]
    return value


def packed(literals: Sequence[int]) -> Value:
    """The value with these literals."""
    # Literals 0 and 1 are the constants.
    if max(literals) < 2:
        return sum(bit << place for place, bit in enumerate(literals))
    return tuple(literals)


def signed(value: int, width: int) -> int:
    """A known value as a number with a sign."""
    return value - (value >> (width - 1) << width)


class Arithmetic:
    """The operations, all of values of one width unless it says otherwise."""

    def __init__(self, graph: Graph):
        self._graph = graph

    def resized(self, value: Value, before: int, after: int, *, sign: bool) -> Value:
        """A value in another width: cut, or extended by its sign or zeros."""
        if isinstance(value, int):
            return (signed(value, before) if sign else value) & (1 << after) - 1
        if after <= before:
            return packed(value[:after])
        return value + (value[-1] if sign else FALSE,) * (after - before)

    def logic(self, name: str, a: Value, b: Value, width: int) -> Value:
        """Bit by bit, by ``^``, ``&`` or ``|``."""
        if isinstance(a, int) and isinstance(b, int):
            return a ^ b if name == "^" else a & b if name == "&" else a | b
        graph = self._graph
        gate = {"^": graph.xor, "&": graph.and_, "|": graph.or_}[name]
        return packed([gate(x, y) for x, y in zip(bits(a, width), bits(b, width))])

    def inverted(self, value: Value, width: int) -> Value:
        """``~value``"""
        if isinstance(value, int):
            return value ^ (1 << width) - 1
        return tuple(literal ^ 1 for literal in value)

    def sum(self, a: Value, b: Value, width: int) -> tuple[Value, int]:
        """The sum, and a literal: it does not fit a type with a sign."""
        if isinstance(a, int) and isinstance(b, int):
            exact, total = signed(a, width) + signed(b, width), a + b & (1 << width) - 1
            return total, int(exact != signed(total, width))
        x, y = bits(a, width), bits(b, width)
        total = added(self._graph, x, y)[:width]
        # A sum does not fit if both signs are the same and that of the sum is another one.
        return packed(total), self._graph.and_(
            self._graph.xor(x[-1], y[-1]) ^ 1, self._graph.xor(x[-1], total[-1])
        )

    def difference(self, a: Value, b: Value, width: int) -> tuple[Value, int]:
        """The same of ``a - b``, the complement of (the complement of a) + b."""
        total, wrong = self.sum(self.inverted(a, width), b, width)
        return self.inverted(total, width), wrong

    def product(self, a: Value, b: Value, width: int, *, sign: bool) -> tuple[Value, int]:
        """The same of a product; without a sign nothing is wrong."""
        if isinstance(a, int) and isinstance(b, int):
            if not sign:
                return a * b & (1 << width) - 1, FALSE
            exact = signed(a, width) * signed(b, width)
            return exact & (1 << width) - 1, int(not -1 << width - 1 <= exact < 1 << width - 1)
        # With twice the width the product is exact, so that it can be seen whether it fits.
        wide = 2 * width if sign else width
        x, y = (bits(self.resized(value, width, wide, sign=sign), wide) for value in (a, b))
        # A row of the sum for each bit of y that may be 1: the fewer of them, the smaller the
        # graph.
        if sum(literal != FALSE for literal in x) < sum(literal != FALSE for literal in y):
            x, y = y, x
        total = [FALSE] * wide
        for place, select in enumerate(y):
            if select != FALSE:
                row = [FALSE] * place + [
                    self._graph.and_(select, literal) for literal in x[: wide - place]
                ]
                total = added(self._graph, total, row)[:wide]
        wrong = FALSE
        # The product fits if all bits above are copies of its sign.
        for literal in total[width:]:
            wrong = self._graph.or_(wrong, self._graph.xor(literal, total[width - 1]))
        return packed(total[:width]), wrong

    def quotient(self, a: Value, b: int, width: int, *, rest: bool) -> Value | None:
        """``a / b``, or ``a % b``, of numbers without a sign; None if that is not served."""
        if isinstance(a, int):
            return a % b if rest else a // b
        if b & b - 1:
            return None
        if rest:
            return self.logic("&", a, b - 1, width)
        # The bits of a power of two, less one, are its logarithm.
        return self.moved(a, 1 - b.bit_length(), width, FALSE)

    def moved(self, value: Value, amount: int, width: int, fill: int) -> Value:
        """A shift to the left, or by a negative amount to the right, filled with a literal."""
        literals = bits(value, width)
        if amount >= 0:
            return packed([FALSE] * amount + list(literals[: width - amount]))
        return packed(list(literals[-amount:]) + [fill] * -amount)

    def shifted(self, value: Value, amount: Value, width: int, *, left: bool, sign: bool) -> Value:
        """A shift by less than the width."""
        fill = bits(value, width)[-1] if sign and not left else FALSE
        # More bits of the amount are 0 where C defines the shift; that is asked apart.
        places = (width - 1).bit_length()
        for place, select in enumerate(bits(amount, 64)[:places]):
            if select != FALSE:
                step = self.moved(value, (1 if left else -1) << place, width, fill)
                value = self.chosen(select, step, value, width)
        return value

    def chosen(self, select: int, one: Value, zero: Value, width: int) -> Value:
        """``one`` where the literal is 1, else ``zero``."""
        if select < 2:
            return one if select else zero
        return packed(
            [self._graph.mux(select, x, y) for x, y in zip(bits(one, width), bits(zero, width))]
        )

    def truth(self, value: Value) -> int:
        """A literal: the value is not 0."""
        if isinstance(value, int):
            return int(value != 0)
        return self._graph.all(literal ^ 1 for literal in value) ^ 1

    def equal(self, a: Value, b: Value, width: int) -> int:
        """A literal: two values are equal."""
        return self.truth(self.logic("^", a, b, width)) ^ 1

    def less(self, a: Value, b: Value, width: int, *, sign: bool) -> int:
        """A literal: ``a < b``."""
        if isinstance(a, int) and isinstance(b, int):
            return int(signed(a, width) < signed(b, width) if sign else a < b)
        x, y = list(bits(a, width)), list(bits(b, width))
        if sign:
            # A sign weighs against the number: with the signs swapped the order is that of unsigned
            # numbers.
            x[-1], y[-1] = y[-1], x[-1]
        # a < b exactly if (the complement of a) + b has a carry.
        return added(self._graph, [literal ^ 1 for literal in x], y)[width]

    def entry(self, entries: Sequence[Value], index: Sequence[int], width: int) -> Value:
        """The entry with this number; ``entries`` has all that the index can name."""
        table = [bits(entry, width) for entry in entries]
        return packed(
            [self._entry(tuple(row[place] for row in table), index, {}) for place in range(width)]
        )

    def _entry(self, column: tuple[int, ...], index: Sequence[int], known: dict) -> int:
        if len(column) == 1 or len(set(column)) == 1:
            return column[0]
        found = known.get(column)
        if found is None:
            half = len(column) // 2
            found = known[column] = self._graph.mux(
                # The halves differ in the topmost bit of the number.
                index[half.bit_length() - 1],
                self._entry(column[half:], index, known),
                self._entry(column[:half], index, known),
            )
        return found
