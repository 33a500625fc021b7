# SPDX-License-Identifier: Apache-2.0
"""The toggles of a core on shares, for slow tests of whole cores."""

from pathlib import Path

from cipherfab.commands.mapping import on_cells
from cipherfab.cores.build import build
from cipherfab.verify.gates import message_leakage


def toggles(name: str, directory: Path, *, zeros: bool, traces: int, each: bool = False) -> dict:
    """What `message_leakage.assess` finds in so many traces of a core on Nangate45, `area`; with
    ``zeros`` all random bits are 0; ``each``: of every change of every net by itself, too.
    """
    design = build(name)
    with on_cells(design, "nangate45", "area") as made:
        netlist = made.directory / "netlist.v"
        return message_leakage.assess(
            design,
            netlist,
            made.liberty,
            directory,
            zeros=zeros,
            traces=traces,
            secrets=1,
            seed=1,
            each=each,
        )
