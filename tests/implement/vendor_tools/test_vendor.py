# SPDX-License-Identifier: Apache-2.0
"""Runs with a vendor's tool: a program that stands for it is on the PATH, see `vendors`."""

import os

import pytest
import vendors

from cipherfab.design import Design
from cipherfab.errors import CallError, ToolError
from cipherfab.implement import flow, platforms

PARTS = {
    "vivado": "xc7a12tcsg325-3",
    "quartus": "10CL016YU256C6G",
    "diamond": "LFE5U-25F-6BG381C",
    "radiant": "LIFCL-40-9BG400C",
}

SOURCE = "module m(input clk, input d, output reg q);\n  always @(posedge clk) q <= d;\nendmodule\n"

DESIGN = Design(
    name="m", top="m", clock="clk", reset="", sources={"m.sv": 7 * SOURCE}, interface=None
)


@pytest.fixture(params=list(PARTS))
def tool(request, tmp_path, monkeypatch):
    """The name of a tool that is on the PATH."""
    folder = vendors.install(request.param, tmp_path / "installed")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return request.param


def run(tool, directory, design=DESIGN, recipe="balanced"):
    """An implementation run on the tool's part."""
    return flow.implement(
        design, f"{tool}:{PARTS[tool]}", recipe, period_ps=5000, seed=2, directory=directory
    )


def test_the_numbers_of_a_run_are_those_of_the_reports(tool, tmp_path):
    """LUTs, flip-flops and frequency; the frequency is of the path, whatever the period is."""
    found = run(tool, tmp_path / "run")
    assert (found.luts, found.flip_flops) == (21, 7)
    assert found.fmax_mhz == pytest.approx(1000 / vendors.PATH_NS, abs=0.01)


def test_a_result_says_what_was_run(tool, tmp_path):
    """The tool with its version, the part, and how far it went, in the words of the result."""
    found = run(tool, tmp_path / "run")
    assert found.versions == {tool: vendors.TOOLS[tool][2]}
    assert found.more["part"] == PARTS[tool] and found.platform == f"{tool}:{PARTS[tool]}"
    assert found.stage.startswith("after place and route") and ", by " in found.stage


def test_a_run_keeps_its_scripts_and_reports(tool, tmp_path):
    """What the evidence names is there, the hash of every script is an input, and the home
    directory of the tool is gone.
    """
    found = run(tool, tmp_path / "run")
    assert {"log", "timing", "job"} <= set(found.evidence)
    assert all((tmp_path / "run" / name).is_file() for name in found.evidence.values())
    assert f"{tool}.tcl" in found.inputs and not (tmp_path / "run" / "home").exists()


def test_a_failing_tool_is_told_with_its_log(tool, tmp_path, monkeypatch):
    """Exit code, log, and how to leave out the wall, if there is one, for a licence."""
    monkeypatch.setattr("cipherfab.tools.vendor.sandbox.wall", lambda: "bubblewrap")
    with pytest.raises(ToolError, match="(?s)no source.*CIPHERFAB_WALL=none"):
        run(tool, tmp_path / "run", Design(**{**vars(DESIGN), "sources": {}}))


def test_a_missing_report_is_an_error(tool, tmp_path):
    """A tool that ends well and writes nothing has measured nothing."""
    program = tmp_path / "installed" / "bin" / vendors.TOOLS[tool][0]
    program.write_text(program.read_text().replace("Path(path).write_text(text)", "pass"))
    with pytest.raises(ToolError, match="the tool wrote none"):
        run(tool, tmp_path / "run")


def test_a_design_without_clock_is_refused(tool, tmp_path):
    """It has no frequency."""
    with pytest.raises(ToolError, match="has no clock"):
        run(tool, tmp_path / "run", Design(**{**vars(DESIGN), "clock": ""}))


def test_a_recipe_of_abc_is_refused(tool, tmp_path):
    """`scan` means nothing to a vendor's tool; the error names those that do."""
    with pytest.raises(CallError, match="area, balanced, speed"):
        run(tool, tmp_path / "run", recipe="scan")


@pytest.mark.parametrize("name", PARTS)
def test_a_tool_that_is_not_installed_is_told_with_what_to_do(name, tmp_path, monkeypatch):
    """Its program, and the platform that measures with open tools."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    with pytest.raises(ToolError, match="(?s)is not installed.*on the PATH.*--on ") as raised:
        run(name, tmp_path / "run")
    assert raised.value.exit_code == 3
    instead = str(raised.value).partition("--on ")[2].split()[0]
    assert platforms.find(instead).kind == "fpga"


@pytest.mark.parametrize("name", ["vivado:", "vivado:a b", "vivado:x;exit", "quartus:[x]"])
def test_a_part_that_is_none_is_a_wrong_call(name):
    """It stands in a script."""
    with pytest.raises(CallError, match="PART with the part's full name"):
        platforms.find(name)
