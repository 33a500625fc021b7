# SPDX-License-Identifier: Apache-2.0
"""Words, numbers and byte strings whose bits are literals of a graph: what the description of a
mode computes with in place of its own.

A number or a string without a bit that varies is a plain ``int`` or ``bytes``. Where the
description asks whether something holds that varies, `Choices` answers, and the description runs
once for each answer.
"""

from collections.abc import Callable, Iterator, Sequence

from ...errors import DesignError
from ...words import Word
from ..equivalence.aig import FALSE, TRUE
from .graph import Graph

MOST_PATHS = 64
"""Answers to a message that a description may choose between."""


class NotSymbolic(DesignError):
    """A description does something that has no meaning for bits that vary."""


class Choices:
    """The questions that a description asks in one run, and the answers that it gets.

    Attributes:
        asked: the literals, in order, each with its answer.
    """

    def __init__(self, plan: Sequence[bool] = ()):
        self._plan, self.asked = plan, []

    def decide(self, literal: int) -> bool:
        """An answer: what the plan says, True behind its end."""
        # The same question has one answer in a run: two would make a condition that never holds.
        for known, answer in self.asked:
            if known == literal or known == literal ^ 1:
                return answer ^ (known != literal)
        place = len(self.asked)
        answer = self._plan[place] if place < len(self._plan) else True
        self.asked.append((literal, answer))
        return answer


def paths(graph: Graph, function: Callable):
    """All results of a function that may ask: of each the literal of its condition and the result.

    Raises:
        NotSymbolic: there are more than `MOST_PATHS`.
    """
    plan, found = [], []
    while True:
        graph.choices = Choices(plan)
        result = function()
        asked = graph.choices.asked
        found.append((graph.all(literal ^ (not answer) for literal, answer in asked), result))
        # The next plan is the next leaf of a tree: the last True becomes False, and what was asked
        # behind it is asked anew.
        plan = [answer for _, answer in asked]
        while plan and not plan[-1]:
            plan.pop()
        if not plan:
            return found
        plan[-1] = False
        if len(found) == MOST_PATHS:
            raise NotSymbolic("the description chooses between too many answers")


class BitWord(Word):
    """A `words.Word` of literals, bit 0 first."""

    __slots__ = ("graph", "bits")

    def __init__(self, graph: Graph, bits: Sequence[int]):
        self.width, self.graph, self.bits = len(bits), graph, bits

    def _apply(self, operation, width, operands, parameter=None):
        bits = [operand.bits for operand in operands]
        return BitWord(self.graph, _OPERATIONS[operation](self.graph, width, bits, parameter))


def _each(name: str):
    def operation(graph, width, bits, _):
        return [getattr(graph, name)(a, b) for a, b in zip(*bits)]

    return operation


def _table(graph, width, bits, entries):
    # Equal halves of the table are one multiplexer, as in a decision diagram.
    known: dict[tuple, int] = {}

    def bit(values: tuple, count: int) -> int:
        if len(set(values)) == 1:
            return values[0]
        if values not in known:
            half = len(values) // 2
            known[values] = graph.mux(
                bits[0][count - 1], bit(values[half:], count - 1), bit(values[:half], count - 1)
            )
        return known[values]

    return [
        bit(tuple(entry >> place & 1 for entry in entries), len(bits[0])) for place in range(width)
    ]


def added(graph: Graph, a: Sequence[int], b: Sequence[int]) -> list[int]:
    """The sum of two words of one width, and its carry as one more bit."""
    carry, total = FALSE, []
    for x, y in zip(a, b, strict=True):
        either = graph.xor(x, y)
        total.append(graph.xor(either, carry))
        carry = graph.or_(graph.and_(x, y), graph.and_(either, carry))
    return [*total, carry]


_OPERATIONS = {
    "constant": lambda graph, width, bits, value: [value >> place & 1 for place in range(width)],
    "xor": _each("xor"),
    "and": _each("and_"),
    "or": _each("or_"),
    "add": lambda graph, width, bits, _: added(graph, *bits)[:width],
    "not": lambda graph, width, bits, _: [bit ^ 1 for bit in bits[0]],
    "slice": lambda graph, width, bits, low: bits[0][low : low + width],
    "ror": lambda graph, width, bits, amount: [*bits[0][amount:], *bits[0][:amount]],
    # `concat` has the most significant word first, and bits are stored from bit 0 on.
    "concat": lambda graph, width, bits, _: [bit for word in reversed(bits) for bit in word],
    "permute": lambda graph, width, bits, source: [bits[0][place] for place in source],
    "table": _table,
    "mux": lambda graph, width, bits, _: [
        graph.mux(bits[0][0], one, zero) for one, zero in zip(bits[1], bits[2])
    ],
}


