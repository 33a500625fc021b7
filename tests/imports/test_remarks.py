# SPDX-License-Identifier: Apache-2.0
"""What is said of Verilog that other tools read in another way."""

import pytest

from cipherfab.imports import remarks
from cipherfab.imports.description import read
from cipherfab.imports.sources import read_sources
from cipherfab.origin import BRANCH, HOLLOW

BARE = """[bare]
algorithm = "keccak-f-200"
latency = 1
inputs.x = "a"
outputs.x = "y"
"""
CORE = """module tiny (input clk, input rst, input [7:0] a, output reg [7:0] y);
  %s
  always @(posedge clk) if (rst) y <= 0; else y <= b;
endmodule
%s
"""
BRANCHES = """
`ifndef SYNTHESIS
`ifdef VERILATOR
wire [7:0] b = ~a;
`else
wire [7:0] b = a;
`endif
`else
wire [7:0] b = a;
`endif
"""


def notes(describe, inside: str, behind: str = "") -> list[str]:
    """Of `CORE` with something inside, and something behind it."""
    description = read(describe(verilog=CORE % (inside, behind), rest=BARE))
    return [*remarks.elaborated(description, read_sources(description))[1].notes]


def test_a_branch_within_one_that_is_hidden_is_told(describe):
    """A tool that does not define SYNTHESIS meets branches on its own macro that we never see."""
    (note,) = notes(describe, BRANCHES)
    assert note.startswith(f"{BRANCH}, and with VERILATOR the core is another one")
    assert not notes(describe, BRANCHES.replace("~", ""))


@pytest.mark.parametrize(
    "members, hollow",
    [
        ("", True),
        ("parameter W = 8;", True),
        ("specify (i => o) = (1, 1); endspecify", True),
        ("wire z = i;", False),
    ],
)
def test_a_module_that_only_declares_something_is_told(describe, members, hollow):
    """Values of parameters and delays compute nothing; a wire with a value is logic."""
    stub = f"module stub(input i, output o); {members} endmodule"
    found = notes(describe, "wire [7:0] b = a; wire o; stub s(.i(a[0]), .o(o));", stub)
    assert any(note.startswith(HOLLOW) for note in found) == hollow
