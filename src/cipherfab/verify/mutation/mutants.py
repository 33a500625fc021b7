# SPDX-License-Identifier: Apache-2.0
"""Mutants of emitted RTL: one small change each, made on slang's syntax tree.

The sources are those that `cores` emits, or a core of others after its import: one statement for
each word, sizes on every constant, every part of a module in it. A change is one of `KINDS`; what
it changes is an expression, so a mutant is a text in the place of another, and many mutants fit
into one model: the expression becomes a choice by the number of the mutant (`schemata`).
"""

import random
import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...errors import CallError, DesignError

KINDS = {
    "operator": "another operator, an inversion left out, the two values of a choice swapped",
    "constant": "one bit of a constant flipped",
    "bit": "a neighbouring bit or range selected, or one bit of a word inverted",
    "condition": "a condition of if or ?: always, never, or just when it should not be",
    "handshake": "a signal of a handshake stuck at 0 or at 1",
    "statement": "an assignment under a condition left out, so that what was there stays",
    "reset": "a register, or some, not reset",
}
"""What changes, in the order in which they take turns."""

PACKAGE = """package cipherfab_mutants;
  function automatic int chosen();
    int number;
    return $value$plusargs("mutant=%d", number) != 0 ? number : 0;
  endfunction
  int number = chosen();
endpackage
"""
"""Says which mutant a simulation is; 0 is the original."""

OPERATORS = {
    "BinaryAndExpression": ("&", "|"),
    "BinaryOrExpression": ("|", "&"),
    "BinaryXorExpression": ("^", "|"),
    "AddExpression": ("+", "-"),
    "SubtractExpression": ("-", "+"),
    "EqualityExpression": ("==", "!="),
    "InequalityExpression": ("!=", "=="),
    "LessThanExpression": ("<", "<="),
    "LessThanEqualExpression": ("<=", "<"),
    "GreaterThanExpression": (">", ">="),
    "GreaterThanEqualExpression": (">=", ">"),
    "LogicalAndExpression": ("&&", "||"),
    "LogicalOrExpression": ("||", "&&"),
}
INVERSIONS = ("UnaryBitwiseNotExpression", "UnaryLogicalNotExpression")
SKIPPED = ("ImplicitType", "RegType", "LogicType", "VariableDimension",
           "HierarchyInstantiation", "EventControlWithExpression",
           "VariablePortHeader", "ParameterDeclarationStatement")  # fmt: skip
"""Nodes in which nothing is an expression that could be another one. A parameter must stay a
constant, and cannot be chosen by the number of the mutant.
"""

HANDSHAKE = re.compile(r"valid|ready|done|start|load|busy|active|idle|taken|accepted")
CONSTANT = re.compile(r"(\d+)'([hbd])([0-9a-fA-F_]+)")
DECLARATION = re.compile(
    r"^\s*(?:input|output|wire|reg|logic)\s+(?:reg\s+|wire\s+)?(?:\[(\d+):0\]\s+)?(\w+)",
    re.MULTILINE,
)
SELECT = re.compile(r"(\w+)\s*\[(\d+)(?::(\d+))?\]")


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One change.

    Attributes:
        number: from 1, in the order drawn.
        kind: a key of `KINDS`.
        file: name of the source.
        start, end: place of what changes, in characters.
        line: of its beginning, from 1.
        original, changed: the texts.
        module: in which it is.
    """

    number: int
    kind: str
    file: str
    start: int
    end: int
    line: int
    original: str
    changed: str
    module: str

    def to_json(self) -> dict[str, Any]:
        """As plain data; ``Mutant(**data)`` is the inverse."""
        return asdict(self)

    @property
    def title(self) -> str:
        """Place and change in one line."""
        shown = [
            text if len(text) <= 60 else f"{text[:57]}…" for text in (self.original, self.changed)
        ]
        return (
            f"{self.kind}, {self.module}, line {self.line}: "
            f"{' -> '.join(' '.join(text.split()) for text in shown)}"
        )


def draw(sources: Mapping[str, str], count: int, seed: int) -> list[Mutant]:
    """``count`` different mutants, or as many as there are: the kinds take turns, the place in each
    is drawn.

    Args:
        sources: Verilog by file name.
        count: how many.
        seed: of the choice; the mutants of a smaller count are the first of a larger one's.

    Raises:
        CallError: a count below 1.
        DesignError: the sources have nothing to change.
    """
    if count < 1:
        raise CallError(f"mutants: expected at least 1, got {count}")
    sites: dict[str, list[dict]] = {kind: [] for kind in KINDS}
    for name, text in sources.items():
        for site in _Finder(name, text).sites():
            sites[site["kind"]].append(site)
    if not any(sites.values()):
        raise DesignError("nothing to change: expected sources with assignments and conditions")
    dice, drawn = random.Random(seed), []
    # All are shuffled before one is drawn, so that a larger count begins with the mutants of a
    # smaller one.
    for places in sites.values():
        dice.shuffle(places)
    while len(drawn) < count and any(sites.values()):
        for kind in KINDS:
            if sites[kind] and len(drawn) < count:
                drawn.append(Mutant(number=len(drawn) + 1, **sites[kind].pop()))
    return drawn


def mutated(sources: Mapping[str, str], mutant: Mutant) -> dict[str, str]:
    """The sources with one mutant's change made."""
    text = sources[mutant.file]
    # In brackets, since operators around it may bind more tightly.
    changed = mutant.changed if mutant.kind == "statement" else f"({mutant.changed})"
    return {**sources, mutant.file: text[: mutant.start] + changed + text[mutant.end :]}