def number(graph: Graph, bits: Sequence[int]) -> "Number | int":
    """The number with these bits, the least significant first."""
    if all(bit < 2 for bit in bits):
        return sum(bit << place for place, bit in enumerate(bits))
    return Number(graph, bits)


def bits_of(value: "Number | int", width: int) -> list[int]:
    """The bits of a number below 2 to the power of ``width``."""
    if isinstance(value, Number):
        # A literal that is not the constant 0 may be 1 for some data: cutting it off would change
        # the description.
        if any(value.bits[width:]):
            raise NotSymbolic(f"a number may have more than {width} bits")
        return [*value.bits[:width], *[FALSE] * (width - len(value.bits))]
    if not 0 <= value < 1 << width:
        raise NotSymbolic(f"{value} has more than {width} bits")
    return [value >> place & 1 for place in range(width)]


class Number:
    """A natural number of literals."""

    __slots__ = ("graph", "bits")
    # Equality may be a question here, so no number may be a key of a dictionary.
    __hash__ = None

    def __init__(self, graph: Graph, bits: Sequence[int]):
        self.graph, self.bits = graph, list(bits)
        while self.bits and self.bits[-1] == FALSE:
            self.bits.pop()

    def _pair(self, other) -> tuple[list[int], list[int]]:
        if not isinstance(other, Number | int):
            raise NotSymbolic(f"a number and {type(other).__name__}")
        width = max(
            len(self.bits), len(other.bits) if isinstance(other, Number) else other.bit_length()
        )
        return bits_of(self, width), bits_of(other, width)

    def _merged(self, operation: str, other):
        return number(
            self.graph, [getattr(self.graph, operation)(a, b) for a, b in zip(*self._pair(other))]
        )

    def __xor__(self, other):
        return self._merged("xor", other)

    def __and__(self, other):
        return self._merged("and_", other)

    def __or__(self, other):
        return self._merged("or_", other)

    def __add__(self, other):
        return number(self.graph, added(self.graph, *self._pair(other)))

    __rxor__, __rand__, __ror__, __radd__ = __xor__, __and__, __or__, __add__

    def __lshift__(self, amount: int):
        return number(self.graph, [FALSE] * amount + self.bits)

    def __rshift__(self, amount: "int | Number"):
        return shifted(self.graph, self.bits, amount)

    def __rrshift__(self, other: int):
        return shifted(self.graph, bits_of(other, max(1, other.bit_length())), self)

    def __rsub__(self, other: int):
        """Of a number that is never below this one."""
        width = max(1, other.bit_length())
        if other < (1 << len(self.bits)) - 1:
            raise NotSymbolic("a difference may be negative")
        # Two's complement: a - b is a + ~b + 1, without the carry.
        inverted = [bit ^ 1 for bit in bits_of(self, width)]
        total = added(self.graph, bits_of(other, width), inverted)[:width]
        return number(self.graph, added(self.graph, total, bits_of(1, width))[:width])

    def __mul__(self, other: "int | Number"):
        """By a constant, or by one bit."""
        # One bit times a word is a choice, as in a multiplication of GF(2^n) bit by bit.
        if not self.bits[1:]:
            return _where(self, other)
        if isinstance(other, Number):
            return _where(other, self)
        terms = [self << place for place in range(other.bit_length()) if other >> place & 1]
        return sum(terms[1:], terms[0]) if terms else 0

    __rmul__ = __mul__

    def __mod__(self, other: int):
        if other & other - 1:
            raise NotSymbolic("a remainder by what is no power of two")
        return self & other - 1

    def __eq__(self, other):
        if not isinstance(other, Number | int):
            return False
        return truth(
            self.graph, self.graph.all(self.graph.xor(a, b) ^ 1 for a, b in zip(*self._pair(other)))
        )

    def __ne__(self, other):
        return not self == other

    def __bool__(self):
        return bool(truth(self.graph, self.graph.all(bit ^ 1 for bit in self.bits) ^ 1))

    def __index__(self):
        raise NotSymbolic("the description takes a number that varies as an index")

    __int__ = __index__

    def to_bytes(self, length: int = 1, byteorder: str = "big"):
        """As that of ``int``."""
        bits = bits_of(self, 8 * length)
        parts = [tuple(bits[place : place + 8]) for place in range(0, 8 * length, 8)]
        return string(self.graph, parts[::-1] if byteorder == "big" else parts)


