# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as a design: it simulates like the RTL, and holds nothing of it."""

import pytest
from small_cells import CELLS, COUNTER, ENABLED, compare, design, synthesize
from tiny_cores import bare_core

from cipherfab.design import Design
from cipherfab.errors import DesignError
from cipherfab.verify.equivalence.aig import FALSE, Aig
from cipherfab.verify.equivalence.netlist import Reader, read_rtl
from cipherfab.verify.gates.gatelevel import gate_design
from cipherfab.verify.rtl.bare import BareSimulator


def test_gate_design_does_what_the_rtl_does(tmp_path):
    """The netlist as a design keeps name, top and interface, holds no RTL, and is itself proved
    equal to the RTL.
    """
    netlist = synthesize(COUNTER, tmp_path)
    gates = gate_design(design(COUNTER), tmp_path / "netlist.v", tmp_path / "cells.lib", tmp_path)
    assert (gates.name, gates.top, gates.interface) == ("dut", "dut", design(COUNTER).interface)
    assert list(gates.sources) == ["gates.v"] and "constant" not in gates.sources["gates.v"]
    assert compare(gates.sources["gates.v"], netlist, tmp_path)["proved"]
    assert compare(COUNTER, gates.sources["gates.v"], tmp_path)["proved"]


def test_gate_design_of_a_scan_flip_flop_holds_its_value(tmp_path):
    """Run for four cycles, the gates of an enable flip-flop load when enabled and hold
    otherwise."""
    (tmp_path / "cells.lib").write_text(CELLS)
    (tmp_path / "netlist.v").write_text(
        """module dut(clk, rst, en, in, out); input clk, rst, en, in; output out; wire n;
      INV g(.A(en), .Y(n)); SDFF r(.C(clk), .D(in), .SE(n), .SI(out), .Q(out), .QN()); endmodule"""
    )
    gates = gate_design(design(ENABLED), tmp_path / "netlist.v", tmp_path / "cells.lib", tmp_path)
    cycles = [{"en": 1, "in": 1}, {"en": 0, "in": 0}, {"en": 1, "in": 0}, {"en": 0, "in": 1}]
    assert run(gates, cycles, tmp_path) == [1, 1, 0, 0]


def run(gates: Design, cycles: list[dict], directory) -> list[int]:
    """The register of a one-register design after each cycle, from power-up with 0."""
    netlist, graph = read_rtl(gates, directory), Aig()
    (register,) = netlist.registers
    known = {register.q: graph.input("q")} | {
        bits[0]: graph.input(name) for name, bits in netlist.inputs.items()
    }
    following = Reader(graph, netlist, known, "gates", lambda bit: FALSE).literal(register.d)
    values, state = [], 0
    for cycle in cycles:
        state = graph.simulate({"q": state, **cycle}, 1)[following]
        values.append(state)
    return values


def gates_of_tiny_core(directory, *, parity_inverted: bool = False) -> Design:
    """The netlist of a bare core, if wanted with an inverter too many before ``out_z``."""
    core = bare_core(width=33)
    netlist = synthesize(core.sources["tiny.v"], directory, top="tiny")
    if parity_inverted:
        assert ".Y(out_z)" in netlist
        changed = netlist.replace(".Y(out_z)", ".Y(right)").replace(
            "endmodule", "INV extra(.A(right), .Y(out_z));\nendmodule"
        )
        (directory / "netlist.v").write_text(changed)
    return gate_design(core, directory / "netlist.v", directory / "cells.lib", directory)


def play(gates: Design, builds):
    """Six calls with stalls."""
    inputs = [{"x": (index * 0x123456789ABCDEF) % (1 << 33)} for index in range(6)]
    outputs = [
        {"y": (call["x"] + 1) % (1 << 33), "z": call["x"].bit_count() & 1} for call in inputs
    ]
    return BareSimulator.build(gates, builds).play(inputs, outputs, stall_seed=1)


def test_netlist_passes_in_the_simulator(builds, tmp_path):
    """The gates of a core pass what the core passes."""
    assert play(gates_of_tiny_core(tmp_path), builds).failure is None


def test_changed_netlist_fails_in_the_simulator(builds, tmp_path):
    """With one inverter too many the same run fails at the output behind it."""
    assert "z: expected" in play(gates_of_tiny_core(tmp_path, parity_inverted=True), builds).failure


def test_missing_netlist_is_named(tmp_path):
    """A netlist that is not there is a refusal with its path."""
    with pytest.raises(DesignError, match="nowhere.v"):
        gate_design(design(ENABLED), tmp_path / "nowhere.v", tmp_path / "cells.lib", tmp_path)
