# SPDX-License-Identifier: Apache-2.0
"""What all searches have in common: their platforms, how far they are, and whether what they found
is right.
"""

import time

from ..errors import CallError, DesignError
from ..implement import platforms
from ..plain import say
from ..runs.outcome import Outcome
from ..verify import chain
from ..verify.finding import findings_of


def cells_alone(platform: str, what: str) -> None:
    """Refuse a platform without standard cells.

    Args:
        platform: its name.
        what: why cells are needed, as the first half of the sentence.

    Raises:
        CallError: the platform is unknown, or an FPGA.
    """
    if platforms.find(platform).kind != "liberty":
        raise CallError(f"{what}; {platform} is an FPGA. Try --on nangate45 or --on sky130hd.")


class Progress:
    """Says on standard error how far a search is.

    Args:
        runs: all that it may try.
    """

    def __init__(self, runs: int):
        self.runs, self.tried, self.start = runs, 0, time.monotonic()

    def tell(self, count: int) -> None:
        """So many more were tried."""
        self.tried += count
        left = (time.monotonic() - self.start) / self.tried * (self.runs - self.tried)
        say(f"search: {self.tried} of {self.runs} tried, about {left / 60:.0f} min left", err=True)


def verdicts(outcome: Outcome, netlist: str) -> dict[str, bool | None]:
    """Of each link of evidence whether a netlist passed, see `verify.chain.outcomes`.

    Args:
        outcome: of a job that gives findings.
        netlist: which one it is, in words.

    Raises:
        DesignError: it computes something else than it should.
    """
    findings = findings_of(outcome.result) if outcome.ok else []
    if wrong := [item.detail for item in findings if item.passed is False]:
        raise DesignError(f"{netlist} is wrong: {wrong[0]}")
    return chain.outcomes(findings)
