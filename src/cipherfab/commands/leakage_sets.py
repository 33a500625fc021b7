# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage --sets``: random sets of probes."""

from pathlib import Path
from typing import Any

from ..design import Design
from ..plain import say
from ..verify.gates import sets
from ..verify.gates.leakage import CHANCE


def run(
    design: Design, netlist: Path, liberty: Path, directory: Path, *, count: int, **options: Any
) -> dict[str, Any]:
    """What `sets.assess` says, and ``decides``: whether the core claims to be secure against so
    many probes; what more of them see, it does not hide.
    """
    found = sets.assess(design, netlist, liberty, directory, sets=count, **options)
    masking = design.interface.masking
    return {**found, "decides": found["probes"] <= (masking.order if masking else 1)}


def show(found: dict[str, Any]) -> None:
    """Print the verdict, the strongest sets, and what it rests on."""
    verdict = "FAIL" if fails(found) else "pass" if found["decides"] else "none"
    where = (
        ""
        if found["probes"] == 1
        else (", each in a cycle of its own" if found["apart"] else ", all in one cycle")
    )
    say(
        f"  {verdict}  {found['sets']} random sets of {found['probes']} of {found['places']} "
        f"probes{where}, glitches and transitions, G-test of {found['traces']} traces, a fixed "
        f"secret against random ones, {found['by_ones']} sets by how many ones they see: largest "
        f"-log10(p) = {found['log10_p']:.2f} (threshold {found['threshold']:.2f}, above it by "
        f"chance once in {1 / CHANCE:.0f} runs), {found['above']} above, {found['seconds']:.1f} s"
        f"{'' if found['decides'] else '; more probes than its order: decides nothing'}"
    )
    for one in found["named"]:
        places = " and ".join(f"{name} in cycle {cycle}" for name, cycle in one["probes"])
        say(f"    {one['log10_p']:.1f}: {places}")


def fails(found: dict[str, Any]) -> bool:
    """Whether a set of so few probes tells secrets apart that none should."""
    return found["decides"] and found["above"] > 0