def schemata(sources: Mapping[str, str], mutants: Sequence[Mutant]) -> dict[str, str]:
    """The sources with all mutants in them: each is chosen by its number, see `PACKAGE`."""
    changed = {
        name: _with_choices(text, [mutant for mutant in mutants if mutant.file == name])
        for name, text in sources.items()
    }
    # First of all: a package is read before who uses it.
    return {"cipherfab_mutants.sv": PACKAGE, **changed}


def _with_choices(text: str, mutants: Sequence[Mutant]) -> str:
    # By beginning, the longest first: what encloses comes in front of what is in it.
    places = sorted({(mutant.start, -mutant.end) for mutant in mutants})
    by_place = {
        place: [mutant for mutant in mutants if (mutant.start, -mutant.end) == place]
        for place in places
    }
    return _between(text, 0, len(text), places, by_place)


def _between(text: str, start: int, end: int, places: list[tuple[int, int]], by_place: dict) -> str:
    """The text from ``start`` to ``end`` with the choices of all ``places`` in it, which are nested
    or apart.
    """
    parts, at = [], start
    while places:
        first, negated = place = places[0]
        last = -negated
        inner = [other for other in places[1:] if other[0] < last]
        parts += [
            text[at:first],
            _choice(by_place[place], _between(text, first, last, inner, by_place)),
        ]
        at, places = last, [other for other in places[1:] if other[0] >= last]
    return "".join([*parts, text[at:end]])


def _choice(mutants: Iterable[Mutant], original: str) -> str:
    for mutant in mutants:
        chosen = f"cipherfab_mutants::number == {mutant.number}"
        if mutant.kind == "statement":
            # Within begin and end, so that an else behind it belongs to the if that it belonged to.
            original = f"begin if (!({chosen})) begin {original} end end"
        else:
            original = f"({chosen} ? ({mutant.changed}) : ({original}))"
    return original


