# SPDX-License-Identifier: Apache-2.0
"""Cores whose start, ready and done are more than a bit that is 1 for a cycle."""

import shutil

import pytest

from cipherfab.design import Design
from cipherfab.errors import CallError
from cipherfab.imports import generics, native, third_party
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl.bare import BareSimulator

BUSY = """
module commanded (input clk, input reset_n, input [1:0] control, output busy, input [191:0] key,
             input [63:0] block, output [63:0] result);
  reg [191:0] kept;
  wire ready;
  always @(posedge clk) if (control == 1) kept <= #1 key;
  gift64 core (.clk(clk), .reset_n(reset_n), .next(control == 3), .ready(ready), .mode(2'd1),
               .key(kept), .block(block), .result(result));
  assign busy = !ready;
endmodule
"""
"""A key that is loaded by one value of a port, and a block by another; its register has a delay."""

SHARED = """load = { port = "control", width = 2, value = 1, inputs = ["key"] }
start = { port = "control", width = 2, value = 3 }
ready = { port = "busy", value = 0 }
done = { port = "busy", value = 0 }
"""


def busy(cores, handshake: str = SHARED):
    """The Verilog core with these handshakes, as a description."""
    path = cores / "verilog" / "gift64.toml"
    lines = [
        line
        for line in path.read_text().splitlines()
        if not line.startswith(("start", "ready", "done", "constants"))
    ]
    text = "\n".join(lines).replace('top = "gift64"', 'top = "commanded"')
    path.write_text(
        text.replace('"sbox.v"]', '"sbox.v", "commanded.v"]').replace(
            "inputs.key", f"{handshake}inputs.key", 1
        )
    )
    (path.parent / "commanded.v").write_text(BUSY)
    return path


def test_values_of_one_port_load_and_start(cores, tmp_path):
    """A core with a port of commands and one that says busy answers right, called in order and
    with keys that come twice, and is the same design as JSON.
    """
    design = third_party.load(busy(cores))
    assert Design.from_json(design.to_json()) == design
    inputs, outputs = genkat.calls("gift-64")
    twice = [call for call in range(8) for _ in range(2)]
    played = BareSimulator.build(design, tmp_path).play(
        [inputs[call] for call in twice], [outputs[call] for call in twice], stall_seed=5
    )
    assert played.failure is None


@pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
def test_a_start_that_must_stay_is_held(cores, tmp_path):
    """It is held until the core is done, in our bench and in GHDL's own simulation, whose names do
    not meet those of the ports; enumerations and single bits are generics as others are.
    """
    design = third_party.load(cores / "vhdl" / "held.toml")
    inputs, outputs = genkat.calls("gift-64")
    played = BareSimulator.build(design, tmp_path).play(inputs[:8], outputs[:8], stall_seed=5)
    assert played.failure is None
    found = native.call(design, inputs[:5])
    assert [{name: int(bits, 2) for name, bits in answer.items()} for answer in found] == [
        dict(answer) for answer in outputs[:5]
    ]


@pytest.mark.parametrize(
    "old, new, words",
    [
        (
            "value = 3",
            "value = 1",
            "on one port to have the same width and idle value, and values of",
        ),
        ("value = 3", "value = 3, idle = 2", "to have the same width and idle value"),
        (
            "value = 3",
            "value = 4",
            "start: expected a width of 1 to 32 bits and values that fit it",
        ),
        ("value = 3", "value = 0", "start: expected another value than when it is idle, 0"),
        ("value = 3", "vlaue = 3", "unknown key 'vlaue'"),
        ("width = 2, value = 3", "width = 3, value = 3", "to have the same width"),
        (
            '"busy", value = 0 }\ndone',
            '"busy", width = 2, value = 0 }\ndone',
            "expected 'busy' to be an output of",
        ),
    ],
)
def test_values_that_cannot_be_are_refused(cores, old, new, words):
    """What does not fit a port, says nothing, or says two things is refused before anything
    runs."""
    assert old in SHARED
    with pytest.raises(CallError) as error:
        third_party.load(busy(cores, SHARED.replace(old, new)))
    assert words in str(error.value)


def test_generics_are_written_as_their_types_say():
    """Text is quoted where the type is a string, a bit is a character, and the packages are used
    where a type comes from one.
    """
    text = """package one is type t is (a, b); end; entity other is port (x : in bit); end;
    entity top is -- generic (no : string);
      generic (NAME : string := "x"; K : t := a; B, C : in std_logic := '0'; N : natural := 3);
      port (x : in bit); end;"""
    types = generics.types_of([text], "Top")
    assert types == {"name": "string", "k": "t", "b": "std_logic", "c": "std_logic", "n": "natural"}
    values = {"NAME": "y", "K": "b", "C": 1, "N": 4}
    assert [generics.literal(types, *value) for value in values.items()] == ['"y"', "b", "'1'", "4"]
    assert [generics.option(types, *value) for value in values.items()] == ["y", "b", "'1'", "4"]
    assert generics.uses([("work", text)], types, values) == ["use work.one.all;"]
    assert generics.uses([("mine", text)], types, values) == ["use mine.one.all;"]
    assert generics.uses([("work", text)], types, ["NAME", "N"]) == []
