# SPDX-License-Identifier: Apache-2.0
"""One implementation run on each kind of platform."""

import json
import re
from dataclasses import replace

import pytest

from cipherfab.cores.build import build
from cipherfab.errors import CallError, DesignError, ToolError
from cipherfab.implement import flow, recipes
from cipherfab.implement.flow import implement, run_job
from cipherfab.implement.liberty import read
from cipherfab.implement.platforms import find
from cipherfab.implement.standard_cells import script
from cipherfab.verify.equivalence.proof import prove

from . import designs


def test_counter_has_plausible_numbers(counter_run):
    """Eight bits of state are eight flip-flops, and area and delay lie where a small adder lies."""
    _, result = counter_run
    assert result.flip_flops == 8
    assert 8 * 5.667 < result.area_ge < 250
    assert 0.1 < result.delay_ns < 1.5
    assert result.fmax_mhz == pytest.approx(1000 / result.delay_ns, abs=0.01)


def test_area_is_the_sum_of_its_parts(counter_run):
    """Sequential and combinational area add up to the total; core and wrapper are not told apart
    with `balanced`.
    """
    _, result = counter_run
    assert set(result.area) == {"sequential", "combinational"}
    assert sum(part["um2"] for part in result.area.values()) == pytest.approx(result.area_um2)
    assert result.area_ge == pytest.approx(result.area_um2 / 0.798, abs=0.001)


def test_the_longest_kind_of_path_is_the_delay(counter_run):
    """The delay is that of the longest of the four kinds of paths, and its parts add up."""
    _, result = counter_run
    assert result.delay_ns == max(path["delay_ns"] for path in result.timing.values())
    inner = result.timing["register_to_register"]
    assert inner["clock_to_output_ns"] + inner["logic_ns"] + inner["setup_ns"] == pytest.approx(
        inner["delay_ns"], abs=1e-3
    )
    assert inner["clock_to_output_ns"] > 0.05 and inner["setup_ns"] > 0


def test_without_wire_load_is_faster(counter_run):
    """Nangate45 declares a default wire load, and the delay without it is smaller."""
    _, result = counter_run
    assert result.wire_load == "5K_hvratio_1_1"
    assert result.delay_without_wire_load_ns < result.delay_ns


def test_netlist_keeps_ports_and_register_names(counter_run):
    """Gate-level verification finds the ports of the design, and its flip-flops by the names of
    their registers.
    """
    directory, result = counter_run
    netlist = (directory / result.evidence["netlist"]).read_text()
    assert "module counter(clk, rst, enable, add, count);" in netlist
    assert all(f"\\count[{bit}]_reg " in netlist for bit in range(8))


def test_same_inputs_give_the_same_bytes(counter, counter_run, tmp_path):
    """A second run writes the same netlist and the same result, byte for byte."""
    directory, _ = counter_run
    implement(counter, "nangate45", "balanced", period_ps=1000, seed=1, directory=tmp_path)
    for name in ("netlist.v", "result.json", "job.json"):
        assert (tmp_path / name).read_bytes() == (directory / name).read_bytes()


def test_result_file_is_the_result(counter_run):
    """What was returned is what was written, and its evidence is there."""
    directory, result = counter_run
    assert json.loads((directory / "result.json").read_text()) == result.to_json()
    assert all((directory / name).exists() for name in result.evidence.values())
    assert not list(directory.glob("*.partial"))


def test_inputs_are_hashed(counter, counter_run, tmp_path):
    """Sources, Liberty, recipe and scripts are hashed; another source gives another hash."""
    _, result = counter_run
    assert {"sources/counter.v", "liberty", "recipe.abc", "synthesis.ys", "sta.tcl"} <= set(
        result.inputs
    )
    assert result.inputs["liberty"] == read(find("nangate45").path()).sha256


def test_ascon_round_between_registers(tmp_path):
    """One Ascon round has 640 flip-flops, and its logic the area and depth of some 1,700 XORs and
    320 ANDs.
    """
    result = implement(
        designs.ascon_round(tmp_path),
        "nangate45",
        "balanced",
        period_ps=700,
        directory=tmp_path / "run",
    )
    assert result.flip_flops == 640
    assert 2500 < result.area["combinational"]["ge"] < 4500
    assert 0.25 < result.timing["register_to_register"]["logic_ns"] < 0.7


def test_wrapper_is_told_apart(tmp_path):
    """The instances `pre` and `post` are the wrapper: two of three equal blocks, and core and
    wrapper are all there is.
    """
    result = implement(
        designs.verilog("wrapped", designs.WRAPPED),
        "nangate45",
        "area",
        period_ps=1000,
        directory=tmp_path,
    )
    assert result.area["wrapper"]["um2"] + result.area["core"]["um2"] == pytest.approx(
        result.area_um2
    )
    assert result.area["wrapper"]["um2"] == pytest.approx(2 * result.area["core"]["um2"])
    assert result.flip_flops == 24


