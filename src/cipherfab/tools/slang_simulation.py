# SPDX-License-Identifier: Apache-2.0
"""Some of what a simulator makes of Verilog and synthesis does not, told from the tree of slang
alone: what has no hardware at all, and blocks whose registers or wires have other values in a
simulation.

Not told: registers that are set by ``++`` at an edge, outputs whose direction stands at the port
before, and what is reached by a name with a dot.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from .slang_tree import identity, of_kind, spelling

SWITCHES = ("pullup", "pulldown", "bufif0", "bufif1", "notif0", "notif1", "nmos", "pmos", "cmos",
            "rnmos", "rpmos", "rcmos", "tran", "tranif0", "tranif1", "rtran", "rtranif0",
            "rtranif1")  # fmt: skip
"""Gates with strengths or without a value; the front end of Yosys drops some of them."""

WAITS = ("WaitStatement", "WaitForkStatement", "WaitOrderStatement")

NAMES = ("IdentifierName", "IdentifierSelectName")

DECLARES = ("PortDeclaration", "ImplicitAnsiPort", "NetDeclaration", "DataDeclaration")
"""Nodes whose declarators are signals, and no parameters."""

SELECTS = ("ElementSelect", "BitSelect")

ASSIGNS, ASSIGNS_LATER = "AssignmentExpression", "NonblockingAssignmentExpression"


def without_hardware(node) -> str:
    """What a statement or an instance is that no hardware does; empty of any other."""
    kind = node.kind.name
    if kind == "PrimitiveInstantiation" and node.type.valueText in SWITCHES:
        return f"'{node.type.valueText}'"
    if kind in WAITS:
        return "'wait'"
    if kind.endswith("AssertStatement") and any(_assigned(node.action)):
        return "an assignment in what an assertion does"
    return ""


def reached(uses: Mapping[str, Sequence[str]], top: str) -> set[str]:
    """The modules that a core is made of.

    Args:
        uses: by the name of a module those that it instantiates.
        top: its name; of one that is not there nothing is known, and all count.
    """
    found, stack = set(), [top] if top in uses else list(uses)
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            stack += [one for one in uses.get(name, ()) if one in uses]
    return found


def first_match(node) -> tuple[str, str] | None:
    """The word of a statement by which synthesis takes its branches for exclusive, and the word
    with which the first branch that fits counts, as it does in a simulator.
    """
    if node.kind.name not in ("CaseStatement", "ConditionalStatement"):
        return None
    word = node.uniqueOrPriority
    instead = {"unique": "priority", "unique0": ""}.get(word.valueText if word else "")
    return None if instead is None else (word, instead)


class Blocks:
    """The `always` blocks of a module that are written with a list of sensitivity.

    Args:
        module: node of the declaration.
    """

    def __init__(self, module):
        self._module = module
        self._blocks = [
            (block.statement.timingControl.expr, block.statement.statement)
            for block in of_kind(module, ("AlwaysBlock", "AlwaysFFBlock"))
            if block.statement.kind.name == "TimingControlStatement"
            and block.statement.timingControl.kind.name == "EventControlWithExpression"
        ]

    @cached_property
    def _signals(self) -> Mapping[str, Any]:
        """Of each net, variable and port that is declared for the whole module its first token."""
        return {
            one.name.valueText: one.name
            for declaration in of_kind(self._module, DECLARES)
            if not _inside(declaration, ("SequentialBlockStatement", "FunctionDeclaration"))
            for one in of_kind(declaration, ("Declarator",))
        }

    @cached_property
    def _loops(self) -> set[str]:
        """Names that count loops; each block that has one begins it anew."""
        return {
            name.identifier.valueText
            for loop in of_kind(self._module, ("ForLoopStatement",))
            for part in (*loop.initializers, *loop.steps)
            for name in of_kind(part, NAMES)
        }

    @cached_property
    def _outputs(self) -> set[str]:
        return {
            one.name.valueText
            for port in of_kind(self._module, ("PortDeclaration", "ImplicitAnsiPort"))
            if port.header.getFirstToken().valueText == "output"
            for one in of_kind(port, ("Declarator",))
        }

    def too_short(self) -> Iterator[tuple[str, Any]]:
        """Names that a block without an edge reads and does not wait for, each with a token."""
        for events, statement in self._blocks:
            if _has_edge(events):
                continue
            waited = {spelling(name) for name in of_kind(events, NAMES)}
            made = {name for name, _ in _assigned(statement)} | self._loops
            for name in _read(statement):
                called = name.identifier.valueText
                known = called in made or not waited.isdisjoint((called, spelling(name)))
                if called in self._signals and not known:
                    yield called, name.identifier

    def raced_for(self) -> Iterator[tuple[str, Any]]:
        """Registers that a block sets with ``=`` at an edge, and others read, each with a token."""
        everywhere = Counter(name.identifier.valueText for name in _read(self._module))
        for events, statement in self._blocks:
            if not _has_edge(events):
                continue
            here = Counter(name.identifier.valueText for name in _read(statement))
            for name, token in _assigned(statement, later=False):
                if name in self._loops or name not in self._signals:
                    continue
                if everywhere[name] > here[name] or name in self._outputs:
                    yield name, token


def _has_edge(events) -> bool:
    """Whether a list of sensitivity waits for an edge."""
    signals = of_kind(events, ("SignalEventExpression",))
    return any(one.edge and one.edge.valueText for one in signals)


def _inside(node, kinds: Sequence[str], top=None) -> bool:
    """Whether a part of a tree lies in one of these kinds, up to ``top`` if it is given."""
    while node.parent is not None and (top is None or node.sourceRange != top.sourceRange):
        node = node.parent
        if node.kind.name in kinds:
            return True
    return False


def _assignments(node) -> list:
    """The assignments in a part of a tree; of nothing none."""
    found: list = []
    if node is not None:
        node.visit(lambda part: found.append(part) if part.kind.name.endswith(ASSIGNS) else None)
    return found


def _targets(assignment) -> list:
    """The names that an assignment sets, and not those in selects on its left."""
    left = assignment.left
    return [name for name in of_kind(left, NAMES) if not _inside(name, SELECTS, left)]


def _assigned(node, *, later: bool = True) -> Iterator[tuple[str, Any]]:
    """Names that are assigned in a part of a tree, each with its token.

    Args:
        later: those of ``<=`` too.
    """
    for one in _assignments(node):
        if later or one.kind.name != ASSIGNS_LATER:
            for target in _targets(one):
                yield target.identifier.valueText, target.identifier


def _read(node) -> Iterator:
    """Names that are read in a part of a tree, but for those that are assigned too (``+=``)."""
    targets = {
        identity(target.identifier) for one in _assignments(node) for target in _targets(one)
    }
    for name in of_kind(node, NAMES):
        if identity(name.identifier) not in targets:
            yield name
