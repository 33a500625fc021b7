# SPDX-License-Identifier: Apache-2.0
"""Messages in any order and number: every shape proved from every state that the others end in.

What is looked for is a set of facts about the registers: some hold a constant, some the bits of the
key in use, nothing is known of the others. It holds behind a reset; a cycle in which nothing is
offered keeps it; and from every state that has it each shape is answered as the specification says,
and ends in one that has it. So whatever was there before, a message that is offered once the answer
to the one before it was taken is answered right.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from .prove import OPEN, PROVED, REFUTED, RESET_CYCLES, Found
from .shapes import Shape
from .unroll import Machine

ROUNDS = 6
"""So often facts that a shape does not keep are given up, at most."""

Facts = list
"""For each register what is known of it, see `prove.Found.ends`."""


def any_order(
    machine: Machine,
    shapes: Sequence[Shape],
    ends: Sequence[Facts],
    proved: Callable[[Shape, Facts], Found],
    *,
    same_key: bool,
    deadline: float,
) -> Found:
    """Prove that the shapes may come in any order.

    Args:
        machine: the core.
        shapes: of one message each, proved from a reset.
        ends: what is known of the registers behind each of them.
        proved: proves a shape from a state with these facts.
        same_key: also without a new key.
        deadline: on the monotonic clock.

    Returns:
        `OPEN` with ``messages`` if some shapes are wrong: one of each kind, each wrong in some
        state.
    """
    begun = time.monotonic()
    anywhere, keyed = _first(machine, shapes, ends)
    wanted = [(shape, anywhere, keyed if shape.has_key else anywhere) for shape in shapes]
    if same_key:
        wanted += [(_with_key_in_use(shape), keyed, keyed) for shape in shapes]
    for _ in range(ROUNDS):
        changed, silent = _rested(machine, anywhere, keyed)
        early, wrong = True, {}
        if not silent:
            return _open("a word is on DO, or may be, where nothing was offered", begun)
        for shape, start, end in wanted:
            if time.monotonic() > deadline:
                return _open("no answer in time", begun)
            found = proved(shape, start)
            part = shape.parts[0]
            if found.verdict == REFUTED:
                # Perhaps no message leads to the state that this one begins in: others may do.
                wrong.setdefault((part.operation, part.new_key), (shape, found))
            elif found.verdict == OPEN:
                return _open(f"{shape.name}, behind any other: {found.detail}", begun)
            if wrong:
                continue
            early = early and found.early
            changed |= _given_up(end, found.ends)
            # Facts that hold anywhere must hold behind a key, too: `keyed` is the stronger set.
            changed |= _given_up(anywhere, keyed)
        if wrong:
            shape, found = next(iter(wrong.values()))
            return _open(
                f"{shape.name}, behind any other: {found.detail}",
                begun,
                [one for _, one in wrong.values()],
            )
        # The facts are kept by every shape: they are an invariant.
        if not changed:
            known = sum(fact is not None for fact in anywhere)
            with_key = "with a new key or the one in use" if same_key else "each with its key"
            return Found(
                verdict=PROVED,
                early=early,
                seconds=round(time.monotonic() - begun, 3),
                detail=f"{len(shapes)} shapes in any order and number, {with_key}, from "
                f"{known} facts about {len(anywhere)} registers",
            )
    return _open(f"no set of facts in {ROUNDS} rounds", begun)


def _first(machine: Machine, shapes: Sequence[Shape], ends: Sequence[Facts]) -> tuple[Facts, Facts]:
    """Facts that hold behind a reset and behind each shape, and facts that hold behind each shape
    with a key.
    """
    with_key = [end for shape, end in zip(shapes, ends) if shape.has_key]
    keyed: Facts = list(map(_plain, (with_key or ends)[0]))
    for end in with_key:
        _given_up(keyed, end)
    anywhere: Facts = machine.after_reset(RESET_CYCLES)
    for end in ends:
        _given_up(anywhere, end)
    _given_up(anywhere, keyed)
    return anywhere, keyed


def _rested(machine: Machine, anywhere: Facts, keyed: Facts) -> tuple[bool, bool]:
    """Give up the facts that a cycle changes in which nothing is offered; whether there are any,
    and whether DO is silent in it.
    """
    changed, silent = False, True
    for facts in (keyed, anywhere):
        while True:
            following, quiet = machine.rested(facts)
            silent &= quiet
            if not quiet or not _given_up(facts, following):
                break
            changed = True
    return _given_up(anywhere, keyed) or changed, silent


def _given_up(facts: Facts, end: Facts) -> bool:
    """Give up the facts that do not hold at this end; whether there are any."""
    lost = [
        place
        for place, known in enumerate(facts)
        if known is not None and _plain(end[place]) != known
    ]
    for place in lost:
        facts[place] = None
    return bool(lost)


def _plain(known) -> object:
    # Facts that come out of a cache are lists, as JSON has them.
    return (tuple(known[0]), known[1]) if isinstance(known, tuple | list) else known


def _with_key_in_use(shape: Shape) -> Shape:
    return replace(shape, parts=(replace(shape.parts[0], new_key=False),))


def _open(reason: str, begun: float, wrong: Sequence[Found] = ()) -> Found:
    """Args: ``wrong``: of shapes that are wrong from states that may never be reached."""
    shown = (
        {"messages": [one.messages[-1] for one in wrong], "waits": wrong[0].waits} if wrong else {}
    )
    return Found(verdict=OPEN, detail=reason, seconds=round(time.monotonic() - begun, 3), **shown)
