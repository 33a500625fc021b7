# SPDX-License-Identifier: Apache-2.0
"""A combinational loop is the design's fault, and is named."""

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.imports.third_party import load
from cipherfab.origin import LOOP

RING = """module tiny (input clk, input rst, input [199:0] a, input start, output reg [199:0] y);
  wire first, second;
  assign first = ~(second | a[0]);
  assign second = {last};
  always @(posedge clk) y <= {{a[199:1], second}};
endmodule
"""


@pytest.fixture
def ring(describe, monkeypatch, tmp_path):
    """The description of a core whose two gates drive each other, or do not."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return lambda last: describe(verilog=RING.format(last=last))


def test_a_loop_is_a_wrong_design_with_its_signals(ring):
    """`verify` of a core that never settles: exit code 1, and the names of the signals; no tool's
    abort.
    """
    result = CliRunner().invoke(cli.main, ["verify", str(ring("first | a[1]")), "--seed", "1"])
    assert result.exit_code == 1, result.output
    assert (
        "does not settle" in result.stderr
        and "through first (tiny.v:2), second (tiny.v:2)" in result.stderr
        and "Traceback" not in result.stderr
    )


def test_only_a_loop_of_bits_is_one(ring):
    """The note is there with a loop, and belongs to a verdict: what settles where it is played may
    not do so elsewhere, and timing cuts it open. It is not there without one.
    """
    assert any(note.startswith(LOOP) for note in load(ring("first | a[1]")).third_party.remarks)
    assert not any(note.startswith(LOOP) for note in load(ring("a[2] | a[1]")).third_party.notes)


def test_a_loop_that_no_value_closes_is_none(ring):
    """Gates in front of a loop decide whether it is one: here what they let through is always 0."""
    never = ring("first & (a[1] ^ a[2]) & ~(a[1] | a[2])")
    assert not any(note.startswith(LOOP) for note in load(never).third_party.notes)
