# SPDX-License-Identifier: Apache-2.0
"""The simulator of many traces at once: values, toggles, and the statistics of leakage."""

import pytest
from small_cells import CELLS, COUNTER, ENABLED, symbolic, synthesize

from cipherfab.errors import CallError, DesignError
from cipherfab.verify.gates import cells
from cipherfab.verify.gates.gatesim import Drive, GateSimulator, Stimulus
from cipherfab.verify.gates.probing.symbolic import SymbolicNetlist

XOR = """
module dut(input clk, input [7:0] a, input [7:0] b, output [7:0] y, output [7:0] z);
  reg [7:0] sum, a1, b1;
  always @(posedge clk) begin a1 <= a; b1 <= b; sum <= LEFT ^ RIGHT; end
  assign y = sum; assign z = a1 ^ b1;
endmodule
"""
"""Adds two shares. Whether that leaks is up to what is added."""


def simulator(text: str, directory) -> GateSimulator:
    """A design mapped to the small library."""
    synthesize(text, directory)
    return GateSimulator.build(directory / "netlist.v", directory / "cells.lib", "dut", directory)


def constant(value: int, **more) -> Drive:
    """A port that stays the same."""
    return Drive(kind="constant", value=value, **more)


def test_registers_count_as_the_rtl_says(tmp_path):
    """Reset to 9, then 3 is added in each enabled cycle: after three of them the register holds 18
    modulo 16.
    """
    ports = {"rst": constant(1, cycles=(0, 1)), "en": constant(1, cycles=(1, 4)), "in": constant(3)}
    found = simulator(COUNTER, tmp_path).play(
        Stimulus(ports=ports, cycles=6, capture=5), traces=1, seed=1, directory=tmp_path
    )
    assert found["outputs"]["out"] == [(9 + 3 * 3) % 16] * 8 and found["outputs"]["seen"] == [1] * 8
    assert found["traces"] == 512


def test_toggles_are_those_of_the_nets(tmp_path):
    """A pulse at the input toggles something when it comes, in the register, and when it ends;
    before and after, nothing.
    """
    ports = {"rst": constant(0), "en": constant(1), "in": constant(1, cycles=(1, 2))}
    sim = simulator(ENABLED, tmp_path)
    toggles = sim.play(Stimulus(ports=ports, cycles=5), traces=512, seed=1, directory=tmp_path)[
        "mean_toggles"
    ]
    assert toggles[0] == toggles[4] == 0 and all(
        count >= 1 and count == int(count) for count in toggles[1:4]
    )


@pytest.mark.parametrize("way", ["settled", "steps", "delays"])
def test_a_flip_flop_counts_by_the_output_that_is_connected(tmp_path, way):
    """A flip-flop of which only QN is connected toggles, and is tested, as one with Q alone; one
    with both counts once.
    """
    ports, found = {"in": Drive(kind="secret", secret="s")}, []
    stimulus = Stimulus(ports=ports, cycles=4, fixed={"s": (1, 1)})
    for pins in (".Q(out)", ".QN(out)", ".Q(out), .QN(other)"):
        (tmp_path / "cells.lib").write_text(CELLS)
        (tmp_path / "netlist.v").write_text(
            f"module dut(clk, in, out, other); input clk, in; output out, other;\n"
            f"SDFF r(.C(clk), .D(in), .SE(in), .SI(in), {pins}); endmodule\n"
        )
        sim = GateSimulator.build(tmp_path / "netlist.v", tmp_path / "cells.lib", "dut", tmp_path)
        if way == "delays":
            sim = sim.delayed({net: (1,) for state in sim.states for net in state.values()})
        played = sim.play(
            stimulus, traces=512, seed=1, directory=tmp_path, glitches=way != "settled", each=True
        )
        found.append((played["mean_toggles"], played["t"], played["event"]["count"]))
    assert found[0] == found[1] == found[2] and max(found[0][0]) > 0


def leakage(text: str, directory, *, glitches: bool = False, traces: int = 20_000) -> dict:
    """The test of ``y = a`` and ``b`` as two shares of a secret byte."""
    ports = {"a": Drive(kind="share", secret="byte"), "b": Drive(kind="secret", secret="byte")}
    stimulus = Stimulus(ports=ports, cycles=4, fixed={"byte": (8, 0x5A)}, capture=3)
    return simulator(text, directory).play(
        stimulus, traces=traces, seed=3, directory=directory, glitches=glitches
    )


@pytest.mark.parametrize("glitches", [False, True])
def test_a_sum_of_shares_leaks_and_shares_apart_do_not(tmp_path, glitches):
    """Where the shares meet, |t| is far above 4.5; a design that keeps them apart stays below with
    the same traces.
    """
    (tmp_path / "meet").mkdir()
    (tmp_path / "apart").mkdir()
    meets = leakage(
        XOR.replace("LEFT", "a").replace("RIGHT", "b"), tmp_path / "meet", glitches=glitches
    )
    apart = leakage(
        XOR.replace("LEFT ^ RIGHT", "a1").replace("a1 ^ b1", "{8{1'b0}}"),
        tmp_path / "apart",
        glitches=glitches,
    )
    assert max(map(abs, meets["t"])) > 20 and meets["curve"][-1][1] > 20
    assert max(map(abs, apart["t"])) < 4.5


def test_shares_add_up_to_their_secret(tmp_path):
    """The output that adds the shares is the secret, which is the fixed value in about half of the
    traces.
    """
    found = leakage(XOR.replace("LEFT", "a").replace("RIGHT", "b"), tmp_path, traces=5_000)
    assert found["outputs"]["y"] == found["secrets"]["byte"] and 0x5A in found["secrets"]["byte"]
    assert 0.4 < found["fixed"] / found["traces"] < 0.6


