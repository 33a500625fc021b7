"""The jobs of the study: blocks written as Verilog, their RTL simulated, their netlists evaluated and proved."""

import base64
import zlib
from collections.abc import Mapping
from pathlib import Path

from ...bench.jobs import MODEL, Job, modules, tool_versions
from ...design import Design
from ...implement import platforms
from ...runs.jobs import make_job
from .. import unrolled
from . import rows

SEED = 1
"""Of stimulus and stalls."""


def block_job(block: str) -> Job:
    """Write a block as Verilog."""
    return _job("block", "run_block", {"block": block}, f"write {block}", ("yosys",), "architectures")


def rtl_job(block: str, design: Design) -> Job:
    """Simulate a block."""
    inputs = {"block": block, "design": design.to_json(), "seed": SEED}
    return _job("block-rtl", "run_rtl", inputs, f"simulate {block}", ("verilator",), "verify")


def netlist_job(block: str, design: Design, netlist: Path, platform: str, proof_seconds: float) -> Job:
    """Evaluate the netlist at ``netlist`` on known answers; with a time limit above 0 also prove it."""
    packed = base64.b64encode(zlib.compress(netlist.read_bytes())).decode()     # a tenth of a netlist of many megabytes
    inputs = {"block": block, "design": design.to_json(), "netlist": packed, "platform": platform, "seed": SEED,
              "proof_seconds": proof_seconds}
    what = f"prove a netlist of {block}" if proof_seconds else f"evaluate a netlist of {block}"
    return _job("block-netlist", "run_netlist", inputs, what, ("yosys",), "verify", "implement")


def run_block(job: Mapping, directory: Path) -> dict:
    """Job function of `block_job`."""
    block = job["inputs"]["block"]
    return {"design": unrolled.design(block, rows.primitive(block)).to_json()}


def run_rtl(job: Mapping, directory: Path) -> dict:
    """Job function of `rtl_job`."""
    inputs = job["inputs"]
    calls = rows.calls(inputs["block"], inputs["seed"])
    return {"findings": unrolled.check_rtl(Design.from_json(inputs["design"]), calls, directory, seed=inputs["seed"])}


def run_netlist(job: Mapping, directory: Path) -> dict:
    """Job function of `netlist_job`."""
    inputs = job["inputs"]
    cells, calls = platforms.find(inputs["platform"]).path(), rows.calls(inputs["block"], inputs["seed"])
    netlist = directory / "netlist.v"
    netlist.write_bytes(zlib.decompress(base64.b64decode(inputs["netlist"])))
    findings = unrolled.check_netlist(Design.from_json(inputs["design"]), netlist, cells, calls, directory,
                                      proof_seconds=inputs["proof_seconds"])
    for file in directory.glob("*.json"):
        file.unlink()       # what Yosys read, as large as the netlist many times over
    return {"findings": findings}


def _job(kind: str, function: str, inputs: Mapping, label: str, tools: tuple[str, ...], *packages: str) -> Job:
    parts = (f"{unrolled.__name__}", f"{rows.__name__}", *modules(*MODEL, *packages))
    return make_job(kind, f"{__name__}:{function}", inputs, modules=parts, versions=tool_versions(*tools), label=label)
