# SPDX-License-Identifier: Apache-2.0
"""Job function of `studies.low_latency.jobs.netlist_job`."""

import base64
import zlib
from collections.abc import Mapping
from pathlib import Path

from ....design import Design
from ....implement import platforms
from ....verify.finding import to_json
from ...unrolled.netlist import check_netlist
from ..calls import calls


def run(job: Mapping, directory: Path) -> dict:
    """A netlist evaluated and perhaps proved.

    ``inputs`` has ``block``, ``design``, ``netlist`` (compressed, in base 64), ``platform``,
    ``seed`` and ``proof_seconds``.
    """
    inputs = job["inputs"]
    cells, played = (
        platforms.find(inputs["platform"]).path(),
        calls(inputs["block"], inputs["seed"]),
    )
    netlist = directory / "netlist.v"
    netlist.write_bytes(zlib.decompress(base64.b64decode(inputs["netlist"])))
    findings = check_netlist(
        Design.from_json(inputs["design"]),
        netlist,
        cells,
        played,
        directory,
        proof_seconds=inputs["proof_seconds"],
    )
    for file in directory.glob("*.json"):
        file.unlink()  # what Yosys read, as large as the netlist many times over
    return {"findings": to_json(findings)}
