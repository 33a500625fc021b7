# SPDX-License-Identifier: Apache-2.0
"""The FIFOs of the bridges: what a reset leaves in them."""

import shutil
import subprocess

import pytest
from kinds import bridge_files, designed

BENCH = """
module bench;
  reg clk = 0;
  reg rst = 1;
  reg valid = 0;
  integer at, left;
  always #5 clk = !clk;
  initial begin
    repeat (4) @(negedge clk);
    rst = 0;
    repeat (4) @(negedge clk);
    valid = 1;
    repeat (16) @(negedge clk);
    valid = 0;
    left = 0;
    for (at = 0; at < DEPTH; at = at + 1) left = left + (queue.words[at] === 8'ha5);
    $write("%0d ", left);
    rst = 1;
    @(negedge clk);
    left = 0;
    for (at = 0; at < DEPTH; at = at + 1) left = left + (queue.words[at] === 8'ha5);
    $display("%0d", left);
    $finish;
  end
  core_@KIND@ #(.Width(8), .Clears(CLEARS)) queue (@PORTS@,
    .in_data(8'ha5), .in_valid(valid), .in_ready(), .out_data(), .out_valid(), .out_ready(1'b0));
endmodule
"""
KINDS = {
    "fifo": (16, "apb", ".clk(clk), .rst(rst), .level()"),
    "async_fifo": (
        8,
        "axi4stream-two-clocks",
        ".in_clk(clk), .in_rst(rst), .out_clk(clk), .out_rst(rst)",
    ),
}
"""Words, a bridge that has it, and its ports."""


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("clears", [0, 1])
def test_a_reset_clears_each_word_if_it_is_asked_to(kind, clears, tmp_path):
    """All words are there before; behind a reset none is with `Clears`, and all are without it."""
    depth, bridge, ports = KINDS[kind]
    name = f"core_{kind}.sv"
    (tmp_path / name).write_text(bridge_files(designed("plain"), [], [bridge])[name])
    bench = BENCH.replace("@KIND@", kind).replace("@PORTS@", ports)
    bench = bench.replace("DEPTH", str(depth)).replace("CLEARS", str(clears))
    (tmp_path / "bench.v").write_text(bench)
    subprocess.run(["iverilog", "-g2012", "-o", "run", "bench.v", name], cwd=tmp_path, check=True)
    said = subprocess.run(["vvp", "run"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout.split()[:2] == [str(depth), str(0 if clears else depth)]


def test_a_core_that_zeroises_has_fifos_that_a_reset_clears():
    """Each bridge with FIFOs asks for it, and only for such a core."""
    for bridge, module in (("apb", "apb"), ("spi", "spi"), ("axi4stream-two-clocks", "axis_2clk")):
        for kind, clears in (("zeroises", 1), ("plain", 0)):
            text = bridge_files(designed(kind), [], [bridge])[f"core_{module}.sv"]
            assert f"localparam integer Clears = {clears};" in text
            assert text.count(".Clears(Clears)") == 3
