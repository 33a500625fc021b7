# SPDX-License-Identifier: Apache-2.0
"""Random sets of probes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from ....asked import flag, number
from .judge import Found, Judge, Mapped
from .verdicts import of_test


@dataclass(frozen=True, kw_only=True)
class Sets(Judge):
    """See `gates.sets`; ``sets`` in the result, None where none are asked for."""

    switch: ClassVar[str] = "sets"

    sets: int = number(
        0,
        0,
        10**6,
        "Also draw so many random sets of probes, with glitches and transitions, and "
        "judge each by a G-test of --traces traces.  [default: none]",
        metavar="N",
    )
    probes: int = number(1, 1, 4, "Of each of these sets.")
    apart: bool = flag("Each probe of such a set in a cycle of its own, not all in the same one.")

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `sets.assess`, and ``decides``: whether the core claims to be secure against so many
        probes; what more of them see, it does not hide.
        """
        if not self.asked():
            return {"sets": None}
        from .. import sets

        found = sets.assess(
            *on.given,
            sets=self.sets,
            probes=self.probes,
            apart=self.apart,
            traces=on.common.traces,
            seed=on.seed,
        )
        masking = on.design.interface.masking
        # Of a core without shares single probes decide: they find that it hides nothing.
        decides = found["probes"] <= (masking.order if masking else 1)
        return {"sets": {**found, "decides": decides}}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """The verdict, the strongest sets, and what it rests on."""
        drawn = found["sets"]
        if not drawn:
            return
        from ..leakage import CHANCE

        # A masked core of order d may show a secret to d + 1 probes: then there is no verdict.
        verdict = "FAIL" if fails(drawn) else "pass" if drawn["decides"] else "none"
        where = (
            ""
            if drawn["probes"] == 1
            else (", each in a cycle of its own" if drawn["apart"] else ", all in one cycle")
        )
        yield (
            f"  {verdict}  {drawn['sets']} random sets of {drawn['probes']} of {drawn['places']} "
            f"probes{where}, glitches and transitions, G-test of {drawn['traces']} traces, a fixed "
            f"secret against random ones, {drawn['by_ones']} sets by how many ones they see: "
            f"largest -log10(p) = {drawn['log10_p']:.2f} (threshold {drawn['threshold']:.2f}, "
            f"above it by chance once in {1 / CHANCE:.0f} runs), {drawn['above']} above, "
            f"{drawn['seconds']:.1f} s"
            f"{'' if drawn['decides'] else '; more probes than its order: decides nothing'}"
        )
        for one in drawn["named"]:
            places = " and ".join(f"{name} in cycle {cycle}" for name, cycle in one["probes"])
            yield f"    {one['log10_p']:.1f}: {places}"

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One, where some were drawn."""
        if found["sets"]:
            yield of_test(fails(found["sets"]))


def fails(drawn: Found) -> bool:
    """Whether a set of so few probes tells secrets apart that none should."""
    return drawn["decides"] and drawn["above"] > 0