def _where(bit: Number, value: "int | Number") -> "int | Number":
    """A number where a bit is 1, else 0."""
    if bit.bits[1:]:
        raise NotSymbolic("a product of numbers that vary")
    width = len(value.bits) if isinstance(value, Number) else value.bit_length()
    graph = bit.graph
    return number(graph, [graph.and_(bit.bits[0], other) for other in bits_of(value, width)])


def shifted(graph: Graph, bits: Sequence[int], amount: "int | Number") -> "Number | int":
    """A number without its last bits, as many as ``amount`` says."""
    if isinstance(amount, int):
        return number(graph, bits[amount:])
    for place, select in enumerate(amount.bits):
        # A barrel shifter: bit n of the amount moves by 2^n or not at all.
        moved = [*bits[1 << place :], *[FALSE] * min(1 << place, len(bits))]
        bits = [graph.mux(select, one, zero) for one, zero in zip(moved, bits)]
    return number(graph, bits)


class Truth:
    """A bit that a description may ask for."""

    __slots__ = ("graph", "literal")

    def __init__(self, graph: Graph, literal: int):
        self.graph, self.literal = graph, literal

    def __bool__(self):
        return self.graph.choices.decide(self.literal)

    def __and__(self, other):
        other = other.literal if isinstance(other, Truth) else int(bool(other))
        return truth(self.graph, self.graph.and_(self.literal, other))

    __rand__ = __and__


def truth(graph: Graph, literal: int) -> "Truth | bool":
    """What a literal says."""
    # What does not vary stays a plain value, so that the description asks nothing.
    return literal == TRUE if literal < 2 else Truth(graph, literal)


def string(graph: Graph, parts: Sequence[tuple[int, ...]]) -> "String | bytes":
    """The byte string with these bytes, the bits of each the least significant first."""
    if all(bit < 2 for part in parts for bit in part):
        return bytes(sum(bit << place for place, bit in enumerate(part)) for part in parts)
    return String(graph, parts)


def parts_of(value: "String | bytes") -> list[tuple[int, ...]]:
    """The bits of each byte."""
    if isinstance(value, String):
        return value.parts
    return [tuple(byte >> place & 1 for place in range(8)) for byte in value]


class String:
    """A byte string of literals."""

    __slots__ = ("graph", "parts")
    __hash__ = None

    def __init__(self, graph: Graph, parts: Sequence[tuple[int, ...]]):
        self.graph, self.parts = graph, list(parts)

    def __len__(self):
        return len(self.parts)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return string(self.graph, self.parts[index])
        return number(self.graph, self.parts[index])

    def __iter__(self) -> Iterator["Number | int"]:
        return (number(self.graph, part) for part in self.parts)

    def __reversed__(self):
        return reversed(list(self))

    def __add__(self, other):
        return string(self.graph, [*self.parts, *parts_of(other)])

    def __radd__(self, other):
        return string(self.graph, [*parts_of(other), *self.parts])

    def __mul__(self, count: int):
        return string(self.graph, self.parts * count)

    def __eq__(self, other):
        if not isinstance(other, String | bytes | bytearray) or len(other) != len(self):
            return False
        return truth(
            self.graph,
            self.graph.all(
                self.graph.xor(x, y) ^ 1
                for a, b in zip(self.parts, parts_of(other))
                for x, y in zip(a, b)
            ),
        )

    def __ne__(self, other):
        return not self == other

    def ljust(self, width: int, fill: bytes = b" "):
        """As that of ``bytes``."""
        return self + fill * max(0, width - len(self))

    def rjust(self, width: int, fill: bytes = b" "):
        """As that of ``bytes``."""
        return fill * max(0, width - len(self)) + self

    def startswith(self, start: bytes) -> bool:
        """As that of ``bytes``."""
        return len(self) >= len(start) and bool(self[: len(start)] == start)

    def endswith(self, end: bytes) -> bool:
        """As that of ``bytes``."""
        return len(self) >= len(end) and bool(self[len(self) - len(end) :] == end)

    def rstrip(self, removed: bytes):
        """As that of ``bytes``, one byte after the other."""
        kept = self
        # Each byte is a question of its own, since how much is removed hangs on data.
        while len(kept) and any(bool(kept[-1] == byte) for byte in removed):
            kept = kept[:-1]
        return kept

    def hex(self) -> str:
        """For messages: what varies is not known."""
        return "?" * (2 * len(self))
