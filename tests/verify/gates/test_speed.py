# SPDX-License-Identifier: Apache-2.0
"""The comparison of the two simulators of netlists: it measures nothing that is not right."""

from dataclasses import replace

import pytest
from small_cells import synthesize

from cipherfab.design import BareInterface, Design
from cipherfab.errors import CallError, DesignError
from cipherfab.verify.gates import speed

ROTATE = """
module dut(input clk, input rst, input in_valid, input out_ready, input [39:0] in_a, input [2:0] in_b,
           output in_ready, output out_valid, output [39:0] out_y);
  reg [39:0] x; reg [2:0] left;
  assign in_ready = left == 0; assign out_valid = left == 1; assign out_y = x;
  always @(posedge clk) begin
    if (rst) left <= 0;
    else if (left == 0) begin if (in_valid) begin left <= 5; x <= in_a; end end
    else if (left != 1 || out_ready) begin left <= left - 1; x <= {x[38:0], x[39]} ^ {in_b, 37'h5}; end
  end
endmodule
"""  # noqa: E501
"""Five cycles for a call; ports of one word and of several."""

DESIGN = Design(
    name="rotate",
    top="dut",
    clock="clk",
    reset="rst",
    sources={"dut.v": ROTATE},
    interface=BareInterface(algorithm="", inputs={"a": 40, "b": 3}, outputs={"y": 40}),
)


def compare(directory, **changes) -> dict:
    """Both on `ROTATE`, a moment only."""
    synthesize(ROTATE, directory)
    options = {"cycles": 16, "seconds": 0.002, "repeats": 2, "seed": 1, **changes}
    return speed.compare(
        DESIGN, directory / "netlist.v", directory / "cells.lib", directory, **options
    )


def test_both_simulators_agree_and_are_measured(tmp_path):
    """Three outputs of eight traces in three cycles are equal, and every way has as many rates as
    repeats.
    """
    found = compare(tmp_path)
    assert found["checked"] == 3 * 8 * 3 and found["gates"] > 40 and found["stepped"] >= 1
    assert set(found["ways"]) == {*speed.WAYS, speed.VERILATOR}
    assert all(len(way["rates"]) == 2 and min(way["rates"]) > 0 for way in found["ways"].values())


def test_different_answers_are_no_measurement(tmp_path, monkeypatch):
    """If Verilator is given something else than the netlist, the first difference is told and
    nothing measured.
    """
    other = replace(DESIGN, sources={"dut.v": ROTATE.replace("37'h5", "37'h7")})
    monkeypatch.setattr(speed, "gate_design", lambda *_: other)
    with pytest.raises(DesignError, match="the simulators give different outputs"):
        compare(tmp_path)


def test_a_trace_without_a_result_is_refused(tmp_path):
    """Outputs that are equal because nothing has come out yet say nothing."""
    with pytest.raises(CallError, match="expected more cycles than a call takes"):
        compare(tmp_path, cycles=4)


def test_speed_is_evaluations_per_second_by_turns():
    """Rates are traces times evaluations over the seconds of the very run; a run takes as many
    traces as fit in the time.
    """
    played = []

    def run(name, cost):
        def some(traces):
            played.append((name, traces))
            return traces, traces * cost

        return some

    found = speed._measure({"a": run("a", 0.01), "b": run("b", 0.5)}, 100, 1.0, 3)
    assert found["a"] == {
        "traces": 100,
        "median": pytest.approx(100 / 0.01),
        "rates": pytest.approx([10_000] * 3),
    }
    assert found["b"]["traces"] == 2 and found["b"]["median"] == pytest.approx(200)
    assert played[-6:] == [("a", 100), ("b", 2)] * 3
