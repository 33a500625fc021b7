# SPDX-License-Identifier: Apache-2.0
"""Yosys in a process of its own."""

import subprocess
import sys

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import yosys

SCRIPT = "read_verilog -sv sum.v\nsynth -top sum\nabc -g cmos2\nwrite_verilog -noattr out.v\n"


@pytest.fixture
def directory(tmp_path):
    """A directory with a small adder."""
    (tmp_path / "sum.v").write_text(
        "module sum(input [7:0] a, b, output [7:0] y); assign y = a + b; endmodule"
    )
    return tmp_path


READ_BACK = """
import ctypes, pathlib, pyosys
from cipherfab.tools import yosys
yosys._set_hash_seed(12345)
from pyosys import libyosys
library = ctypes.CDLL(str(pathlib.Path(pyosys.__file__).parent / "libyosys.so"))
print(ctypes.c_uint32.in_dll(library, yosys.HASH_SEED_SYMBOL).value)
"""


def test_hash_seed_is_set_before_yosys_starts():
    """The seed lands in the variable that Yosys' own `--hash-seed` sets, and the start of Yosys
    leaves it there.
    """
    assert (
        subprocess.run(
            [sys.executable, "-c", READ_BACK], capture_output=True, text=True
        ).stdout.split()[-1]
        == "12345"
    )


def test_netlist_does_not_depend_on_the_hash_seed(directory):
    """Yosys promises the same netlist for every hash seed, so the seed is no source of noise."""
    netlists = []
    for seed in (None, 1, 12345):
        yosys.run_yosys(SCRIPT, directory=directory, hash_seed=seed)
        netlists.append((directory / "out.v").read_text())
    assert len(set(netlists)) == 1


def test_error_of_a_script_is_shown(directory):
    """A command that Yosys does not know ends in a tool error with Yosys' own words."""
    with pytest.raises(ToolError, match="No such command: nonsense"):
        yosys.run_yosys("nonsense\n", directory=directory)


def test_log_and_script_are_kept(directory):
    """The script and its log stay in the directory under the given name."""
    log = yosys.run_yosys(SCRIPT, directory=directory, name="first")
    assert (directory / "first.ys").read_text() == SCRIPT
    assert (directory / "first.log").read_text() == log and "ABC" in log
