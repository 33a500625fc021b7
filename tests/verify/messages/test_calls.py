# SPDX-License-Identifier: Apache-2.0
"""Calls of bare primitives, proved for all inputs, and planted faults found."""

from dataclasses import replace
from pathlib import Path

import pytest

from cipherfab.imports.designs import build
from cipherfab.verify.messages.check import check_messages

CORES = Path(__file__).parents[2] / "imports" / "cores"
GIFT = str(CORES / "verilog" / "gift64.toml")


def findings(design, directory, seconds=30):
    """What is said of a core."""
    return list(
        check_messages(
            design,
            directory,
            all_shapes=False,
            seconds=seconds,
            waveform=None,
            say=lambda text: None,
            kept=lambda job, prove: prove(),
        )
    )


@pytest.mark.parametrize(
    "name",
    [
        "speck-64-128",
        GIFT,
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in (
                "ascon-p-8",
                "gift-128",
                "skinny-128-384",
                "prince",
                str(CORES / "vhdl" / "held.toml"),
            )
        ),
    ],
)
def test_a_primitive_is_proved(tmp_path, name):
    """Each kind of calls gives what the primitive does, whatever the inputs: with valid and ready,
    and with a start and a level that says that it is done.
    """
    found = findings(build(name, None), tmp_path)
    assert found and all(one.passed for one in found), found
    assert {one.check.split(",")[0] for one in found} == {"one call", "2 calls"}


TRIGGER = """
  wire [63:0] clean;
  reg hit;
  always_ff @(posedge clk) if (in_valid & in_ready) hit <= in_plaintext == 64'h0123456789abcdef;
  assign out_ciphertext = clean ^ {63'd0, hit};
  assign result_is_free ="""


def test_a_trigger_of_64_bits_is_found(tmp_path):
    """A result that is wrong for one value of 64 bits is refuted, with the inputs that show it in
    simulation.
    """
    design = build("speck-64-128", None)
    spoilt = {
        name: text.replace("assign out_ciphertext = ", "assign clean = ").replace(
            "  assign result_is_free =", TRIGGER
        )
        for name, text in design.sources.items()
    }
    first, *_ = findings(replace(design, sources=spoilt), tmp_path)
    assert first.passed is False and "replayed in simulation" in first.detail
    assert first.more["counterexample"][0]["plaintext"] == 0x0123456789ABCDEF


GHOST = """
module planted (input wire clk, input wire rst, input wire in_valid, output wire in_ready,
    input wire [127:0] in_key, input wire [63:0] in_plaintext,
    output wire out_valid, input wire out_ready, output wire [63:0] out_ciphertext);
  wire valid;
  reg [3:0] since;
  reg [2:0] last;
  {core} core (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_key(in_key),
    .in_plaintext(in_plaintext), .out_valid(valid), .out_ready(out_ready),
    .out_ciphertext(out_ciphertext));
  assign out_valid = valid | since == {cycles} & last == 3;
  always @(posedge clk) begin
    if (in_valid & in_ready) last <= in_plaintext[2:0];
    if (rst) since <= 0;
    else if (valid & out_ready) since <= 1;
    else if (since != 0 & since != 15) since <= since + 1;
  end
endmodule
"""


@pytest.mark.parametrize("cycles", [6, 7, 8])
def test_a_result_too_many_is_found(tmp_path, cycles):
    """What follows some results as one more is refuted up to the last cycle that is looked at."""
    design = build("speck-64-128", None)
    planted = GHOST.format(core=design.top, cycles=cycles)
    first, *_ = findings(
        replace(design, top="planted", sources={**design.sources, "planted.sv": planted}), tmp_path
    )
    assert not first.passed and "out_valid depends on data" in first.detail


def test_what_is_not_served_is_open(tmp_path):
    """A core on shares is neither proved nor refuted."""
    (finding,) = findings(build("ascon-p-6/masked=1", None), tmp_path)
    assert finding.passed is None and "shares" in finding.detail


def test_no_time_proves_nothing(tmp_path):
    """A limit that is over leaves every kind open."""
    assert {one.passed for one in findings(build("speck-64-128", None), tmp_path, 0)} == {None}
