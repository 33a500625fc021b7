# SPDX-License-Identifier: Apache-2.0
"""PROLEAD, a program of others, on the mapped netlist."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from ....asked import flag, folder, number
from .judge import Found, Judge, Mapped
from .verdicts import of_test


@dataclass(frozen=True, kw_only=True)
class Prolead(Judge):
    """See `probing.prolead`; ``prolead`` in the result, None where it is not asked."""

    outside: ClassVar[bool] = True
    switch: ClassVar[str] = "prolead"

    prolead: Path | None = folder(
        "Let PROLEAD judge the netlist too; its files and its report go to DIR."
    )
    simulations: int = number(1_000_000, 1, 10**9, "PROLEAD's, for each probing set.")
    part: int | None = number(
        None,
        1,
        10**6,
        "Let PROLEAD judge so many cycles in a run; a run that has ended is not "
        "done again.  [default: all]",
        metavar="CYCLES",
    )
    ones: bool = flag(
        "Let PROLEAD compare how many ones a probe sees, not what it sees: this may "
        "miss a leak, but takes few simulations of a probe that sees much."
    )

    def refusal(self, *, bitserial: bool) -> str:
        """Of shares that come in many words."""
        return "--prolead is for cores that take all shares at once." if bitserial else ""

    def assess(self, on: Mapped) -> dict[str, Any]:
        """As `prolead_runs.judge`; the cycles of a call that are watched, with some in which the
        result waits if they are all.
        """
        if not self.asked():
            return {"prolead": None}
        from ..leakage import MARGIN, START
        from ..probing import prolead, prolead_runs
        from .coco import latency

        self.prolead.mkdir(parents=True, exist_ok=True)
        length, cycles = latency(on), on.common.cycles
        # Where all of a call is watched, its result is there and is compared too.
        whole = cycles is None or cycles > length
        # PROLEAD counts from the reset on, so the cycles in front of the call count too.
        watched = START + (length + MARGIN if whole else cycles)
        parts = prolead.write(
            on.design,
            on.netlist,
            on.liberty,
            self.prolead,
            simulations=self.simulations,
            cycles=watched,
            whole=whole,
            seed=on.seed,
            part=self.part,
            ones=self.ones,
        )
        on.begins(prolead_runs.PROGRAM, len(parts))
        said = prolead_runs.judge(self.prolead, on.design.top, parts, told=on.told)
        return {"prolead": {**said, "cycles": watched, "ones": self.ones}}

    @staticmethod
    def lines(found: Found) -> Iterator[str]:
        """What it found."""
        outside = found["prolead"]
        if not outside:
            return
        from ..probing.prolead_runs import THRESHOLD

        verdict = "FAIL" if outside["leaks"] else "pass"
        compared = "how many ones a probe sees" if outside["ones"] else "what a probe sees"
        yield (
            f"  {verdict}  PROLEAD (program {outside['program'][:12]}), glitches and transitions, "
            f"{compared}, {outside['cycles']} cycles in {outside['runs']} runs, "
            f"{outside['sets']} probing sets, {outside['simulations']} simulations "
            f"({outside['asked']} asked for), "
            f"{outside['seconds']:.0f} s: largest -log10(p) = {outside['log10_p']:.2f} (threshold "
            f"{outside['threshold']:.2f} for all; {outside['above']} sets above "
            f"{THRESHOLD:g}), {outside['probes']}"
        )

    @staticmethod
    def verdicts(found: Found) -> Iterator[str]:
        """One, where it was asked."""
        if found["prolead"]:
            yield of_test(found["prolead"]["leaks"])
