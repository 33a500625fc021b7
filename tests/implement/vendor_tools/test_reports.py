# SPDX-License-Identifier: Apache-2.0
"""Reports of vendors' tools, and the scripts that ask for them.

The tools are not to be had here. The reports were written by hand in the formats of, in this order:
Vivado, UG906 (report_utilization, report_timing_summary); Quartus Prime, *Compiler User Guide*
(Fitter Summary, Resource Usage Summary) and *Timing Analyzer User Guide* (Fmax Summary); Diamond,
the help's "Map Reports" and "TRACE Report"; Radiant, its help's pages of the same names.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement.vendor_tools import lattice, quartus, vivado
from cipherfab.implement.vendor_tools.flow import Task, script_word

REPORTS = Path(__file__).parent / "reports"

TASK = Task(
    top="core",
    clock="clk",
    part="part-1",
    sources=("sources/a.sv", "sources/b.sv"),
    effort="balanced",
    period_ps=3000,
    seed=0,
)


def report(name):
    """The text of a report."""
    return (REPORTS / name).read_text()


def vivado_reports(utilization="vivado_utilization.rpt", timing="vivado_timing.rpt"):
    """What `vivado.read` reads."""
    return {"utilization": report(utilization), "timing": report(timing)}


def test_vivado_counts_of_the_7_series():
    """LUTs with a separator of thousands, flip-flops without the latches, which are apart."""
    found = vivado.read(vivado_reports(), TASK)
    assert (found["luts"], found["flip_flops"], found["latches"]) == (1284, 867, 2)


def test_vivado_counts_of_ultrascale():
    """There LUTs and registers are rows of CLBs; a star is a footnote."""
    found = vivado.read(vivado_reports("vivado_utilization_ultrascale.rpt"), TASK)
    assert (found["luts"], found["flip_flops"], found["latches"]) == (1190, 861, 0)


def test_vivado_frequency_is_that_of_the_period_less_the_slack():
    """3 ns missed by 0.214 ns is 3.214 ns."""
    found = vivado.read(vivado_reports(), TASK)["fmax_mhz"]
    assert found == pytest.approx(1000 / 3.214)


def test_a_seed_of_vivado_is_a_shorter_period():
    """The constraint and the frequency are both of the shorter one."""
    task = Task(**{**vars(TASK), "seed": 7})
    assert "-period 2.993 " in vivado.scripts(task)["clock.xdc"]
    assert vivado.read(vivado_reports(), task)["fmax_mhz"] == pytest.approx(1000 / 3.207)


@pytest.mark.parametrize(
    "reports, words",
    [
        (vivado_reports(timing="vivado_timing_no_path.rpt"), "worst slack"),
        (vivado_reports(timing="vivado_utilization.rpt"), "worst slack"),
        (vivado_reports(utilization="vivado_timing.rpt"), "the LUTs"),
    ],
)
def test_a_report_of_vivado_without_its_number_is_an_error(reports, words):
    """No number is made up where a report has none."""
    with pytest.raises(ToolError, match=words):
        vivado.read(reports, TASK)


@pytest.mark.parametrize(
    "fit, numbers",
    [
        (
            "quartus_le.fit.rpt",
            {"luts": 2307, "lut_inputs": 4, "logic_elements": 2411, "flip_flops": 867},
        ),
        ("quartus_alm.fit.rpt", {"luts": 1733, "lut_inputs": 6, "alms": 1004, "flip_flops": 1012}),
    ],
)
def test_quartus_counts_of_both_kinds_of_devices(fit, numbers):
    """Logic elements have a LUT of four inputs, ALMs have ALUTs."""
    found = quartus.read({"fit": report(fit), "timing": report("quartus.sta.rpt")}, TASK)
    assert {name: found[name] for name in numbers} == numbers


def test_the_frequency_of_quartus_is_the_lowest_restricted_one():
    """Of all corners, and not the unrestricted one beside it; the table of contents is no table."""
    found = quartus.read(
        {"fit": report("quartus_le.fit.rpt"), "timing": report("quartus.sta.rpt")}, TASK
    )
    assert found["fmax_mhz"] == 243.07


def test_diamond_is_read():
    """LUTs by their uses, the frequency of the preference even where it was missed."""
    found = lattice.read_diamond(
        {"map": report("diamond.mrp"), "timing": report("diamond.twr")}, TASK
    )
    assert (found["luts"], found["flip_flops"], found["fmax_mhz"]) == (2214, 867, 188.324)


def test_radiant_is_read_without_the_luts_of_virtual_pins():
    """2310 LUTs are 2202 without the 108 that stand for pins; the slower corner counts."""
    found = lattice.read_radiant(
        {"map": report("radiant.mrp"), "timing": report("radiant.twr")}, TASK
    )
    assert (found["luts"], found["flip_flops"], found["fmax_mhz"]) == (2202, 867, 211.82)


@pytest.mark.parametrize(
    "read",
    [
        lambda: quartus.read({"fit": report("quartus_le.fit.rpt"), "timing": ""}, TASK),
        lambda: lattice.read_diamond({"map": report("diamond.mrp"), "timing": ""}, TASK),
        lambda: lattice.read_radiant({"map": report("radiant.mrp"), "timing": ""}, TASK),
    ],
)
def test_a_report_without_a_frequency_is_an_error(read):
    """It says what may be the reason."""
    with pytest.raises(ToolError, match="is there a path from register to register"):
        read()


@pytest.mark.parametrize(
    "scripts, clock",
    [
        (vivado.scripts, "create_clock -name clock -period 3.000 [get_ports {clk}]"),
        (quartus.scripts, "create_clock -name clock -period 3.000 [get_ports {clk}]"),
        (lattice.diamond_scripts, 'FREQUENCY PORT "clk" 333.333 MHz ;'),
        (lattice.radiant_scripts, "create_clock -name clock -period 3.000 [get_ports {clk}]"),
    ],
)
def test_scripts_name_sources_part_top_and_clock(scripts, clock):
    """What a run is told: every source, the part, the top module, the period."""
    text = "".join(scripts(TASK).values())
    assert clock in text
    assert all(f"{{{name}}}" in text for name in TASK.sources)
    assert "part-1" in text and "{core}" in text


@pytest.mark.parametrize(
    "scripts", [vivado.scripts, quartus.scripts, lattice.diamond_scripts, lattice.radiant_scripts]
)
def test_every_effort_has_a_script_of_its_own(scripts):
    """Area, balanced and speed are not the same."""
    texts = [
        str(scripts(Task(**{**vars(TASK), "effort": effort})))
        for effort in ("area", "balanced", "speed")
    ]
    assert len(set(texts)) == 3


@pytest.mark.parametrize("name", ["a} ; exec rm {", "a b", "[exec id]", "a\nb", "é", ""])
def test_a_name_that_would_be_a_command_in_a_script_is_refused(name):
    """Cores of others name their files."""
    with pytest.raises(ToolError, match="which can stand in a vendor's script"):
        script_word(name)


@pytest.mark.parametrize("scripts", [lattice.diamond_scripts, lattice.radiant_scripts])
@pytest.mark.parametrize("effort", lattice.GOALS)
def test_no_two_seeds_share_a_placement(scripts, effort):
    """Of a run that keeps the best of several placements, the next seed begins behind them all."""

    def placements(seed):
        text = "".join(scripts(replace(TASK, effort=effort, seed=seed)).values())
        (first,) = re.findall(r"par_place_iterator_start_pt=(\d+)", text)
        many = re.findall(r"par_place_iterator=(\d+)", text) or ["1"]
        return list(range(int(first), int(first) + int(many[0])))

    found = [place for seed in range(4) for place in placements(seed)]
    assert found == list(range(1, 1 + len(found)))
