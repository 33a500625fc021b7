# SPDX-License-Identifier: Apache-2.0
"""Blocks of Verilog whose registers or wires have other values in a simulation than in hardware,
told from the tree of slang alone: they do not wait for all that they read, or race for a register,
or read what they only set further down.

What functions and tasks of the same module read and set counts as if it stood in the block that
calls them.

Not told: registers that are set by ``++`` at an edge, outputs whose direction stands at the port
before, functions of packages, and clocks that come through ``<=`` of a block without an edge.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .slang_tree import (
    ASSIGNS,
    ASSIGNS_LATER,
    NAMES,
    SELECTS,
    assigned,
    inside,
    of_kind,
    read_in,
    spelling,
    tokens,
)

Found = tuple[str, Any]
"""A name and the token where it stands."""

DECLARES = ("PortDeclaration", "ImplicitAnsiPort", "NetDeclaration", "DataDeclaration")
"""Nodes whose declarators are signals, and no parameters."""

SUBROUTINES = ("FunctionDeclaration", "TaskDeclaration")

LOCAL = ("SequentialBlockStatement", *SUBROUTINES)

UNITS = ("AlwaysBlock", "AlwaysFFBlock", "AlwaysCombBlock", "ContinuousAssign", "NetDeclaration")
"""Nodes that run by themselves."""


@dataclass(frozen=True)
class _Unit:
    """One of `UNITS`: what it waits for, ``None`` if it is for what it reads; whether that is an
    edge; and what it does then.
    """

    kind: str
    events: Any
    edge: bool
    statement: Any


def dotted(modules: Iterable[Any]) -> set[str]:
    """Names of signals that are reached through an instance or a block: the last of each name with
    a dot that does not begin with a signal of its module.
    """
    return {
        tokens(name)[-1].valueText
        for module in modules
        for name in _paths(module, set(_declared(module)))
    }


class Blocks:
    """The blocks and assignments of a module.

    Args:
        module: node of the declaration.
        reached: names that other modules read, see `dotted`.
    """

    def __init__(self, module, reached: Iterable[str] = ()):
        self._module = module
        self._reached = set(reached)
        self._units = [_unit(node) for node in of_kind(module, UNITS)]
        self._subroutines = {
            spelling(node.prototype.name): node for node in of_kind(module, SUBROUTINES)
        }

    @cached_property
    def _signals(self) -> Mapping[str, Any]:
        """Of each net, variable and port that is declared for the whole module its first token."""
        return _declared(self._module)

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

    @cached_property
    def _fixed(self) -> set[str]:
        """Names that initial blocks set and nothing else does, as tables."""
        once = of_kind(self._module, ("InitialBlock",))
        files = [
            call
            for block in once
            for call in of_kind(block, ("InvocationExpression",))
            if tokens(call)[0].rawText.startswith("$readmem")
        ]
        found = {name for block in once for name, _ in assigned(block)}
        found |= {name.identifier.valueText for call in files for name in of_kind(call, NAMES)}
        return found - {
            name
            for node in (*of_kind(self._module, UNITS), *self._subroutines.values())
            for name, _ in assigned(node)
        }

    def too_short(self) -> Iterator[Found]:
        """Names that a block without an edge reads and does not wait for, each with a token; of a
        block that waits for nothing what it sets.
        """
        for unit in self._units:
            if unit.edge:
                continue
            # What only initial blocks set never changes, so no block has to wait for it.
            made = {name for name, _ in assigned(unit.statement)} | self._loops | self._fixed
            inner = [*self._inner(unit)]
            if unit.events is None:
                read = [*read_in(unit.statement)]
                some = {name.identifier.valueText for name in read} & {*self._signals}
                if unit.kind == "AlwaysBlock" and not some and not [*self._paths(unit.statement)]:
                    # `always @*` that reads no signal never runs; an `always_comb` does, once.
                    yield from dict(self._set_in(unit)).items()
                    continue
                # `@*` waits for what stands in the block itself, and not for what its functions
                # read.
                waited = {spelling(name) for name in read}
                paths: list = []
            else:
                waited = {spelling(name) for name in of_kind(unit.events, (*NAMES, "ScopedName"))}
                inner = [*read_in(unit.statement), *inner]
                paths = [*self._paths(unit.statement)]
            for name in inner:
                called = name.identifier.valueText
                known = called in made or not waited.isdisjoint((called, spelling(name)))
                if called in self._signals and not known:
                    yield called, name.identifier
            for path in paths:
                if spelling(path) not in waited:
                    yield spelling(path).replace(" ", ""), tokens(path)[0]

    def raced_for(self) -> Iterator[Found]:
        """Registers that a block sets with ``=`` at an edge, and others read, each with a token."""
        everywhere = Counter(
            name.identifier.valueText
            for name in read_in(self._module)
            if not inside(name, SUBROUTINES)
        )
        inner = [{name.identifier.valueText for name in self._inner(unit)} for unit in self._units]
        for number, unit in enumerate(self._units):
            if not unit.edge:
                continue
            # What is read elsewhere is what is read anywhere beyond this block.
            here = Counter(name.identifier.valueText for name in read_in(unit.statement))
            others = set().union(
                self._reached, self._outputs, *inner[:number], *inner[number + 1 :]
            )
            for name, token in self._set_in(unit, later=False):
                if name in self._loops or name not in self._signals:
                    continue
                if everywhere[name] > here[name] or name in others:
                    yield name, token

    def too_early(self) -> Iterator[Found]:
        """Names that a block without an edge, or a function or task that it calls and that keeps
        its variables, reads before it sets them, each with a token.
        """
        called: dict[str, Any] = {}
        for unit in self._units:
            if not unit.edge:
                called.update(self._called(unit.statement))
                if unit.kind.startswith("Always"):
                    yield from self._unset(unit.statement)
        for node in called.values():
            if not _automatic(node) and not _automatic(self._module):
                yield from self._unset(node)

    def _set_in(self, unit: _Unit, *, later: bool = True) -> Iterator[Found]:
        """What a block sets, itself or in what it calls; ``later`` as of `assigned`."""
        yield from assigned(unit.statement, later=later)
        for node in self._called(unit.statement).values():
            own = _own(node)
            yield from (one for one in assigned(node, later=later) if one[0] not in own)

    def _called(self, node) -> dict[str, Any]:
        """Functions and tasks of this module that are called, and what these call."""
        found: dict[str, Any] = {}
        stack = [node] if self._subroutines else []
        while stack:
            for name in of_kind(stack.pop(), NAMES):
                called = name.identifier.valueText
                if called in self._subroutines and called not in found:
                    found[called] = self._subroutines[called]
                    stack.append(found[called])
        return found

    def _inner(self, unit: _Unit) -> Iterator[Any]:
        """Names of signals that what a block calls reads; `always_comb` waits for those of
        functions.
        """
        for node in self._called(unit.statement).values():
            if unit.kind != "AlwaysCombBlock" or node.kind.name == "TaskDeclaration":
                own = _own(node)
                for name in read_in(node):
                    if name.identifier.valueText not in own:
                        yield name

    def _paths(self, node) -> Iterator[Any]:
        return _paths(node, {*self._signals})

    def _unset(self, statement) -> Iterator[Found]:
        """Names that are read above the first place where they are set with ``=``."""
        later = {name for name, _ in assigned(statement, later=False)} - self._loops
        done: set[str] = set()
        for name, token, sets in _in_order(statement):
            if sets:
                done.add(name)
            elif name in later and name not in done:
                done.add(name)
                yield name, token


def _unit(node) -> _Unit:
    kind = node.kind.name
    if kind in ("AlwaysBlock", "AlwaysFFBlock"):
        timed = node.statement
        if timed.kind.name == "TimingControlStatement":
            control = timed.timingControl
            if control.kind.name == "ImplicitEventControl":
                return _Unit(kind, None, False, timed.statement)
            return _Unit(kind, control, _has_edge(control), timed.statement)
    return _Unit(kind, None, False, node)


def _has_edge(events) -> bool:
    """Whether a list of sensitivity waits for an edge."""
    signals = of_kind(events, ("SignalEventExpression",))
    return any(one.edge and one.edge.valueText for one in signals)


def _declared(module) -> dict[str, Any]:
    return {
        one.name.valueText: one.name
        for declaration in of_kind(module, DECLARES)
        if not inside(declaration, LOCAL)
        for one in of_kind(declaration, ("Declarator",))
    }


def _paths(node, signals: set[str]) -> Iterator[Any]:
    """Names with a dot that do not begin with a signal, as a member of one does."""
    for name in of_kind(node, ("ScopedName",)):
        parts = [token.rawText for token in tokens(name)]
        if "." in parts and "::" not in parts and parts[0] not in signals:
            if name.parent is None or name.parent.kind.name != "ScopedName":
                yield name


def _own(subroutine) -> set[str]:
    """Names that a function or task declares itself, and its own."""
    found = {one.name.valueText for one in of_kind(subroutine, ("Declarator",))}
    return found | {spelling(subroutine.prototype.name)}


def _automatic(node) -> bool:
    """Whether a function, task or module says that its variables begin anew at each call."""
    head = node.header if node.kind.name == "ModuleDeclaration" else node.prototype
    return head.lifetime is not None and head.lifetime.valueText == "automatic"


def _in_order(node) -> Iterator[tuple[str, Any, bool]]:
    """Names in the order in which they are read, and set with ``=``: which, where, and whether it
    is set.
    """
    if node is None or hasattr(node, "rawText"):
        return
    kind = node.kind.name if hasattr(node, "kind") else ""
    if kind == "FunctionPrototype":
        return
    if kind.endswith(ASSIGNS):
        # The right side is read before the left one is set.
        yield from _in_order(node.right)
        for select in of_kind(node.left, SELECTS[:1]):
            yield from _in_order(select)
        for name in of_kind(node.left, NAMES):
            if kind != ASSIGNS_LATER and not inside(name, SELECTS, node.left):
                yield name.identifier.valueText, name.identifier, True
        return
    if kind in NAMES:
        yield node.identifier.valueText, node.identifier, False
    if kind == "DataDeclaration" and "static" not in str(node.modifiers).split():
        for one in node.declarators:  # and the commas between them
            if getattr(one, "initializer", None) is not None:
                yield from _in_order(one.initializer)
                yield one.name.valueText, one.name, True
        return
    for part in node:
        yield from _in_order(part)
