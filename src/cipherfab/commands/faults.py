# SPDX-License-Identifier: Apache-2.0
"""``cipherfab faults``."""

import tempfile
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..cores.bare import masked
from ..cores.build import build
from ..cores.corename import CoreName
from ..cores.names import parse
from ..errors import CallError
from ..plain import say
from ..primitives.by_gadgets import ByGadgets
from ..report import printing
from ..report.listing import listing
from ..verify.gates.injection import campaign
from ..verify.gates.injection.campaign import Tries
from .mapping import mapped
from .telling import Telling

ROUNDS = 7
"""Rounds of an unprotected core that get faults unless the call says it."""

SHOWN = 8
"""Places, or pairs, that are named of each outcome; ``--json`` has all."""


def run(
    core: str,
    tries: Tries,
    *,
    platform: str,
    recipe: str,
    rounds: int | None,
    every_cycle: bool = False,
) -> dict[str, Any]:
    """Map a bare primitive and inject faults into the last rounds of a call; see
    `verify.gates.injection.campaign`.

    Args:
        core, platform, recipe: what is mapped, where and how.
        tries: what is tried, but for its window.
        rounds: how many of the last ones, of the first computation if there are two; None: those
            that the core protects, or `ROUNDS`.
        every_cycle: faults in all cycles of a call, whatever ``rounds`` is.

    Raises:
        CallError: another kind of core, too many rounds, or a platform without a Liberty file.
    """
    # Refused before anything is built.
    name = _one_call(core)
    rounds, design, telling = rounds or name.redundant or ROUNDS, build(core), Telling()
    with tempfile.TemporaryDirectory(prefix="cipherfab-faults-") as scratch:
        directory = Path(scratch)
        made, liberty = mapped(design, platform, recipe, directory)
        found = campaign.assess(
            design,
            name.algorithm.primitive,
            directory / "netlist.v",
            liberty,
            directory,
            replace(tries, window=None if every_cycle else window(name, rounds)),
            told=telling.told,
        )
    telling.close()
    return {
        "core": str(name),
        "platform": platform,
        "recipe": recipe,
        "area_ge": made.area_ge,
        "rounds": None if every_cycle else rounds,
        **found,
    }


def _one_call(core: str) -> CoreName:
    """The name of a core whose calls can be injected.

    Raises:
        CallError: it is another kind of core.
    """
    name = parse(core)
    shapes = ("round", "unrolled", "masked")
    primitive, forks = name.algorithm.primitive, name.algorithm.forkcipher
    if not primitive or forks or name.architecture not in shapes:
        raise CallError(
            f"'{name}': expected a bare primitive that does not fork, in architecture "
            f"round, unrolled=k or masked=1."
        )
    return name


