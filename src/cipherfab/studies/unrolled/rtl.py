# SPDX-License-Identifier: Apache-2.0
"""A block in simulation."""

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ...design import Design
from ...verify.finding import Finding
from ...verify.rtl.bare import BareSimulator
from .calls import Calls


def check_rtl(
    block: Design, calls: Mapping[str, Calls], directory: Path, *, seed: int
) -> list[Finding]:
    """Simulate the RTL, an output register behind it, with random stalls; ``calls`` by the name of
    the check.

    Returns:
        Findings, see `verify.finding`.
    """
    simulator, findings = BareSimulator.build(registered(block), directory), []
    for name, (inputs, outputs) in calls.items():
        start = time.monotonic()
        result = simulator.play(inputs, outputs, stall_seed=seed)
        detail = (
            result.failure
            and f"first mismatch: {result.failure}"
            or f"{result.results} calls, random stalls with seed {seed}"
        )
        findings.append(
            Finding("rtl", name, result.passed, detail, time.monotonic() - start, seed=seed)
        )
    return findings


def registered(block: Design) -> Design:
    """The block with an output register and the handshake of a bare core, for the simulator."""
    interface, top = block.interface, f"{block.top}_registered"
    ports = [f"input [{width - 1}:0] in_{name}" for name, width in interface.inputs.items()]
    ports += [f"output reg [{width - 1}:0] out_{name}" for name, width in interface.outputs.items()]
    wires = "".join(
        f"  wire [{width - 1}:0] next_{name};\n" for name, width in interface.outputs.items()
    )
    pins = [f".in_{name}(in_{name})" for name in interface.inputs] + [
        f".out_{name}(next_{name})" for name in interface.outputs
    ]
    update = "".join(f"      out_{name} <= next_{name};\n" for name in interface.outputs)
    text = (
        f"module {top}(input clk, input rst, input in_valid, output in_ready, output reg "
        f"out_valid, input out_ready,\n"
        f"    {', '.join(ports)});\n{wires}  {block.top} block({', '.join(pins)});\n"
        # The register is free when it is empty, or when its value leaves in this cycle.
        "  assign in_ready = !out_valid | out_ready;\n"
        "  always @(posedge clk) begin\n"
        "    if (in_ready) out_valid <= in_valid;\n"
        f"    if (in_ready & in_valid) begin\n{update}    end\n"
        # Only the valid bit is reset; the last assignment to a register wins, so it stands at the
        # end.
        "    if (rst) out_valid <= 0;\n  end\nendmodule\n"
    )
    return replace(
        block, top=top, sources={**block.sources, "registered.sv": text}, clock="clk", reset="rst"
    )
