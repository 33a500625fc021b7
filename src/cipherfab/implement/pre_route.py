# SPDX-License-Identifier: Apache-2.0
"""The pre-route delay of an FPGA's netlist: the longest path through its cells, by Yosys' ``sta``,
without a wire.

The family's cell models give the delays of look-up tables, multiplexers, carry chains and
flip-flops (``specify`` blocks). Nothing is placed, so nets take no time; after place and route half
of a path and more is wires. So it is no frequency of the device: it is called a pre-route delay
everywhere, and orders designs on one family.
"""

import re
from pathlib import Path

from ..errors import ToolError
from ..tools.yosys import run_yosys

NAME = "pre_route"
"""Stem of its script and log."""

# In ps, the unit of the cells' ``specify`` blocks.
ARRIVAL = re.compile(r"^Latest arrival time in '.*' is (\d+):", re.MULTILINE)

GAPS = ("has no timing arcs", "not recognised", "not a black- nor white-box")
"""What ``sta`` writes about a cell that it leaves out: a delay without it would be too short."""


def analyse(models: str, *, directory: Path, timeout: float) -> dict[str, float]:
    """``pre_route_delay_ns`` and ``pre_route_fmax_mhz`` of ``netlist.v``; setup of the flip-flop at
    the end included.

    Args:
        models: Verilog models of the cells with ``specify`` blocks, as Yosys names the file.
        directory: of the run.
        timeout: seconds.

    Raises:
        ToolError: Yosys failed, a cell has no delays, or there is no path.
    """
    # With -lib the models are boxes, of which only ports and delays are read.
    script = f"read_verilog -lib -specify {models}\nread_verilog netlist.v\nsta\n"
    log = run_yosys(script, directory=directory, name=NAME, timeout=timeout)
    gap = next((line for line in log.splitlines() if any(text in line for text in GAPS)), None)
    if gap:
        raise ToolError(f"no pre-route delay: {gap.strip()}; see {directory / NAME}.log")
    return read(log, f"{directory / NAME}.log")


def read(log: str, where: str = "") -> dict[str, float]:
    """The numbers of a log of ``sta``.

    Raises:
        ToolError: it has no path; ``where`` says which log.
    """
    found = ARRIVAL.search(log)
    if not found or not int(found[1]):
        raise ToolError(f"no pre-route delay: Yosys' sta found no path; see {where}")
    delay_ps = int(found[1])
    return {"pre_route_delay_ns": delay_ps / 1000, "pre_route_fmax_mhz": round(1e6 / delay_ps, 3)}
