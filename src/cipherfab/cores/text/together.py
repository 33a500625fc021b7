# SPDX-License-Identifier: Apache-2.0
"""The statements of several registers as one, so that a state machine is written as its phases are:
what happens in one stands in one place, whichever registers it changes.

Each register keeps the order of its own statements, and no statement reads what another one gives
(a clocked process gives all of it at its end), so any order between registers means the same.
"""

from collections.abc import Hashable, Iterable, Sequence
from graphlib import CycleError, TopologicalSorter

from .rtlil import Assign, Switch, Value


def groups(bodies: Sequence[list]) -> list[list[int]]:
    """Which bodies are written together: those with a choice by the same selector, directly or by
    way of others. Each group has its numbers in order.
    """
    found: list[tuple[set[Value], list[int]]] = []
    for number, body in enumerate(bodies):
        selectors = {statement.selector for statement in body if isinstance(statement, Switch)}
        near = [group for group in found if group[0] & selectors]
        rest = [group for group in found if not group[0] & selectors]
        found = [
            *rest,
            (
                selectors.union(*(group[0] for group in near)),
                sorted([number, *(one for group in near for one in group[1])]),
            ),
        ]
    return sorted(numbers for _, numbers in found)


def together(bodies: Sequence[list]) -> list | None:
    """All statements of these bodies, choices by the same selector joined.

    Returns:
        None if there is no order that keeps that of each body.
    """
    nodes: dict[Hashable, list] = {}
    order: TopologicalSorter = TopologicalSorter()
    for number, body in enumerate(bodies):
        before = None
        for key, statement in _keyed(body, number, nodes):
            nodes.setdefault(key, []).append(statement)
            order.add(key, *([before] if before is not None else []))
            before = key
    # Two bodies that have two choices the other way round cannot be one.
    try:
        return [statement for key in _sorted(order, nodes) for statement in _joined(nodes[key])]
    except CycleError:
        return None


def _keyed(
    body: list, number: int, nodes: dict[Hashable, list]
) -> Iterable[tuple[Hashable, object]]:
    """Each statement with what names it; a choice that can be joined with one of another body has
    its name.
    """
    seen: dict[Value, int] = {}
    for place, statement in enumerate(body):
        if isinstance(statement, Assign):
            yield (number, place), statement
            continue
        key = statement.selector, seen.get(statement.selector, 0)
        seen[statement.selector] = key[1] + 1
        others = nodes.get(key, [])
        fits = all(_fit(statement, other) for other in others)
        yield (key if fits else (number, place)), statement


def _fit(one: Switch, other: Switch) -> bool:
    """Whether the cases of two choices by the same selector mean the same beside each other."""
    first, second = ([patterns for patterns, _ in switch.cases] for switch in (one, other))
    if any("-" in pattern for case in first + second for pattern in case):
        return all(a == b for a, b in zip(first, second))  # one may have fewer
    return first == second or () not in first + second


def _sorted(order: TopologicalSorter, nodes: dict[Hashable, list]) -> Iterable[Hashable]:
    """What is ready first, assignments before choices, and in the order of the bodies."""
    rank = {
        key: (not isinstance(statements[0], Assign), place)
        for place, (key, statements) in enumerate(nodes.items())
    }
    order.prepare()
    ready: list[Hashable] = []
    while order.is_active():
        ready += order.get_ready()
        ready.sort(key=lambda key: rank[key])
        key = ready.pop(0)
        yield key
        order.done(key)


def _joined(statements: list) -> list:
    """One assignment, or one choice of all these."""
    if isinstance(statements[0], Assign) or len(statements) == 1:
        return statements
    cases: dict[tuple[str, ...], list[list]] = {}
    # That with the most cases has the order of all: others may have fewer (`_fit`).
    for switch in sorted(statements, key=lambda switch: -len(switch.cases)):
        for patterns, _ in switch.cases:
            cases.setdefault(patterns, [])
    for switch in statements:
        for patterns, body in switch.cases:
            cases[patterns].append(body)
    found = []
    for patterns, bodies in cases.items():
        joined = together(bodies)
        found.append(
            (patterns, [one for body in bodies for one in body] if joined is None else joined)
        )
    return [Switch(statements[0].selector, found)]
