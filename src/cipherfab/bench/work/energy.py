# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.energy_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...energy.figures import measure
from ...implement import platforms
from ...implement.liberty import read, unpacked


def run(job: Mapping, directory: Path) -> dict:
    """Energy of a netlist: ``inputs`` has ``design``, ``netlist`` (text), ``platform``,
    ``fmax_mhz`` and ``stimulus_seed``; returns what `energy.figures.measure` does.
    """
    inputs = job["inputs"]
    (directory / "netlist.v").write_text(inputs["netlist"])
    library = unpacked(read(platforms.find(inputs["platform"]).path()))
    return measure(
        Design.from_json(inputs["design"]),
        library,
        directory,
        fmax_mhz=inputs["fmax_mhz"],
        seed=inputs["stimulus_seed"],
    )
