# SPDX-License-Identifier: Apache-2.0
"""Vendors' tools on the PATH."""

import os

import pytest
import vendors

from cipherfab.errors import ToolError
from cipherfab.tools import vendor
from cipherfab.tools.versions import versions


@pytest.mark.parametrize("tool", vendor.TOOLS)
def test_a_tool_is_asked_for_its_version(tool, tmp_path, monkeypatch):
    """By an option, or by a script where there is none; `doctor` lists it."""
    folder = vendors.install(tool, tmp_path)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    assert vendor.version(tool) == versions()[tool]["version"] == vendors.TOOLS[tool][2]


def test_a_program_of_the_same_name_that_is_another_is_an_error(tmp_path, monkeypatch):
    """What does not say its version is not believed to be the tool."""
    (tmp_path / "vivado").write_text("#!/bin/sh\necho hello\n")
    (tmp_path / "vivado").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(ToolError, match="expected AMD Vivado to say its version, got: hello"):
        vendor.version("vivado")


def test_a_licence_file_can_be_read_within_the_wall(tmp_path, monkeypatch):
    """Variables that name it reach the tool; a server is passed on as it is."""
    licence = tmp_path / "licence.dat"
    licence.write_text("INCREMENT\n")
    folder = vendors.install("vivado", tmp_path / "installed")
    program = folder / "vivado"
    program.write_text(
        program.read_text() + "\nimport os\nfor part in os.environ["
        "'LM_LICENSE_FILE'].split(':')[:1]: print(Path(part).read_text())\n"
    )
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LM_LICENSE_FILE", f"{licence}:2100@server")
    work = tmp_path / "work"
    (work / "sources").mkdir(parents=True)
    (work / "sources" / "a.sv").write_text("module a; endmodule\n")
    (work / "vivado.tcl").write_text("read_verilog {sources/a.sv}\nsynth_design -top a\n")
    (work / "clock.xdc").write_text("create_clock -period 3.000\n")
    assert "INCREMENT" in vendor.run_vendor(
        "vivado", ["-source", "vivado.tcl"], directory=work, timeout=60
    )
