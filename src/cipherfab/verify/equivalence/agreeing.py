# SPDX-License-Identifier: Apache-2.0
"""Two versions that agree wherever it matters: by one step of induction, where `sequential` finds
no invariant by itself.

A change may leave registers apart for as long as nobody reads them: of a message that is cut off
the bytes that are left, the mask of its last word, the state of a run that is given up. `AGREEING`
says when each is read. The claim is proved as a whole: from no state in which the versions agree so
is there a step to one in which they do not, or to an output that differs.
"""

from collections.abc import Collection, Iterator
from pathlib import Path

from ...design import Design
from .invariants import DATA
from .miter import Miter, after_reset, group
from .netlist import Netlist
from .sweeping import swept

METHOD = "sequential, after reset (induction with invariants, ABC &cec)"

COPIED = "buffer.first_is_copied"

READING_KEY = 2
"""State of the key reader in which it counts the bytes of a key."""

AGREEING = (
    (("pre.state_state", DATA), ("buffer.words__mask", "ending", "pre.bytes_left", "pre.eot",
                                 "pre.last_segment", "pre.passes")),
    (("pre.feeds", 1), ("buffer.words__mask",)),
    (("pre.settle_due", 1), ("buffer.words__mask",)),
    (("pre.header_due", 1), ("pre.bytes_left", "pre.eot")),
    (("keyreader.key_state_state", READING_KEY), ("ending", "pre.bytes_left")),
    # A run that was given up ends with whatever it has; the next one begins anew.
    (("mode.begins", 0), ("mode.out_x",)),
)  # fmt: skip
"""Of a word and its value, the registers that are read then."""

APART = frozenset({name for _, names in AGREEING for name in names} | {"pre.type_is_wrong"})
"""Registers that may differ; at other times than those of `AGREEING`."""


def agree(
    one: Netlist,
    two: Netlist,
    design: Design,
    holding: tuple[Collection[str], Collection[str]],
    directory: Path,
    *,
    seconds: int,
) -> bool:
    """Whether it is proved that nobody can tell the versions apart.

    Args:
        one, two: as of `sequential.compare_from_reset`.
        design: gives the ports and their rules.
        holding: of each the `invariants` that are proved of it.
        directory: existing, for graph and log.
        seconds: for the answer.
    """
    first = (after_reset(one, design), after_reset(two, design))
    miter = Miter(one, two, design, first=first, apart=APART, free=(), holding=holding)
    graph, pairs = miter.graph, list(_conditions(miter))
    # Only states that agree, reached with inputs that keep their rules, are looked at.
    outside = graph.some([miter.broken, *(before for before, _ in pairs)]) ^ 1
    wrong = [*miter.differing.values(), *(after for _, after in pairs)]
    asked = [graph.and_(literal, outside) for literal in wrong]
    return (
        _begins(miter)
        and swept(graph, asked, directory, "agreeing", seconds=seconds)[0] == "proved"
    )


def _begins(miter: Miter) -> bool:
    """Whether the versions agree in the first state: latches are 0 there, and a difference, or the
    flag of a copied word, is a latch as it is.
    """
    graph, (now, _) = miter.graph, miter.values("one")
    starts = {name: literal for name, literal in now.items() if name == COPIED}
    return all(
        literal == graph.input(("difference", called))
        for called, literal in miter.differences.items()
    ) and all(
        literal == graph.input(("register", "one", called)) for called, literal in starts.items()
    )


def _conditions(miter: Miter) -> Iterator[tuple[int, int]]:
    """Of each claim whether it is broken now, and in the next cycle."""
    graph, (now, later) = miter.graph, miter.values("one")
    for (word, value), names in AGREEING:
        bits = sorted(called for called in now if group(called) == word)
        if not bits:
            continue
        reads = [graph.equals([values[bit] for bit in bits], value) for values in (now, later)]
        for called, differ in miter.differences.items():
            if group(called) in names:
                after = miter.following(("difference", called))
                yield graph.and_(reads[0], differ), graph.and_(reads[1], after)
    # A copied first word is still offered.
    waited = ("waited", "pdi_valid")
    if waited in miter.latches and COPIED in now:
        yield (
            graph.and_(now[COPIED], graph.input(waited) ^ 1),
            graph.and_(later[COPIED], miter.latches[waited] ^ 1),
        )
