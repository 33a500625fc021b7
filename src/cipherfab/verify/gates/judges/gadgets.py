# SPDX-License-Identifier: Apache-2.0
"""A core that is made of gadgets: cones with all shares and single probes of the whole one, and
every set of probes of its parts.
"""

from collections.abc import Iterator
from typing import Any

from .exact import single_lines, told_apart
from .judge import Found, Judge, Mapped
from .verdicts import WORDS, of_exact, rests_on_composition


class Gadgets(Judge):
    """``parts`` and ``whole`` in the result, empty of another core."""

    def assess(self, on: Mapped) -> dict[str, Any]:
        """``parts``: of each `tuples.check`, its name and its area. ``whole``: ``complete``, names
        of nets whose cone has all shares of a bit; ``cones``, how many there are; ``single``, of a
        core of order 1 what `rounds.check`, or without random bits `permuted.check`, says of single
        probes, of a bit-serial core in the first cycles that are watched; else None; ``passed``,
        whether neither found anything; ``opened``: how words end whose shares may be in one
        cone, since their sum has no secret.
        """
        if not on.by_gadgets:
            return {"parts": [], "whole": {}}
        return {"parts": [_part(on, part) for part in on.parts], "whole": _whole(on)}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """The verdicts on the core and on its parts, and what they do not say."""
        core = found["whole"]
        if not core:
            return
        complete, single = core["complete"], core["single"]
        yield (
            f"  {'FAIL' if complete else 'pass'}  no cone of the whole core has all shares of a "
            f"bit{' but of the difference of both results' * bool(core.get('opened'))}: "
            f"{core['cones']} cones{''.join(f', {name}' for name in complete[:4])}"
        )
        if single:
            yield from single_lines(single, "the whole core")
        for part in found["parts"]:
            yield from _part_lines(part)
        if not single and not _composed(found):
            yield (
                "  not checked exactly: the whole core; that its parts may be put together, and "
                "rounds after each other, is not proved here"
            )
        if not single and found.get("composed"):
            yield f"  {rests_on_composition(found)}"

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """Of the core and of each part; a proof of composition, whose rules are of our own, does
        not stand in for single probes that could not be followed.
        """
        yield from map(of_exact, [*filter(None, [found["whole"]]), *found["parts"]])


def _composed(found: Found) -> bool:
    composed = found.get("composed")
    return bool(composed and composed["passed"] and composed["watched"] is None)


def _part(on: Mapped, part: Any) -> dict[str, Any]:
    from ..probing import tuples

    with on.mapped(part) as small:
        order = on.design.interface.masking.order
        # A part is small enough to try all sets of as many probes as the order says.
        said = tuples.check(small.design, read(small), order, seed=on.seed)
        return {"part": part.name, "area_ge": small.area_ge, **said}


def _whole(on: Mapped) -> dict[str, Any]:
    from ....architectures.protected.gadgets_redundant import DIFFERENCE
    from ..probing import permuted, rounds, structure

    netlist, masking = read(on), on.design.interface.masking
    # What is opened where results are compared is judged with all other probes.
    opened = DIFFERENCE if on.design.interface.again else ""
    complete, cones = structure.complete(netlist, masking.shares, opened=opened)
    # Without random bits nothing makes shares new; `permuted` shows that what stands for them is
    # uniform all the same.
    judge = rounds.check if masking.random else permuted.check
    longest = on.common.cycles if on.bitserial else None
    single = (
        # Single probes say nothing of order 2 and more; there the parts are judged by sets of
        # probes.
        judge(on.design, netlist, seed=on.seed, longest=longest) if masking.order == 1 else None
    )
    return {
        "complete": complete,
        "cones": cones,
        "opened": opened,
        "single": single,
        "passed": not complete and (single is None or single["passed"]),
    }


def read(on: Mapped) -> Any:
    """The netlist, as the exact checks take it."""
    from ..probing.symbolic import SymbolicNetlist

    return SymbolicNetlist.read(on.netlist, on.liberty, on.design.top, on.directory)


def _part_lines(part: Found) -> Iterator[str]:
    yield (
        f"  {WORDS[of_exact(part)]}  {part['part']}, by itself, "
        f"{part['area_ge']:.0f} GE: {part['model']}: {part['views']} views, {part['sets']} "
        f"sets of them judged, {part['seconds']:.1f} s"
    )
    if part["fault"]:
        yield f"    no verdict: {part['fault']}"
    if part["leak"]:
        places = " and ".join(f"{net} in cycle {cycle}" for net, cycle in part["leak"])
        between = told_apart(part["pair"])
        yield f"    {places}: {'tells apart ' + between if between else 'not decided'}"
