# SPDX-License-Identifier: Apache-2.0
"""Clock gates: what a recipe puts in, the proof and the play at gate level see."""

import pytest

from cipherfab.commands.mapping import mapped
from cipherfab.cores.build import build
from cipherfab.design import Design
from cipherfab.energy.figures import measure
from cipherfab.errors import DesignError
from cipherfab.implement import timing
from cipherfab.implement.liberty import read
from cipherfab.implement.platforms import find
from cipherfab.verify.equivalence.check import check_equivalence
from cipherfab.verify.gates.check import check_gates

CORE = "skinny-64-64"


@pytest.fixture(scope="module")
def gated(tmp_path_factory):
    """The core with clock gates, its run, and the cells."""
    directory = tmp_path_factory.mktemp("gated")
    design = build(CORE)
    return design, directory, *mapped(design, "nangate45", "gated", directory)


def proved(design, netlist, library, directory) -> bool:
    """Whether netlist and RTL are equal."""
    directory.mkdir()
    (found,) = check_equivalence(design, netlist, library, directory, timeout=300)
    return found.passed


SLOW_ENABLE = """
module m(input clk, input [7:0] a, input [3:0] d, output reg [3:0] q);
  reg [7:0] s;
  wire [7:0] c = s * {s[3:0], s[7:4]};
  always @(posedge clk) begin
    s <= a;
    if (c[7]) q <= d;
  end
endmodule
"""
"""Registers whose data come from ports, and whose enable takes long."""


@pytest.mark.parametrize(
    "platform, least_ns",
    [("nangate45", 0.5), pytest.param("sky130hd", 1.5, marks=pytest.mark.slow)],
)
def test_the_enable_of_a_clock_gate_ends_a_path(platform, least_ns, tmp_path):
    """A frequency is not above what the gate's enable allows, setup included."""
    design = Design(name="m", top="m", sources={"m.sv": SLOW_ENABLE}, interface=None, reset="")
    made, _ = mapped(design, platform, "gated", tmp_path)
    found = made.timing["register_to_register"]
    assert made.delay_ns == found["delay_ns"] > least_ns and found["setup_ns"] > 0


@pytest.mark.parametrize("name", ["g1}];exit;[{", "g1;exit", "g{1}"])
def test_a_gate_whose_name_would_end_a_script_is_refused(name):
    """Nothing of a name of others is read as a command; hierarchy and indices are plain."""
    library = read(find("nangate45").path())
    netlist = "  CLKGATE_X1 \\{} (\n"
    assert timing.enables(netlist.format("u.s[0].g1"), library) == ["u.s[0].g1/E"]
    with pytest.raises(DesignError, match="is called"):
        timing.enables(netlist.format(name), library)


@pytest.mark.slow
def test_a_core_with_clock_gates_is_proved_and_plays(gated, tmp_path):
    """The state's flip-flops are behind a gate; the netlist equals the RTL and gives the known
    answers.
    """
    design, directory, made, library = gated
    assert made.cells["CLKGATE_X1"] >= 1
    assert proved(design, directory / "netlist.v", library, tmp_path / "proof")
    (tmp_path / "play").mkdir()
    assert all(
        found.passed
        for found in check_gates(
            design, directory / "netlist.v", library, tmp_path / "play", seed=1
        )
    )


@pytest.mark.slow
def test_a_gate_with_a_wrong_enable_is_refuted(gated, tmp_path):
    """A netlist whose gate opens with another signal differs from the RTL."""
    design, directory, _, library = gated
    text = (directory / "netlist.v").read_text()
    before, gate, after = text.partition("CLKGATE_X1")
    pin = after[after.index(".E(") : after.index(")", after.index(".E("))]
    (tmp_path / "netlist.v").write_text(before + gate + after.replace(pin, ".E(in_valid", 1))
    assert not proved(design, tmp_path / "netlist.v", library, tmp_path / "proof")


@pytest.mark.slow
def test_a_shut_gate_saves_the_clock(gated, tmp_path):
    """Idle takes less with gates than with enable flip-flops."""
    design, directory, made, library = gated
    other, cells = mapped(design, "nangate45", "area", tmp_path)
    with_gates, without = (
        measure(design, cells, place, fmax_mhz=run.fmax_mhz)
        for place, run in ((directory, made), (tmp_path, other))
    )
    idle, before = (found["tasks"]["idle"]["cycle_pj"] for found in (with_gates, without))
    assert idle < 0.7 * before