def test_scan_flip_flops_as_enable_flip_flops(tmp_path):
    """`scan_enable` maps each enable flip-flop to one scan flip-flop, which is smaller than
    flip-flop and multiplexer.
    """
    design = designs.verilog("hold", designs.HOLD)
    scan = implement(design, "nangate45", "scan", period_ps=1000, directory=tmp_path / "scan")
    recipe = {**scan.recipe, "scan_enable": False, "scan_load": False}
    plain = implement(design, "nangate45", recipe, period_ps=1000, directory=tmp_path / "plain")
    assert scan.cells["SDFF_X1"] == scan.flip_flops == plain.cells["DFF_X1"] == 32
    assert scan.area_ge < plain.area_ge


@pytest.mark.slow
@pytest.mark.parametrize(
    "platform, scan, plain",
    [
        ("nangate45", "SDFF_X1", "DFF_X1"),
        ("sky130hd", "sky130_fd_sc_hd__sdfxtp_1", "sky130_fd_sc_hd__dfxtp_1"),
    ],
)
def test_scan_flip_flops_in_place_of_multiplexers(platform, scan, plain, tmp_path):
    """`scan_load` takes a scan flip-flop for each flip-flop behind a multiplexer that feeds nothing
    else; the proof covers it.
    """
    design = designs.verilog("load", designs.LOAD)
    merged = implement(design, platform, "scan", period_ps=1000, directory=tmp_path / "merged")
    recipe = {**merged.recipe, "scan_load": False}
    apart = implement(design, platform, recipe, period_ps=1000, directory=tmp_path / "apart")
    assert (merged.cells[scan], merged.cells[plain]) == (31, 1) and scan not in apart.cells
    assert merged.area_ge < apart.area_ge
    netlist = tmp_path / "merged" / "netlist.v"
    assert all(f"\\q[{bit}]_reg " in netlist.read_text() for bit in range(32))
    assert prove(design, netlist, find(platform).path(), tmp_path)["proved"]
    netlist.write_text(re.sub(r"\.(SI|SCD)\(d\[9\]\)", r".\1(d[8])", netlist.read_text()))
    assert prove(design, netlist, find(platform).path(), tmp_path)["verdict"] == "refuted"


def test_flip_flops_that_hold_the_inverse(tmp_path):
    """`inverse_outputs` leaves no inverter in front of a flip-flop; that is proved, and smaller
    than a scan flip-flop.
    """
    design = designs.verilog("hold", designs.HOLD)
    inverse = implement(design, "nangate45", "area", period_ps=1000, directory=tmp_path / "inverse")
    scan = implement(design, "nangate45", "scan", period_ps=1000, directory=tmp_path / "scan")
    assert inverse.cells["DFF_X1"] == 32 and inverse.cells["INV_X1"] <= 2
    assert inverse.area_ge < scan.area_ge
    netlist = tmp_path / "inverse" / "netlist.v"
    text = netlist.read_text()
    assert all(f".QN(q[{bit}])" in text and f"\\q[{bit}]_reg " in text for bit in range(32))
    assert prove(design, netlist, find("nangate45").path(), tmp_path)["proved"]
    netlist.write_text(text.replace(".QN(q[5])", ".Q(q[5])"))
    assert prove(design, netlist, find("nangate45").path(), tmp_path)["verdict"] == "refuted"


def test_flip_flops_of_which_both_outputs_are_used(tmp_path):
    """With readers of both outputs the registers are still found, by the names of their nets, and
    the proof ends.
    """
    design = designs.verilog("both", designs.BOTH)
    implement(design, "nangate45", "area", period_ps=1000, directory=tmp_path)
    netlist = tmp_path / "netlist.v"
    cells = re.findall(r"^  S?DFF_X1 .*?;", netlist.read_text(), re.DOTALL | re.MULTILINE)
    assert len(cells) == 16 and sum(".Q(" in cell and ".QN(" in cell for cell in cells) > 8
    assert prove(design, netlist, find("nangate45").path(), tmp_path)["proved"]
    cell = next(cell for cell in cells if ".Q(" in cell and ".QN(" in cell)
    swapped = cell.replace(".QN(", ".X(").replace(".Q(", ".QN(").replace(".X(", ".Q(")
    netlist.write_text(netlist.read_text().replace(cell, swapped))
    assert prove(design, netlist, find("nangate45").path(), tmp_path)["verdict"] == "refuted"


@pytest.mark.parametrize("recipe", ["area", "balanced", "speed"])
def test_a_control_register_is_buffered(recipe, tmp_path):
    """A flip-flop that chooses for 256 bits does not drive them all itself, with any named
    recipe."""
    result = implement(
        designs.verilog("fanout", designs.FANOUT),
        "nangate45",
        recipe,
        period_ps=1000,
        directory=tmp_path,
    )
    assert result.timing["register_to_register"]["clock_to_output_ns"] < 0.3
    assert result.delay_ns < 1.5


def test_sky130hd(counter, tmp_path):
    """The counter on the second built-in library."""
    result = implement(counter, "sky130hd", "balanced", period_ps=3000, directory=tmp_path)
    assert result.flip_flops == 8 and 0.3 < result.delay_ns < 5
    assert result.gate_equivalent["cell"] == "sky130_fd_sc_hd__nand2_1"


