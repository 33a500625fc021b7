# SPDX-License-Identifier: Apache-2.0
"""Folders whose names tools would take apart: each tool works in them all the same."""

import sys
import tempfile

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import ghdl, process
from cipherfab.tools.abc import run_abc
from cipherfab.tools.opensta import run_sta
from cipherfab.tools.process import run
from cipherfab.tools.slang import parse
from cipherfab.tools.yosys import run_yosys

ODD = ("a b", "it's", 'a"b', "a$HOME", "ümlaut", "-rf", "a;b", "a\tb", "a#b", "a%b&c", "a(b)")

TEXT = "module m(input a, input b, output y); assign y = a & b; endmodule\n"

SCRIPT = """read_verilog m.v
hierarchy -top m
synth -run coarse:
abc -g AND -script commands
write_verilog out.v
"""


@pytest.fixture(params=ODD)
def folder(request, tmp_path):
    """A folder with a small module, a script of ABC and the odd name."""
    place = tmp_path / request.param
    place.mkdir()
    (place / "m.v").write_text(TEXT)
    (place / "commands").write_text("strash\nmap\n")
    return place


def test_a_program_reads_and_writes_there(folder):
    """Files that were there are read, removed and replaced, new ones and folders stay, and the log
    is where it should be.
    """
    code = (
        "import os, pathlib; os.unlink('m.v'); pathlib.Path('commands').write_text('new'); "
        "os.mkdir('d'); pathlib.Path('d/x').write_text('1'); print('done')"
    )
    assert run([sys.executable, "-c", code], directory=folder, log="l.log") == "done\n"
    assert sorted(path.name for path in folder.iterdir()) == ["commands", "d", "l.log"]
    assert (folder / "commands").read_text() == "new" and (folder / "d/x").read_text() == "1"


def test_a_failure_is_told_with_the_folders_own_name(folder):
    """What failed leaves its log there, which the message names."""
    with pytest.raises(ToolError) as told:
        run([sys.executable, "-c", "print('bad'); exit(4)"], directory=folder, log="l.log")
    assert str(folder / "l.log") in str(told.value) and "bad" in str(told.value)
    assert (folder / "l.log").read_text() == "bad\n"


@pytest.mark.parametrize("folder", ODD[:1], indirect=True)
def test_each_tool_works_there(folder):
    """Yosys with ABC and a script of its own, ABC alone, slang, GHDL, OpenSTA."""
    run_yosys(SCRIPT, directory=folder)
    assert "module m" in (folder / "out.v").read_text()
    (folder / "m.blif").write_text(".model m\n.inputs a b\n.outputs y\n.names a b y\n11 1\n.end\n")
    assert "i/o" in run_abc("read_blif m.blif; strash; print_stats", directory=folder)
    assert not parse(["m.v"], directory=folder, options=[]).errors
    run_sta("puts [expr 6 * 7]\nexit\n", directory=folder)
    (folder / "e.vhd").write_text("entity e is end; architecture a of e is begin end;\n")
    run(["ghdl", "-a", "e.vhd"], directory=folder, log="ghdl.log") if ghdl.version() else None


def test_temporary_files_are_elsewhere_then(tmp_path, monkeypatch):
    """With an odd TMPDIR the tools get a plain one, or it is said that there is none."""
    (tmp_path / "a b").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "a b"))
    assert process.plain_folder() in process.PLACES
    monkeypatch.setattr(process, "PLACES", (str(tmp_path / "none"),))
    with pytest.raises(ToolError, match="TMPDIR"):
        process.plain_folder()
