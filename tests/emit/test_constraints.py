# SPDX-License-Identifier: Apache-2.0
"""Timing constraints of a core: what they name is there, and OpenSTA takes them."""

import re
import shutil

import pytest

from cipherfab.cores.build import build
from cipherfab.design import BareInterface, Design
from cipherfab.emit.constraints import sdc
from cipherfab.emit.diagram import read
from cipherfab.emit.page import ports_of
from cipherfab.tools.opensta import run_sta

CELLS = """library(test) { time_unit : "1ns"; voltage_unit : "1V"; capacitive_load_unit (1, pf);
  leakage_power_unit : "1uW"; nom_voltage : 1.0; nom_process : 1; nom_temperature : 25;
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  cell(DFF) { area : 4; ff(IQ, IQN) { clocked_on : "C"; next_state : "D"; }
    pin(C) { direction : input; capacitance : 1; clock : true; }
    pin(D) { direction : input; capacitance : 1; }
    pin(Q) { direction : output; function : "IQ"; } } }
"""
NETLIST = """module dut(input clk, input rst, input in_valid, input [1:0] in_x, output [1:0] out_y);
  DFF a (.C(clk), .D(in_x[0]), .Q(out_y[0]));
  DFF b (.C(clk), .D(in_x[1]), .Q(out_y[1]));
endmodule
"""
PORTS = [("clk", "in", 1, ""), ("rst", "in", 1, ""), ("in_valid", "in", 1, ""),
         ("in_x", "in", 2, ""), ("out_y", "out", 2, "")]  # fmt: skip
DESIGN = Design(
    name="dut",
    top="dut",
    sources={"dut.v": NETLIST},
    interface=BareInterface(algorithm="", inputs={"x": 2}, outputs={"y": 2}),
)


@pytest.mark.parametrize(
    "core",
    [
        "prince",
        "skinny-64-64/serial=4",
        "ascon-aead128/round,zeroise,indicator",
        "ascon-128/masked=1",
    ],
)
def test_every_input_but_the_clock_has_a_delay(core):
    """By its name in the Verilog; a word by all its bits."""
    design = build(core)
    named = re.search(r"get_ports \{(.*)\}\]", sdc(design, ports_of(design), 4.0))[1].split()
    ports = read("\n".join(design.sources.values()))[design.top].ports
    wanted = {f"{name}[*]" if bits > 1 else name
              for name, (way, bits) in ports.items() if way == "input"}  # fmt: skip
    assert {*named} == wanted - {design.clock} and len(named) == len(wanted) - 1


def test_the_period_is_said_once():
    """Whoever changes it, as the file says, changes what is outside of the core too."""
    said, _, rest = sdc(DESIGN, PORTS, 4.0).partition("set period 4.000\n")
    assert said and not re.search(r"\d\.\d", rest) and rest.count("$outside") == 2


@pytest.mark.skipif(shutil.which("sta") is None, reason="OpenSTA is not installed")
def test_opensta_takes_them(tmp_path):
    """A path from an input begins a quarter of the period late, also of a period that was
    changed.
    """
    (tmp_path / "cells.lib").write_text(CELLS)
    (tmp_path / "dut.v").write_text(NETLIST)
    (tmp_path / "dut.sdc").write_text(sdc(DESIGN, PORTS, 4.0).replace("4.000", "2.000"))
    report = "report_checks -unconstrained -from [get_ports {in_x[1]}]"
    script = ["read_liberty cells.lib", "read_verilog dut.v", "link_design dut",
              "read_sdc dut.sdc", report, ""]  # fmt: skip
    said = run_sta("\n".join(script), directory=tmp_path)
    assert re.search(r"0\.50 +0\.50 \^ input external delay", said)
