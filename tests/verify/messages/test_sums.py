# SPDX-License-Identifier: Apache-2.0
"""Sums of the RTL have the structure of those of the specification."""

from dataclasses import replace

import pytest
from tiny_cores import bare_core

from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.messages.bits import added
from cipherfab.verify.messages.graph import Graph
from cipherfab.verify.messages.unroll import Machine

SUM = """
module tiny(input clk, input [12:0] a, input [12:0] b, output [12:0] y, output [12:0] z);
  reg [12:0] held;
  always @(posedge clk) held <= b;
  assign y = a + held;
  assign z = a + b + 13'd5;
endmodule
"""


@pytest.mark.parametrize("ripple", [True, False])
def test_a_sum_of_the_rtl_is_one_node_with_that_of_the_specification(tmp_path, ripple):
    """Bit by bit a sum is the very literal that software makes, with a constant too; with the
    carries that Yosys makes it is not.
    """
    design = replace(bare_core(), sources={"tiny.sv": SUM})
    machine, graph = Machine(read_rtl(design, tmp_path, ripple=ripple), design), Graph()
    a, b, held = ([graph.input((name, bit)) for bit in range(13)] for name in "abc")
    once, five = added(graph, a, b)[:13], [1, 0, 1, *[0] * 10]
    expected = added(graph, a, held)[:13], added(graph, once, five)[:13]
    outputs, following = machine.step(graph, held, {"a": a, "b": b})
    assert following == b
    assert ((outputs["y"], outputs["z"]) == expected) is ripple
    for have, want in zip((outputs["y"], outputs["z"]), expected):
        assert list(map(graph.value, have)) == list(map(graph.value, want))
