# SPDX-License-Identifier: Apache-2.0
"""Statements of a process: which are better written as such than as a choice of values, and what
they give without conditions.
"""

from collections.abc import Iterator

from .rtlil import Assign, Bits, Switch, Value, cut

MANY = 3
"""Cases of one selector from which on they are a ``case``."""


def plain(switch: Switch) -> bool:
    """Whether each case looks at one bit of the selector: ``if`` and ``else if``."""
    return all(
        not patterns or (len(patterns) == 1 and len(patterns[0].replace("-", "")) == 1)
        for patterns, _ in switch.cases
    )


def tabular(body: list) -> bool:
    """Whether statements are better written as such than as a choice of values: a ``case``, or one
    choice after another.
    """
    switches = [statement for statement in body if isinstance(statement, Switch)]
    return len(switches) > 1 or any(
        (not plain(switch) and len(switch.cases) >= MANY)
        or any(tabular(inner) for _, inner in switch.cases)
        for switch in switches
    )


def pruned(body: list) -> list:
    """Statements without the cases in which nothing happens."""
    found = []
    for statement in body:
        if isinstance(statement, Switch):
            cases = [(patterns, pruned(inner)) for patterns, inner in statement.cases]
            # Without a default and without ``-`` no case needs that another one did not match.
            if all(patterns for patterns, _ in cases) and not any(
                "-" in pattern for patterns, _ in cases for pattern in patterns
            ):
                cases = [(patterns, inner) for patterns, inner in cases if inner]
            # Nothing has to be told apart behind the last case that does something.
            while cases and not cases[-1][1]:
                cases.pop()
            if cases:
                found.append(Switch(statement.selector, cases))
        else:
            found.append(statement)
    return found


def usual(cases: list) -> list:
    """Cases as they are written: none in which nothing happens but in front of another one that
    hangs on it, and the opposite of a condition as what else happens.
    """
    if not any("-" in pattern for patterns, _ in cases for pattern in patterns) and all(
        patterns for patterns, _ in cases
    ):
        cases = [case for case in cases if case[1]]
    if sorted(patterns for patterns, _ in cases) == [("0",), ("1",)]:
        # The branch of a 1 comes first, so that it is the condition itself that is written.
        (first, body), (_, other) = sorted(cases, key=lambda case: case[0], reverse=True)
        return [(first, body), ((), other)]
    return cases


def pieces(body: list) -> Iterator[Bits]:
    """What the statements assign, each in one part."""
    for statement in body:
        if isinstance(statement, Assign):
            yield statement.target[0]
        else:
            for _, inner in statement.cases:
                yield from pieces(inner)


def overlaid(body: list, whole: int) -> Value:
    """What assignments without conditions give."""
    value: Value = (Bits("", 0, 0, "0" * whole),)
    for statement in body:
        target = statement.target[0]
        above, below = cut(value, whole - 1, target.high + 1), cut(value, target.low - 1, 0)
        value = above + statement.value + below
    return value
