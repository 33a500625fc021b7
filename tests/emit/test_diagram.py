# SPDX-License-Identifier: Apache-2.0
"""Block diagrams, read from emitted Verilog."""

from xml.etree import ElementTree

import pytest

from cipherfab.cores.build import build
from cipherfab.emit.diagram import bits_of, diagram, ordered, read, wires

TEXT = """
module top (
    input wire clk,
    input wire [7:0] in_data,
    output wire [7:0] out_data
);
  wire [3:0] half;
  wire back;
  first_one first (
      .clk(clk),
      .data(in_data),
      .half(half),
      .again(back)
  );
  second_one second (
      .clk(clk),
      .half(half[3:0]),
      .result(out_data),
      .back(back)
  );
endmodule
module first_one (
    input wire clk,
    input wire [7:0] data,
    output reg [3:0] half,
    input wire again
);
  reg [4:0] not_clocked;
  reg [1:0] store [0:3];
  always_ff @(posedge clk) begin
    half <= data[3:0];
    if (again) store[0] <= data[1:0];
  end
endmodule
module second_one (
    input wire clk,
    input wire [3:0] half,
    output wire [7:0] result,
    output reg back
);
  always_ff @(posedge clk) back <= half[0];
endmodule
"""


def test_what_drives_what_is_read():
    """Bits between parts are those of the ports that a wire joins; a clock joins no parts."""
    modules = read(TEXT)
    feeds = wires(modules["top"], modules)
    assert feeds == {("first", "second"): 4, ("second", "first"): 1}
    assert ordered(["second", "first"], feeds) == ["first", "second"]
    assert ordered(["second", "first"], feeds, {"first"}) == ["second", "first"]


def test_flip_flops_are_what_a_clock_writes():
    """Registers of combinational blocks do not count, memories count whole, parts belong to it."""
    modules = read(TEXT)
    # `half`, and a memory of four words of two bits; no clock writes `not_clocked`.
    assert modules["first_one"].bits == 4 + 8
    assert bits_of("top", modules) == 13


@pytest.mark.parametrize("name", ["ascon-aead128/round,hash", "ascon-p-8", "ascon-p-8/full"])
def test_a_core_has_a_picture(name):
    """It is XML, has a box for each part, and is the same every time."""
    design = build(name)
    text = diagram(design)
    root = ElementTree.fromstring(text)
    said = {each.text for each in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(read("\n".join(design.sources.values()))[design.top].parts) <= said
    assert text == diagram(design)
