# SPDX-License-Identifier: Apache-2.0
"""What is written for PROLEAD, and how its report is read."""

import itertools
import json
import re

import small_sbox
from small_cells import synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.cores.verilog import verilog
from cipherfab.verify.gates import cells, leakage
from cipherfab.verify.gates.gatesim import GateSimulator
from cipherfab.verify.gates.probing import exact, prolead


def written(component, directory, **settings):
    """The files of an S-box, 20 cycles; the parts."""
    synthesize(verilog(component, "dut"), directory)
    return prolead.write(
        small_sbox.DESIGN,
        directory / "netlist.v",
        directory / "cells.lib",
        directory,
        simulations=100_000,
        cycles=20,
        seed=1,
        **{"whole": False, **settings},
    )


def test_the_netlist_that_is_written_is_the_same(tmp_path):
    """Its cones are the same, and calls with random shares end with the same outputs."""
    written(Masked(small_sbox.STAGED), tmp_path)
    found = [_played(tmp_path / name, tmp_path) for name in ("netlist.v", prolead.DESIGN)]
    assert found[0] == found[1] and len(set(found[0][1]["out_y_0"])) > 4


def _played(netlist, directory):
    design, library = small_sbox.DESIGN, directory / "cells.lib"
    simulator = GateSimulator.build(netlist, library, design.top, directory)
    latency = leakage.latency(design, simulator, directory, seed=3)
    played = simulator.play(
        leakage.stimulus(design, latency, 3), traces=512, seed=3, directory=directory
    )
    return exact.assess(design, netlist, library, directory)["probes"], played["outputs"]


def test_cells_compute_what_the_library_says(tmp_path):
    """For all values of its inputs, and of a flip-flop's clock and state, each output's equation
    has the value of the Liberty function.
    """
    written(Masked(small_sbox.STAGED), tmp_path)
    library = cells.read(tmp_path / "cells.lib")
    (described,) = json.loads((tmp_path / prolead.LIBRARY).read_text())["libraries"]
    kinds = {cell["name"]: cell for cell in described["cells"]}
    assert any(library[kind].next_state for kind in kinds if kind != "buffer")
    for kind, cell in kinds.items():
        for inputs in () if kind == "buffer" else _assignments(library[kind], cell):
            for (pin, of), equation in zip(library[kind].outputs.items(), cell["equations"]):
                assert _value(equation, inputs) == _expected(library[kind], pin, of, inputs)


def _assignments(cell, described):
    names = [*described["inputs"], *(pin for pin, of in cell.outputs.items() if of == "q")]
    for bits in itertools.product((False, True), repeat=len(names)):
        inputs = dict(zip(names, bits))
        state = next((inputs[pin] for pin, of in cell.outputs.items() if of == "q"), None)
        yield inputs | {pin: not state for pin, of in cell.outputs.items() if of == "~q"}


def _expected(cell, pin, of, inputs) -> bool:
    if not cell.next_state:
        return _liberty(of, inputs)
    taken = _liberty(cell.next_state, inputs)
    return (taken if of == "q" else not taken) if inputs[cell.clock] else inputs[pin]


def _liberty(function, inputs) -> bool:
    text = cells.expression(function, lambda pin: f"inputs['{pin}']")
    return bool(eval(text.replace("~", "1 ^ "), {"inputs": inputs}) & 1)


def _value(equation, inputs) -> bool:
    return bool(eval(equation.replace(" xor ", " != "), dict(inputs)))


def test_settings_name_every_input_once_and_share_the_secret(tmp_path):
    """Each input port has a value before the call; the shares of the secret are the three shares of
    both groups, of which one is random; the call begins in the second cycle only.
    """
    (part,) = written(Masked(small_sbox.STAGED), tmp_path)
    simulation = json.loads((part / prolead.CONFIG).read_text())["simulation"]
    first, second, third = (
        {entry["name"]: entry["value"] for entry in step["signals"]}
        for step in simulation["input_sequence"]
    )
    text = (tmp_path / prolead.DESIGN).read_text()
    inputs = set(re.findall(r"^  input(?: \[\d+:0\])? (\w+);", text, re.MULTILINE)) - {"clk"}
    assert {name.partition("[")[0] for name in first} == inputs
    assert {name: value for name, value in second.items() if "group" in value} == {
        f"in_x_{share}[7:0]": f"group_in{share}[7:0]" for share in range(3)
    }
    assert second["in_valid"] == "1'b1" and third == {"in_valid": "1'b0"}
    assert simulation["groups"][0] == "8'b" + "$" * 8 and "$" not in simulation["groups"][1]
    assert simulation["number_of_simulations"] == 7 * prolead.STEP >= 100_000


def test_parts_have_each_cycle_once_and_only_the_last_has_the_result(tmp_path, monkeypatch):
    """Every cycle is watched in one part, which is simulated up to its last cycle; the result is
    compared with the model's in the part in which it is there.
    """
    monkeypatch.setattr(prolead, "_expected", lambda *_: {"expected_output": []})
    parts = [
        json.loads((part / prolead.CONFIG).read_text())
        for part in written(Masked(small_sbox.STAGED), tmp_path, part=8, whole=True)
    ]
    assert [part["side_channel_analysis"]["clock_cycles"] for part in parts] == [
        ["1-8"],
        ["9-16"],
        ["17-20"],
    ]
    assert [part["simulation"]["number_of_clock_cycles"] for part in parts] == [8, 16, 20]
    assert ["expected_output" in part["simulation"] for part in parts] == [False, False, True]


def test_how_many_ones_are_compared_without_leaving_a_set_out(tmp_path):
    """Only then PROLEAD keeps sets that see less than another: their numbers of ones are others."""
    kept = {
        ones: json.loads(
            (
                written(Masked(small_sbox.STAGED), tmp_path, ones=ones)[0] / prolead.CONFIG
            ).read_text()
        )["performance"]
        for ones in (False, True)
    }
    assert {
        ones: (found["compact_distributions"], found["minimize_probing_sets"])
        for ones, found in kept.items()
    } == {False: (False, "aggressive"), True: (True, "trivial")}
