# SPDX-License-Identifier: Apache-2.0
"""Link 3 of the chain of evidence: a mapped netlist against its RTL."""

import time
from pathlib import Path

from ...design import Design
from ..finding import Finding
from . import power_up
from .proof import prove


def check_equivalence(
    design: Design, netlist: Path, cells: Path, directory: Path, *, timeout: float = 600
) -> list[Finding]:
    """Link 3: a proof that netlist and RTL are equivalent. Where it does not end, the finding says
    so; link 4 then stands alone.
    """
    start = time.monotonic()
    result = prove(design, netlist, cells, directory, timeout=timeout)
    detail = f"{result['verdict']} by {result['method']}, {result['compared']} points compared"
    if result["counterexample"]:
        differs = next(iter(result["counterexample"]["differs"].items()), None)
        detail += f"; first difference [RTL, netlist]: {differs}"
    more = {}
    if result["initial"]:
        told = power_up.listed(result["initial"])
        detail += f"; {told} {power_up.HAVE_INITIAL}, and the netlist has none"
        more = {"caveat": f"{told} {power_up.HAVE_INITIAL}, and the netlist has none"}
    elif result["verdict"] == "undecided":
        detail += "".join(f"; {note}" for note in result["notes"][-1:])
    # An undecided one is neither: the link is then open.
    passed = {"proved": True, "refuted": False}.get(result["verdict"])
    return [
        Finding(
            "equivalence",
            "RTL against netlist",
            passed,
            detail,
            time.monotonic() - start,
            more=more,
        )
    ]
