# SPDX-License-Identifier: Apache-2.0
"""What is written for PROLEAD, and how its report is read."""

import itertools
import json
import re
import stat

import pytest
import small_sbox
from small_cells import synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.cores.verilog import verilog
from cipherfab.errors import CallError, ToolError
from cipherfab.verify.gates import cells, leakage
from cipherfab.verify.gates.gatesim import GateSimulator
from cipherfab.verify.gates.probing import exact, prolead

REPORT = """Report file after {count} simulations:

1.) Summary of most leaking (and still active) probing sets per clock cycle:

Clock cycle 3: n12 (2) -log10(p) = 1.25 --> OKAY
Clock cycle 4: n7 (3) -log10(p) = {value} --> {word}

2.) Summary of the most leaking (and still active) probing sets:

1: n7 (3) -log10(p) = {value} --> {word}
"""


def written(component, directory) -> None:
    """The files of an S-box, 20 cycles."""
    synthesize(verilog(component, "dut"), directory)
    prolead.write(small_sbox.DESIGN, directory / "netlist.v", directory / "cells.lib", directory,
                  simulations=100_000, cycles=20, whole=False, seed=1)


def test_the_netlist_that_is_written_is_the_same(tmp_path):
    """Its cones are the same, and calls with random shares end with the same outputs."""
    written(Masked(small_sbox.STAGED), tmp_path)
    found = [_played(tmp_path / name, tmp_path) for name in ("netlist.v", prolead.DESIGN)]
    assert found[0] == found[1] and len(set(found[0][1]["out_y_0"])) > 4


def _played(netlist, directory):
    design, library = small_sbox.DESIGN, directory / "cells.lib"
    simulator = GateSimulator.build(netlist, library, design.top, directory)
    latency = leakage.latency(design, simulator, directory, seed=3)
    played = simulator.play(leakage.stimulus(design, latency, 3), traces=512, seed=3,
                            directory=directory)
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
    written(Masked(small_sbox.STAGED), tmp_path)
    simulation = json.loads((tmp_path / prolead.CONFIG).read_text())["simulation"]
    first, second, third = ({entry["name"]: entry["value"] for entry in step["signals"]}
                            for step in simulation["input_sequence"])
    text = (tmp_path / prolead.DESIGN).read_text()
    inputs = set(re.findall(r"^  input(?: \[\d+:0\])? (\w+);", text, re.MULTILINE)) - {"clk"}
    assert {name.partition("[")[0] for name in first} == inputs
    assert {name: value for name, value in second.items() if "group" in value} == {
        f"in_x_{share}[7:0]": f"group_in{share}[7:0]" for share in range(3)}
    assert second["in_valid"] == "1'b1" and third == {"in_valid": "1'b0"}
    assert simulation["groups"][0] == "8'b" + "$" * 8 and "$" not in simulation["groups"][1]
    assert simulation["number_of_simulations"] == 2 * prolead.STEP


def program(directory, body, asked=131072):
    """A program in the place of PROLEAD, of which so many simulations are asked."""
    (directory / prolead.CONFIG).write_text(
        json.dumps({"simulation": {"number_of_simulations": asked}}))
    path = directory / "PROLEAD"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.mark.parametrize("value, word, leaks", [("4.9", "OKAY", False), ("7.5", "LEAKAGE", True),
                                                ("inf", "LEAKAGE", True)])
def test_the_last_report_decides(value, word, leaks, tmp_path):
    """The largest value of the report with most simulations is the verdict, and the probing sets
    are counted.
    """
    (tmp_path / "report.txt").write_text(REPORT.format(count=131072, value=value, word=word))
    (tmp_path / "old.txt").write_text(REPORT.format(count=65536, value="99", word="LEAKAGE"))
    found = prolead.judge(tmp_path, "dut", program=program(
        tmp_path, "echo '812 probing sets remain...done!'\ncp report.txt result/report_131072.dat\n"
                  "cp old.txt result/report_65536.dat"))
    assert found["leaks"] is leaks and found["log10_p"] == float(value)
    assert found["simulations"] == 131072 and found["sets"] == 812 and found["probes"] == "n7 (3)"


def test_a_report_of_an_earlier_run_or_of_too_few_simulations_is_none(tmp_path):
    """A run that writes nothing does not pass by the report that another one left; nor does one
    that ends before what was asked for.
    """
    (tmp_path / prolead.RESULT).mkdir()
    (tmp_path / "report.txt").write_text(REPORT.format(count=131072, value="1", word="OKAY"))
    (tmp_path / prolead.RESULT / "report_131072.dat").write_text(
        (tmp_path / "report.txt").read_text())
    with pytest.raises(ToolError, match="got none"):
        prolead.judge(tmp_path, "dut", program=program(tmp_path, "true"))
    with pytest.raises(ToolError, match="got one after 131072"):
        prolead.judge(tmp_path, "dut", program=program(
            tmp_path, "cp report.txt result/report_131072.dat", asked=196608))


@pytest.mark.parametrize("body", ["true", "echo nonsense > result/report_5.dat", "exit 3"])
def test_no_report_is_no_verdict(body, tmp_path):
    """A program that fails or writes nothing that can be read is an error, never a pass."""
    with pytest.raises(ToolError):
        prolead.judge(tmp_path, "dut", program=program(tmp_path, body))


def test_a_missing_program_is_named(tmp_path, monkeypatch):
    """Without PROLEAD the call is refused, with the directory of what was written."""
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(CallError, match="PROLEAD is not on the path"):
        prolead.judge(tmp_path, "dut")
