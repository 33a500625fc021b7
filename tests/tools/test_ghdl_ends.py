# SPDX-License-Identifier: Apache-2.0
"""A design that ends its simulation is told from a GHDL that fails."""

import shutil

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import ghdl

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")

TEXT = """entity t is end;
architecture a of t is
  signal n : integer := 0;
  signal x : bit;
  type p is access integer;
  type words is array (0 to 3) of integer;
begin
  {outside}
  process
    variable link : p;
    variable y : integer;
    variable a : words;
    variable k : natural range 0 to 3;
  begin
    wait for 10 ns;
    {inside}
    wait;
  end process;
end;
"""


def _run(folder, inside: str, outside: str = "") -> str:
    (folder / "t.vhd").write_text(TEXT.format(inside=inside, outside=outside))
    ghdl.analyze({"t.vhd": ghdl.WORK}, directory=folder, options=["--std=08"])
    return ghdl.simulate("t", directory=folder, options=["--std=08"], timeout=60)


@pytest.mark.parametrize(
    "inside, words",
    [
        ('assert n > 0 report "too late" severity failure;', r"t.vhd:16: too late \(a failing"),
        ('report "bye" severity failure;', "t.vhd:16: bye"),
        ("k := n + 7;", "bound check failure at t.vhd:16"),
        ("y := a(n + 9);", "t.vhd:16|in /t/"),
        ("y := 5 mod n;", "division by"),
        ("y := link.all;", "(?i)null access.* (at t.vhd:16|in /t/)"),
        ("std.env.stop;", "simulation stopped @10ns"),
        ("std.env.finish(2);", "simulation finished @10ns with status 2"),
    ],
)
def test_how_a_design_ends_its_simulation_is_told(tmp_path, inside, words):
    """Assertions, ranges, indices, divisions, null accesses and calls of ``std.env``, with place or
    time as far as GHDL says it; whether GHDL then ends with 0 or not.
    """
    with pytest.raises(ghdl.Ended, match=words):
        _run(tmp_path, inside)


def test_a_design_that_never_settles_ends_its_simulation(tmp_path):
    """GHDL stops a loop without delay and ends as if all were well."""
    with pytest.raises(ghdl.Ended, match="stop-delta"):
        _run(tmp_path, "null;", outside="x <= not x;")


def test_an_assertion_that_does_not_end_it_does_not(tmp_path):
    """What is an error and no failure is printed, and the simulation goes on."""
    assert "odd" in _run(tmp_path, 'assert n > 0 report "odd" severity error;')


def test_a_bench_that_cannot_be_elaborated_is_no_design(tmp_path):
    """An error of elaboration is the tool's, with GHDL's words."""
    (tmp_path / "t.vhd").write_text(TEXT.format(inside="null;", outside=""))
    ghdl.analyze({"t.vhd": ghdl.WORK}, directory=tmp_path, options=["--std=08"])
    with pytest.raises(ToolError, match="other"):
        ghdl.simulate("other", directory=tmp_path, options=["--std=08"], timeout=60)
