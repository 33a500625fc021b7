# SPDX-License-Identifier: Apache-2.0
"""What a simulator makes of Verilog and synthesis does not, told from the tree of slang alone: what
has no hardware at all, and blocks whose registers or wires have other values in a simulation.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

SWITCHES = ("pullup", "pulldown", "bufif0", "bufif1", "notif0", "notif1", "nmos", "pmos", "cmos",
            "rnmos", "rpmos", "rcmos", "tran", "tranif0", "tranif1", "rtran", "rtranif0",
            "rtranif1")  # fmt: skip
"""Gates with strengths or without a value; the front end of Yosys drops some of them."""

WAITS = ("WaitStatement", "WaitForkStatement", "WaitOrderStatement")

NAMES = ("IdentifierName", "IdentifierSelectName")

DECLARES = ("PortDeclaration", "ImplicitAnsiPort", "NetDeclaration", "DataDeclaration")
"""Nodes whose declarators are signals, and no parameters."""

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
            for block in _of_kind(module, ("AlwaysBlock", "AlwaysFFBlock"))
            if block.statement.kind.name == "TimingControlStatement"
            and block.statement.timingControl.kind.name == "EventControlWithExpression"
        ]

    @cached_property
    def _signals(self) -> Mapping[str, object]:
        """Of each net, variable and port that is declared for the whole module its first token."""
        return {
            one.name.valueText: one.name
            for declaration in _of_kind(self._module, DECLARES)
            if not _inside(declaration, ("SequentialBlockStatement", "FunctionDeclaration"))
            for one in _of_kind(declaration, ("Declarator",))
        }

    @cached_property
    def _loops(self) -> set[str]:
        """Names that count loops; each block that has one begins it anew."""
        return {
            name.identifier.valueText
            for loop in _of_kind(self._module, ("ForLoopStatement",))
            for part in (*loop.initializers, *loop.steps)
            for name in _of_kind(part, NAMES)
        }

    @cached_property
    def _outputs(self) -> set[str]:
        return {
            one.name.valueText
            for port in _of_kind(self._module, ("PortDeclaration", "ImplicitAnsiPort"))
            if port.header.getFirstToken().valueText == "output"
            for one in _of_kind(port, ("Declarator",))
        }

    def too_short(self) -> Iterator[tuple[str, object]]:
        """Names that a block without an edge reads and does not wait for, each with a token."""
        for events, statement in self._blocks:
            signals = _of_kind(events, ("SignalEventExpression",))
            if any(one.edge and one.edge.valueText for one in signals):
                continue
            waited = {_spelling(name) for name in _of_kind(events, NAMES)}
            made = {name for name, _ in _assigned(statement)} | self._loops
            for name in _read(statement):
                called = name.identifier.valueText
                known = called in made or not waited.isdisjoint((called, _spelling(name)))
                if called in self._signals and not known:
                    yield called, name.identifier

    def raced_for(self) -> Iterator[tuple[str, object]]:
        """Registers that a block sets with ``=`` at an edge, and others read, each with a token."""
        everywhere = Counter(name.identifier.valueText for name in _read(self._module))
        for events, statement in self._blocks:
            signals = _of_kind(events, ("SignalEventExpression",))
            if not any(one.edge and one.edge.valueText for one in signals):
                continue
            here = Counter(name.identifier.valueText for name in _read(statement))
            for name, token in _assigned(statement, later=False):
                if name in self._loops or name not in self._signals:
                    continue
                if everywhere[name] > here[name] or name in self._outputs:
                    yield name, token


def _of_kind(node, kinds: Sequence[str]) -> list:
    """The parts of a tree of these kinds, itself too."""
    found: list = []
    if node is not None:
        node.visit(lambda part: found.append(part) if part.kind.name in kinds else None)
    return found


def _inside(node, kinds: Sequence[str]) -> bool:
    """Whether a part of a tree lies in one of these kinds."""
    while node.parent is not None:
        node = node.parent
        if node.kind.name in kinds:
            return True
    return False


def _assigned(node, *, later: bool = True) -> Iterator[tuple[str, object]]:
    """Names that are assigned in a part of a tree, each with its token.

    Args:
        later: those of ``<=`` too.
    """
    found: list = []
    if node is not None:
        node.visit(lambda part: found.append(part) if part.kind.name.endswith(ASSIGNS) else None)
    for one in found:
        if later or one.kind.name != ASSIGNS_LATER:
            for target in _targets(one.left):
                yield target.identifier.valueText, target.identifier


def _targets(left) -> list:
    """Names on the left of an assignment, but for those in selects."""
    return [
        name
        for name in _of_kind(left, NAMES)
        if not _inside_up_to(name, left, ("ElementSelect", "BitSelect"))
    ]


def _inside_up_to(node, top, kinds: Sequence[str]) -> bool:
    while node is not None and node.kind.name not in kinds:
        if node.sourceRange == top.sourceRange:
            return False
        node = node.parent
    return node is not None


def _read(node) -> Iterator:
    """Names that are read in a part of a tree."""
    targets: set[tuple[int, int]] = set()

    def note(part) -> None:
        if part.kind.name.endswith(ASSIGNS) and not part.kind.name.startswith(("Add", "Sub")):
            for target in _targets(part.left):
                targets.add(_place(target.identifier))

    node.visit(note)
    for name in _of_kind(node, NAMES):
        if _place(name.identifier) not in targets:
            yield name


def _spelling(node) -> str:
    """A part of a tree without its spaces and comments."""
    tokens: list[str] = []
    node.visit(lambda part: tokens.append(part.rawText) if hasattr(part, "rawText") else None)
    return "".join(tokens)


def _place(token) -> tuple[int, int]:
    return token.location.buffer.id, token.location.offset
