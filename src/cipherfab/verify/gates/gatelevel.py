# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as a design: what was synthesized is simulated like the RTL it came from."""

from dataclasses import replace
from pathlib import Path

from ...design import Design
from ...errors import DesignError
from ...tools.yosys import run_yosys
from ..equivalence.mapped import mapped_script, named


def gate_design(
    design: Design, netlist: Path | str, cells: Path | str, directory: Path, *, timeout: float = 300
) -> Design:
    """The netlist with the functions of its cells, behind the design's own interface.

    Nothing of the design's sources is used. Flip-flops are modelled as the Liberty file says (scan,
    enable, set, reset); they power up with what the simulator gives a register, so a simulation
    should start from random values and a reset.

    Args:
        design: whose name, top module, ports and interface the result has.
        netlist: Verilog of cells.
        cells: their Liberty file (also ``.gz``), or Verilog models (``.v``, e.g. Yosys'
            ``+/ecp5/cells_sim.v``).
        directory: existing directory for the script, the log and ``gates.v``.
        timeout: seconds.

    Returns:
        A design of one source, ``gates.v``: single-bit assignments and always blocks.

    Raises:
        ToolError: Yosys failed; for example a cell of the netlist has no function in ``cells``.
        DesignError: the netlist is missing.
    """
    if not Path(netlist).is_file():
        raise DesignError(f"{design.name}: no netlist at {netlist}; implement the core first.")
    script = (
        mapped_script(netlist, cells, design.top)
        # `check -assert` fails for a net without a driver or with two: a simulator would go on with
        # some value.
        + "opt_clean -purge\ncheck -assert\nwrite_verilog -noattr gates.v\n"
    )
    run_yosys(
        script,
        directory=Path(directory),
        name="gates",
        timeout=timeout,
        readable=named(netlist, cells),
    )
    text = (Path(directory) / "gates.v").read_text()
    return replace(design, sources={"gates.v": text})
