# SPDX-License-Identifier: Apache-2.0
"""Statements of a process without what has no effect: branches of constants, branches in which
nothing happens, choices between the same, values that are replaced at once.

The generators of controllers decide much when a core is made (``m.If(Const(0))``) and describe each
phase as if it stood alone; a reader sees what is left.
"""

from .rtlil import Assign, Bits, Switch, Value, cut, width

Cases = list[tuple[tuple[str, ...], list]]
"""Of a `rtlil.Switch`."""


def simplified(body: list) -> list:
    """The statements with the same effect, fewer or as many."""
    return _needed(_known(body), {})


def _known(body: list) -> list:
    """Statements with the choices that are made already."""
    found: list = []
    for statement in body:
        if isinstance(statement, Assign):
            found.append(statement)
            continue
        switch = _chosen(statement)
        cases = [(patterns, _known(inner)) for patterns, inner in switch.cases]
        if _complete(cases) and all(inner == cases[0][1] for _, inner in cases):
            found += cases[0][1]
        else:
            found.append(Switch(switch.selector, _told(cases)))
    return found


def _chosen(switch: Switch) -> Switch:
    """A choice by what is not constant of its selector."""
    bits = [
        cut(switch.selector, place, place)[0] for place in range(width(switch.selector) - 1, -1, -1)
    ]
    cases: Cases = []
    for patterns, body in switch.cases:
        fitting = tuple(
            found for pattern in patterns if (found := _fitted(pattern, bits)) is not None
        )
        # A pattern of dashes matches everything, as no pattern does.
        always = not patterns or any(set(pattern) <= {"-"} for pattern in fitting)
        if patterns and not fitting:
            continue
        cases.append((() if always else fitting, body))
        # A case that always matches hides all that follow.
        if always:
            break
    return Switch(*_narrowed(switch.selector, bits, cases))


def _fitted(pattern: str, bits: list[Bits]) -> str | None:
    """A pattern with nothing in the place of constants; None if they do not match."""
    found = ""
    for wanted, bit in zip(pattern, bits, strict=True):
        if not bit.wire and wanted not in ("-", bit.constant):
            return None
        found += wanted if bit.wire else "-"
    return found


def _narrowed(selector: Value, bits: list[Bits], cases: Cases) -> tuple[Value, Cases]:
    """A selector without the bits at which no pattern looks, and the patterns without them."""
    looked = [
        any(pattern[place] != "-" for patterns, _ in cases for pattern in patterns)
        for place in range(len(bits))
    ]
    if all(looked) or not any(looked):
        return selector, cases
    kept = tuple(bit for bit, looks in zip(bits, looked, strict=True) if looks)
    return _joined(kept), [
        (tuple("".join(letter for letter, looks in zip(pattern, looked, strict=True) if looks)
               for pattern in patterns), body) for patterns, body in cases]  # fmt: skip


def _joined(bits: tuple[Bits, ...]) -> Value:
    """Neighbouring bits of one wire as one part."""
    found: list[Bits] = []
    for bit in bits:
        last = found[-1] if found else None
        if last and bit.wire and last.wire == bit.wire and last.low == bit.high + 1:
            found[-1] = Bits(bit.wire, last.high, bit.low)
        else:
            found.append(bit)
    return tuple(found)


def _complete(cases: Cases) -> bool:
    """Whether one of the cases always happens."""
    # Of a selector of one bit these two are all values.
    patterns = {pattern for case, _ in cases for pattern in case}
    return any(not case for case, _ in cases) or patterns >= {"0", "1"}


def _told(cases: Cases) -> Cases:
    """The default behind one condition as the opposite condition, so that either may be left
    out."""
    if [patterns for patterns, _ in cases] in ([("1",), ()], [("0",), ()]):
        (first, body), (_, other) = cases
        return [(first, body), (("0",) if first == ("1",) else ("1",), other)]
    return cases


def _needed(body: list, later: dict[str, int], *, inner: bool = False) -> list:
    """Statements but those whose bits are given another value further down, whatever happens.

    Within a choice (``inner``), of an assignment of which some bits are, the others alone: Yosys
    0.70 reads ``if (c) x <= a; x[3] <= b;`` as if the second one came first.

    Args:
        body: in order.
        later: of each wire the bits, as a mask, that the statements behind these always give.
    """
    found, later = [], dict(later)
    for statement in reversed(body):
        if isinstance(statement, Assign):
            target = statement.target[0]
            mask = (1 << target.width) - 1 << target.low
            left = mask & ~later.get(target.wire, 0)
            if left:
                # Backwards, as all that is found is turned round at the end.
                found += reversed(_parts(statement, left)) if inner else [statement]
            later[target.wire] = later.get(target.wire, 0) | mask
        else:
            cases = [
                (patterns, _needed(inside, later, inner=True))
                for patterns, inside in statement.cases
            ]
            if any(inside for _, inside in cases):
                found.append(Switch(statement.selector, cases))
    # The statements were gone through from the last one on.
    return found[::-1]


def _parts(statement: Assign, bits: int) -> list[Assign]:
    """An assignment of some bits of its target alone, neighbours as one."""
    target, found = statement.target[0], []
    low = target.low
    while low <= target.high:
        high = low
        while high <= target.high and bits >> high & 1:
            high += 1
        if high > low:
            found.append(
                Assign(
                    (Bits(target.wire, high - 1, low),),
                    cut(statement.value, high - 1 - target.low, low - target.low),
                )
            )
        low = max(high, low + 1)
    return found
