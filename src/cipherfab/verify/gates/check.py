# SPDX-License-Identifier: Apache-2.0
"""Link 4 of the chain of evidence: known answers on a mapped netlist."""

from pathlib import Path

from ...design import Design
from ..finding import Finding
from ..rtl.check import play_all
from ..rtl.lwc_plays import Level
from .gatelevel import gate_design


def check_gates(
    design: Design,
    netlist: Path,
    cells: Path,
    directory: Path,
    *,
    seed: int,
    kat: Path | None = None,
    waveform: Path | None = None,
) -> list[Finding]:
    """Link 4: the same known answers on the mapped netlist whose area is reported."""
    gates = gate_design(design, netlist, cells, directory)
    return play_all(
        gates,
        directory,
        "gate",
        seed=seed,
        kat=kat,
        given=None,
        waveform=waveform,
        level=Level.NETLIST,
    )