def window(name: CoreName, rounds: int) -> int:
    """Cycles from the first of these last rounds to the result; what is computed twice comes twice.
    A masked core takes a cycle for each stage of a round. It enters the second computation anew, or
    compares for a cycle more.
    """
    if name.architecture != "masked":
        # The last cycle of a core of k rounds may have fewer of the window, and counts whole.
        return -(-rounds // name.factor) + name.redundant
    described = masked(name)
    beside = 2 if isinstance(described, ByGadgets) else len(described.entry_functions())
    again = beside * bool(name.redundant)
    return (rounds + name.redundant) * len(described.round_functions()) + again


def show(found: dict[str, Any]) -> None:
    """Print what the faults did, and those that must not be."""
    gated = found["clock_gates"]
    say(
        f"{found['core']} on {found['platform']}, recipe {found['recipe']}: "
        f"{found['area_ge']:.0f} GE, {found['registers']} flip-flops, {found['gates']} gates, "
        f"{f'{gated} clock gates (which get no faults), ' if gated else ''}"
        f"{'with' if found['protected'] else 'without'} a port fault"
    )
    parts = found.get("directions") or {"call": found}
    for name, part in parts.items():
        where = "{} to {} of {} {}".format(*part["cycles"], "an" if name[0] in "ae" else "a", name)
        say(
            f"Each alone in each of the cycles {where}: "
            + (f"the last {found['rounds']} rounds" if found["rounds"] else "every cycle")
            + f", and while the result waits; {found['calls']} random "
            f"input{'s' * (found['calls'] > 1)}, the next call far off and right behind, "
            f"seed {found['seed']}"
        )
        _show_part(part)
    say(
        f"{found['simulated']} faults × cycles in {found['seconds']:.0f} s: "
        f"{found['simulated'] / found['seconds'] / 1e6:.1f} million per second"
    )
    say(
        f"{found['core']}: "
        + (
            "no single fault gave a wrong answer that was not detected"
            if found["passed"]
            else "some single faults gave wrong answers that were not detected"
        )
    )


def _show_part(part: dict[str, Any]) -> None:
    """Print what is known of first calls in one direction."""
    _show_kinds(part["kinds"])
    for outcome, places in part["places"].items():
        named = _together(places)
        say(
            f"  {outcome}, {len({place['place'] for place in places})} places: "
            + "; ".join(named[:SHOWN])
            + ("; …" if len(named) > SHOWN else "")
        )
    if part["pairs"]:
        _show_pairs(part["pairs"])
    if part["statistical"]:
        _show_ineffective(part["statistical"])


def _show_kinds(kinds: dict[str, dict[str, int]]) -> None:
    """A row for each kind of fault, and one for all of them."""
    # Every kind has the same columns, so the first one names them.
    total = {
        column: sum(counts[column] for counts in kinds.values())
        for column in next(iter(kinds.values()))
    }
    printing.show(
        listing(
            [{"fault": kind, **counts} for kind, counts in {**kinds, "all": total}.items()],
            worded=True,
        )
    )


def _together(places: list[dict[str, Any]]) -> list[str]:
    """Places in words, the bits of a word with the same faults as one."""
    found = defaultdict(list)
    for place in places:
        word, bracket, _ = place["place"].partition("[")
        cycles = place["cycles"]
        when = (
            f"{cycles[0]} to {cycles[-1]}"
            # Cycles without a gap are told as a range.
            if cycles[-1] - cycles[0] == len(cycles) - 1 > 0
            else ", ".join(map(str, cycles))
        )
        found[word + "[…]" * bool(bracket), place["kind"].partition(": ")[2], when].append(place)
    return [
        f"{len(bits)} bits of {word}: {kind} in {when}"
        if len(bits) > 1
        else f"{bits[0]['place']}: {kind} in {when}"
        for (word, kind, when), bits in found.items()
    ]


def _show_pairs(pairs: dict[str, Any]) -> None:
    counts = ", ".join(f"{pairs[outcome]} {outcome}" for outcome in campaign.OUTCOMES)
    say(
        f"Pairs of faults in the {len(pairs['sites'])} flip-flops and gates of control and "
        f"comparison, of which neither alone is missed or exposed (they decide nothing): "
        f"{pairs['injected']} injected: {counts}"
    )
    for pair in pairs["wrong"][:SHOWN]:
        say(
            "  missed or exposed: "
            + " with ".join(
                f"{place} {kind.partition(': ')[2]} in cycle {cycle}" for place, kind, cycle in pair
            )
        )


def _show_ineffective(found: dict[str, Any]) -> None:
    say(
        f"Ineffective faults, {found['inputs']} random inputs each, compared with "
        f"{found['secrets']} bits (they decide nothing; |z| above {found['threshold']} shows "
        f"it):"
    )
    _show_kinds(found["kinds"])
    strongest = sorted(found["places"], key=lambda place: -place["z"])
    for place in strongest[:SHOWN]:
        say(
            f"  {place['place']} {place['kind'].partition(': ')[2]} in {len(place['cycles'])} "
            f"cycles: no effect with {place['ineffective']:.1%} of the inputs, |z| = "
            f"{place['z']:.0f} with {place['with']}"
        )
    if len(strongest) > SHOWN:
        say(f"  and {len(strongest) - SHOWN} more places and kinds")


def exit_code(found: dict[str, Any]) -> int:
    """1 if a single fault gave something wrong and nothing said so."""
    return int(not found["passed"])