def test_the_same_seed_gives_the_same_statistics(tmp_path):
    """Two runs agree in every number but the time; another seed gives others."""
    sim = simulator(XOR.replace("LEFT", "a").replace("RIGHT", "b"), tmp_path)
    stimulus = Stimulus(ports={"a": Drive(kind="random"), "b": Drive(kind="fresh")}, cycles=4)
    first, second, other = (
        sim.play(stimulus, traces=1000, seed=seed, directory=tmp_path) for seed in (1, 1, 2)
    )
    assert first["mean_toggles"] == second["mean_toggles"] != other["mean_toggles"]


def test_data_on_a_control_output_is_noticed(tmp_path):
    """An output that should be equal in all traces and is not makes the run not uniform."""
    sim = simulator(XOR.replace("LEFT", "a").replace("RIGHT", "b"), tmp_path)
    ports = {"a": Drive(kind="random"), "b": constant(0)}
    assert not sim.play(
        Stimulus(ports=ports, cycles=4, control=("y",)), traces=1, seed=1, directory=tmp_path
    )["uniform"]
    equal = Stimulus(ports={"a": constant(7), "b": constant(0)}, cycles=4, control=("z",))
    assert sim.play(equal, traces=1, seed=1, directory=tmp_path)["uniform"]


def test_ports_must_all_be_driven(tmp_path):
    """A missing or unknown port is a wrong call that lists the ports."""
    sim = simulator(ENABLED, tmp_path)
    with pytest.raises(CallError, match="input ports"):
        sim.play(
            Stimulus(ports={"en": constant(1)}, cycles=1), traces=1, seed=1, directory=tmp_path
        )


def test_unknown_cells_and_loops_are_refused(tmp_path):
    """A cell without a function and a combinational loop are named."""
    (tmp_path / "cells.lib").write_text(CELLS)
    loop = (
        "module dut(input clk, input a, output y); wire n; NAND g(.A(a), .B(n), .Y(y)); NAND "
        "h(.A(y), .B(a), .Y(n)); endmodule"
    )
    (tmp_path / "netlist.v").write_text(loop)
    with pytest.raises(DesignError, match="combinational loop"):
        GateSimulator.build(tmp_path / "netlist.v", tmp_path / "cells.lib", "dut", tmp_path)


SHARES = """
module dut(input clk, input [7:0] a, input [7:0] b, output reg [7:0] y, output reg [7:0] z);
  always @(posedge clk) begin y <= a; z <= b; end
endmodule
"""


def test_the_variance_of_two_shares_tells_a_secret(tmp_path):
    """Two shares that are stored in one cycle have the same mean of toggles whatever the secret is,
    and another variance: of the second moment |t| is large, of the first it is not.
    """
    ports = {
        name: Drive(kind=kind, secret="byte", cycles=(1, 3))
        for name, kind in (("a", "share"), ("b", "secret"))
    }
    stimulus = Stimulus(ports=ports, cycles=4, fixed={"byte": (8, 0)}, capture=3)
    found = simulator(SHARES, tmp_path).play(stimulus, traces=20_000, seed=3, directory=tmp_path)
    assert max(map(abs, found["t"])) < 4.5 < 20 < max(map(abs, found["t_of_variance"]))
    assert found["curve"][-1][4] == pytest.approx(max(map(abs, found["t_of_variance"])))


IN_A_ROW = """
module dut(input clk, input [1:0] a, output y, output z);
  wire first, second, inverted;
  SDFF one (.C(clk), .D(a[0]), .SE(1'b0), .SI(a[1]), .Q(first));
  DFF two (.C(clk), .D(first), .Q(second), .QN(inverted));
  XOR left (.A(second), .B(a[1]), .Y(y)); INV right (.A(inverted), .Y(z));
endmodule
"""
"""Bit 0 of a two clocks later, in z; and the sum of that and bit 1 in y."""


def test_what_is_made_wrong_is_simulated_so(tmp_path):
    """A flip-flop that is left out passes its next state, and its inverse, in the same cycle; a
    gate that is moved to another net reads that. Both as `SymbolicNetlist` makes them.
    """
    (tmp_path / "cells.lib").write_text(CELLS)
    (tmp_path / "netlist.v").write_text(IN_A_ROW)
    whole = symbolic(tmp_path)
    sum_, first = whole.ports["y"][0], whole.registers["first"].q[0]
    ports = {"a": Drive(kind="given", values=[0b01, 0b00, 0b00, 0b00])}

    def outputs(netlist: SymbolicNetlist, cycle: int) -> tuple[int, int]:
        simulator = GateSimulator.of(
            netlist.module, cells.read(tmp_path / "cells.lib"), tmp_path, changes=netlist.changes
        )
        found = simulator.play(
            Stimulus(ports=ports, cycles=4, capture=cycle), traces=1, seed=1, directory=tmp_path
        )["outputs"]
        return found["y"][0], found["z"][0]

    assert [outputs(whole, cycle) for cycle in (1, 2, 3)] == [(0, 0), (1, 1), (0, 0)]
    early = whole.without(["second"])
    assert [outputs(early, cycle) for cycle in (1, 2, 3)] == [(1, 1), (0, 0), (0, 0)]
    moved = whole.rewired(sum_, 0, first)
    assert [outputs(moved, cycle) for cycle in (1, 2, 3)] == [(1, 0), (0, 1), (0, 0)]
    assert [outputs(moved.without(["second"]), cycle) for cycle in (1, 2)] == [(1, 1), (0, 0)]