def test_liberty_by_path_is_the_same_library(counter, counter_run, tmp_path):
    """The bundled Liberty by its path finds its own gate equivalent and gives the same area for the
    same time for logic.
    """
    _, named = counter_run
    path = find("nangate45").path()
    recipe = {**named.recipe, "dont_use": list(find("nangate45").dont_use)}
    result = implement(
        counter, f"liberty:{path}", recipe, period_ps=880, seed=1, directory=tmp_path
    )
    assert result.gate_equivalent == named.gate_equivalent == {"cell": "NAND2_X1", "um2": 0.798}
    assert result.area_ge == named.area_ge


def test_combinational_design_has_a_virtual_clock(tmp_path):
    """A design without a clock port has one kind of path, and that is its delay."""
    text = (
        "module majority(input [2:0] a, output y); assign y = a[0]&a[1] | a[1]&a[2] | a[0]&a[2]; "
        "endmodule"
    )
    result = implement(
        designs.verilog("majority", text, clock=""),
        "nangate45",
        "area",
        period_ps=500,
        directory=tmp_path,
    )
    assert list(result.timing) == ["input_to_output"] and result.delay_ns > 0
    assert result.flip_flops == 0


def test_design_without_paths_is_refused(tmp_path):
    """A design whose output is constant has no delay, and says so."""
    design = designs.verilog("one", "module one(input clk, output y); assign y = 1; endmodule")
    with pytest.raises(DesignError, match="no path"):
        implement(design, "nangate45", "area", period_ps=500, directory=tmp_path)


def test_job_on_another_machine(counter, counter_run, tmp_path):
    """A job that went through JSON gives the same result."""
    _, result = counter_run
    job = json.loads(json.dumps(flow.job(counter, "nangate45", "balanced", period_ps=1000, seed=1)))
    assert run_job(job, tmp_path) == result


def test_gates_that_are_apart_are_mapped_apart(tmp_path):
    """Two instances that do the same stay two gates if their names say that they are apart, and
    are one with other names.
    """
    for name, gates in (("apart_", 2), ("other_", 1)):
        design = designs.verilog("apart", designs.APART.replace("apart_", name))
        result = implement(design, "nangate45", "area", period_ps=5000, directory=tmp_path / name)
        assert sum(result.cells.values()) == gates


@pytest.mark.always
def test_a_netlist_hangs_on_no_interface():
    """What is measured is what is verified: a job has no interface, and its script is the same."""
    for name in ("skinny-64-64/masked=2", "keccak-f-200/masked=1,redundant=2,gadget=dom"):
        design = build(name)
        platform, recipe = find("nangate45"), recipes.find("area")
        assert script(design, platform, recipe) == script(
            replace(design, interface=None), platform, recipe
        )


def test_a_masked_core_says_in_its_job_that_its_gates_stay():
    """So a job, which has no interface, makes the netlist that is verified; other recipes and cores
    say nothing of it.
    """
    for name, said in (("ascon-p-6/masked=1,gadget=dom", {"sizing_rewrites": False}),
                       ("ascon-p-6", {})):  # fmt: skip
        design = build(name)
        job = flow.job(design, "nangate45", "sized", period_ps=1000)
        assert {
            key: job["recipe"][key] for key in job["recipe"] if key == "sizing_rewrites"
        } == said
        bare = replace(design, interface=None)
        again = flow.job(bare, "nangate45", job["recipe"], period_ps=1000)
        assert again["recipe"] == job["recipe"]
        assert "sizing_rewrites" not in flow.job(design, "nangate45", "area", period_ps=1)["recipe"]


def test_bad_calls_are_refused(counter, tmp_path):
    """A period of 0, a negative seed, an unknown recipe and a job without a design are wrong
    calls."""
    for changes in ({"period_ps": 0}, {"seed": -1}, {"recipe": "smallest"}):
        arguments = {
            "platform": "nangate45",
            "recipe": "area",
            "period_ps": 1000,
            "seed": 0,
            **changes,
        }
        with pytest.raises(CallError):
            implement(counter, directory=tmp_path, **arguments)
    with pytest.raises(CallError, match="not a job description"):
        run_job({"platform": "nangate45"}, tmp_path)


def test_failed_run_leaves_no_result(tmp_path):
    """A design with a syntax error is reported with Yosys' own words, and no result is left, not
    even of an earlier run.
    """
    (tmp_path / "result.json").write_text("{}")
    with pytest.raises(ToolError, match="syntax error"):
        implement(
            designs.verilog("broken", "module broken(; endmodule"),
            "nangate45",
            "area",
            period_ps=1000,
            directory=tmp_path,
        )
    assert not (tmp_path / "result.json").exists()


def test_missing_sta_says_how_to_install_it(counter, tmp_path, monkeypatch):
    """Without OpenSTA in the path, an ASIC run ends at once and says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="apt-get install opensta"):
        implement(counter, "nangate45", "area", period_ps=1000, directory=tmp_path)
