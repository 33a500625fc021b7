# SPDX-License-Identifier: Apache-2.0
"""What a benchmark does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..results.home import Home, default_home


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a benchmark does.

    Attributes:
        platforms, recipes: names.
        periods: target periods of the sweep, beside the relaxed one.
        seeds: synthesis or placement seeds at each period.
        seed: of stimulus, stalls and the choice of periods.
        netlist: verify the reported netlists too (links 3 and 4).
        energy: measure the energy of the reported netlist, and of that with the relaxed target.
        prove: prove messages too, on cores with the LWC API (link ``messages``).
        proof_seconds: for a shape of messages.
        root: the sources of third-party cores may lie anywhere below this folder; None: see
            `imports.third_party.load`.
        scheduler: address of a Dask scheduler, or None for ``workers`` processes here.
        home: where everything is kept.
        quiet: no progress display.
    """

    platforms: Sequence[str] = ("nangate45",)
    recipes: Sequence[str] = ("balanced",)
    periods: int = 3
    seeds: int = 3
    seed: int = 1
    netlist: bool = True
    energy: bool = False
    prove: bool = False
    proof_seconds: int = 120
    root: Path | None = None
    scheduler: str | None = None
    workers: int = 2
    home: Home = field(default_factory=default_home)
    quiet: bool = False
