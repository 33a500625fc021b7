# SPDX-License-Identifier: Apache-2.0
"""Job function of `bench.jobs.gates_job`."""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from ...implement import platforms
from ...verify.equivalence.check import check_equivalence
from ...verify.finding import to_json
from ...verify.gates.check import check_gates


def run(job: Mapping, directory: Path) -> dict:
    """Links 3 and 4: ``inputs`` has ``design``, ``netlist`` (text), ``platform``, ``seed`` and
    ``proof_seconds``.
    """
    inputs = job["inputs"]
    design, cells = (
        Design.from_json(inputs["design"]),
        platforms.cells(platforms.find(inputs["platform"])),
    )
    netlist = directory / "netlist.v"
    netlist.write_text(inputs["netlist"])
    proof, gates = directory / "proof", directory / "gates"
    proof.mkdir()
    gates.mkdir()
    findings = check_equivalence(design, netlist, cells, proof, timeout=inputs["proof_seconds"])
    findings += check_gates(design, netlist, cells, gates, seed=inputs["seed"])
    return {"findings": to_json(findings)}
