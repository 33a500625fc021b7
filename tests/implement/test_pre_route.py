# SPDX-License-Identifier: Apache-2.0
"""Tests of the pre-route delay: what is read of a log, and netlists whose delay is known."""

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement import pre_route

MODELS = "+/xilinx/cells_sim.v"

FLIP_FLOPS = """module t(input clk, input a, output q);
wire w, x;
FDRE f0(.C(clk), .CE(1'b1), .D(a), .R(1'b0), .Q(w));
LUT1 #(.INIT(2'h1)) l(.I0(w), .O(x));
FDRE f1(.C(clk), .CE(1'b1), .D(w), .R(x), .Q(q));
endmodule
"""
"""A flip-flop, a look-up table, and the reset of a flip-flop: 303 + 127 + 404 ps in the cells'
data.
"""


def test_setup_counts(tmp_path):
    """The delay is clock to output, look-up table and setup, by the cells' own data."""
    (tmp_path / "netlist.v").write_text(FLIP_FLOPS)
    found = pre_route.analyse(MODELS, directory=tmp_path, timeout=60)
    assert found == {"pre_route_delay_ns": 0.834, "pre_route_fmax_mhz": 1199.041}


def test_a_cell_without_delays_is_refused(tmp_path):
    """A netlist with a cell that has no delays gets no number, as it would be too small."""
    (tmp_path / "netlist.v").write_text(FLIP_FLOPS.replace("LUT1 #(.INIT(2'h1))", "strange"))
    with pytest.raises(ToolError, match="no pre-route delay"):
        pre_route.analyse(MODELS, directory=tmp_path, timeout=60)


def test_a_log_without_a_path_is_refused():
    """A log in which no path was found is no delay of zero."""
    for log in ("", "Latest arrival time in 't' is 0:\n"):
        with pytest.raises(ToolError, match="found no path"):
            pre_route.read(log)