class _Finder:
    """Finds what can change in one source text."""

    def __init__(self, name: str, text: str):
        self.name, self.text = name, text
        self.lines = [found.start() for found in re.finditer("\n", text)]
        self.module, self.widths = "", {}

    def sites(self) -> Iterator[dict]:
        """What a `Mutant` consists of, without its number."""
        from pyslang.syntax import SyntaxTree

        # slang counts bytes: other characters, which stand in comments only, become one byte.
        one_byte_each = self.text.encode("ascii", "replace").decode("ascii")
        return self._walk(SyntaxTree.fromText(one_byte_each).root, conditional=False)

    def _span(self, node) -> tuple[int, int]:
        place = node.sourceRange
        return place.start.offset, place.end.offset

    def _of(self, node) -> str:
        start, end = self._span(node)
        return self.text[start:end]

    def _site(self, kind: str, node, changed: str) -> dict:
        start, end = self._span(node)
        # fmt: off
        return {"kind": kind, "file": self.name, "start": start,
                "end": end, "line": bisect(self.lines, start) + 1,
                "original": self.text[start:end], "changed": changed, "module": self.module}
        # fmt: on

    def _walk(self, node, *, conditional: bool) -> Iterator[dict]:
        """``conditional``: a statement here runs only under a condition."""
        kind = node.kind.name
        if kind in SKIPPED or not hasattr(node, "__iter__"):
            return
        if kind == "ModuleDeclaration":
            self.module, body = node.header.name.valueText, self._of(node)
            # Emitted text declares one name in a line, with 0 as its lowest bit.
            self.widths = {name: int(high or 0) + 1 for high, name in DECLARATION.findall(body)}
        handler: Callable[..., Iterator[dict]] | None = getattr(self, f"_{kind}", None)
        if handler:
            yield from handler(node, conditional)
        if kind in OPERATORS:
            yield from self._operator(node, *OPERATORS[kind])
        if kind in INVERSIONS:
            yield self._site("operator", node, self._of(node.operand))
        under = conditional or kind in ("ConditionalStatement", "CaseStatement")
        for child in self._expressions(node, kind):
            if child is not None:
                yield from self._walk(child, conditional=under)

    @staticmethod
    def _expressions(node, kind: str) -> Iterable:
        """The children that may change: not what is assigned to, and of a selection nothing."""
        if kind in ("AssignmentExpression", "NonblockingAssignmentExpression"):
            return [node.right]
        return [] if kind == "IdentifierSelectName" else node

    def _operator(self, node, old: str, new: str) -> Iterator[dict]:
        left, right = self._of(node.left), self._of(node.right)
        yield self._site("operator", node, f"{left} {new} {right}")
        # A term of a sum is left out.
        if old == "^":
            yield self._site("operator", node, left)

    def _ConditionalExpression(self, node, conditional: bool) -> Iterator[dict]:
        predicate, left, right = (
            self._of(part) for part in (node.predicate, node.left, node.right)
        )
        yield self._site("operator", node, f"{predicate} ? {right} : {left}")
        yield from (
            self._site("condition", node.predicate, value) for value in self._stuck(predicate)
        )

    def _ConditionalStatement(self, node, conditional: bool) -> Iterator[dict]:
        condition = self._of(node.predicate)
        if condition.strip() == "rst":
            yield self._site("reset", node.predicate, "1'b0")
        else:
            yield from (
                self._site("condition", node.predicate, value) for value in self._stuck(condition)
            )

    @staticmethod
    def _stuck(condition: str) -> tuple[str, str, str]:
        return "1'b0", "1'b1", f"!({condition})"

    def _IntegerVectorExpression(self, node, conditional: bool) -> Iterator[dict]:
        found = CONSTANT.fullmatch(self._of(node).replace(" ", ""))
        if found:
            size, value = (
                int(found[1]),
                int(found[3].replace("_", ""), {"h": 16, "b": 2, "d": 10}[found[2]]),
            )
            yield from (
                self._site("constant", node, f"{size}'h{value ^ 1 << bit:x}") for bit in _some(size)
            )

    def _IdentifierSelectName(self, node, conditional: bool) -> Iterator[dict]:
        found = SELECT.fullmatch(self._of(node))
        if not found:
            return
        high, low = int(found[2]), int(found[3] or found[2])
        for by in (1, -1):
            # A bit outside of the word would be an error of the text and no mutant.
            if low + by >= 0 and high + by < self.widths.get(found[1], 0):
                place = f"{high + by}:{low + by}" if found[3] else f"{high + by}"
                yield self._site("bit", node, f"{found[1]}[{place}]")

    def _AssignmentExpression(self, node, conditional: bool) -> Iterator[dict]:
        target, value = self._of(node.left).strip(), self._of(node.right)
        width = self.widths.get(target)
        if width and width > 1:
            yield from (
                self._site("bit", node.right, f"({value}) ^ {width}'h{1 << bit:x}")
                for bit in _some(width)
            )
        if width == 1 and HANDSHAKE.search(target):
            yield from (
                self._site("handshake", node.right, stuck)
                for stuck in ("1'b0", "1'b1")
                # A signal that is this constant already would not change.
                if value.strip().replace("h", "b") != stuck
            )

    _NonblockingAssignmentExpression = _AssignmentExpression

    def _ExpressionStatement(self, node, conditional: bool) -> Iterator[dict]:
        # Without a condition the register would never be written; that is another mistake than the
        # one meant here.
        if conditional and node.expr.kind.name in (
            "AssignmentExpression",
            "NonblockingAssignmentExpression",
        ):
            yield self._site("statement", node, ";")


def _some(width: int) -> list[int]:
    """Of the bits of a word some: the outermost, and one in the middle."""
    return sorted({0, width // 2, width - 1})
