# SPDX-License-Identifier: Apache-2.0
"""The jobs of the study: blocks written as Verilog, their RTL simulated, their netlists evaluated
and proved.
"""

import base64
import zlib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from ...bench.jobs import Job, tool_versions
from ...design import Design
from ...implement import platforms
from ...runs.jobs import make_job
from .variants import modules
from .work import block as write
from .work import netlist as evaluate
from .work import rtl as simulate

SEED = 1
"""Of stimulus and stalls."""


def block_job(block: str) -> Job:
    """Write a block as Verilog."""
    return _job("block", write, {"block": block}, f"write {block}", ("yosys",))


def rtl_job(block: str, design: Design) -> Job:
    """Simulate a block."""
    inputs = {"block": block, "design": design.to_json(), "seed": SEED}
    return _job("block-rtl", simulate, inputs, f"simulate {block}", ("verilator",))


def netlist_job(
    block: str, design: Design, netlist: Path, platform: str, proof_seconds: float
) -> Job:
    """Evaluate the netlist at ``netlist`` on known answers; with a time limit above 0 also prove
    it.
    """
    # a tenth of a netlist of many megabytes
    packed = base64.b64encode(zlib.compress(netlist.read_bytes())).decode()
    inputs = {
        "block": block,
        "design": design.to_json(),
        "netlist": packed,
        "platform": platform,
        "seed": SEED,
        "proof_seconds": proof_seconds,
    }
    what = f"prove a netlist of {block}" if proof_seconds else f"evaluate a netlist of {block}"
    return _job(
        "block-netlist", evaluate, inputs, what, ("yosys",), *platforms.modules_of(platform)
    )


def _job(
    kind: str, module: ModuleType, inputs: Mapping, label: str, tools: tuple[str, ...], *found: str
) -> Job:
    return make_job(
        kind,
        f"{module.__name__}:run",
        inputs,
        modules=[*modules(inputs["block"]), *found],
        versions=tool_versions(*tools),
        label=label,
    )
