# SPDX-License-Identifier: Apache-2.0
"""What GHDL loses on the way to a netlist is its error, and is never said of the core."""

import shutil

import pytest

from cipherfab.errors import DesignError, ToolError
from cipherfab.imports import gates, netlist, third_party, zeroed
from cipherfab.origin import REMARKS, ZEROED
from cipherfab.tools import ghdl
from cipherfab.verify.rtl import check, natively

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")

FAULTY = "2.0.0"

PLACED = """library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity tiny is
  port (clk, rst, start : in std_logic; a : in std_logic_vector(199 downto 0);
        y : out std_logic_vector(199 downto 0));
end entity;
architecture rtl of tiny is
  type words is array (0 to 3) of std_logic_vector(49 downto 0);
  signal kept : words;
begin
  process (clk)
  begin
    if rising_edge(clk) then
      if start = '1' then
        kept(to_integer(unsigned(a(1 downto 0)))) <= a(49 downto 0);
      end if;
    end if;
  end process;
  y <= kept(0) & kept(1) & kept(2) & kept(3);
end architecture;
"""
"""Registers that are assigned at a computed place and nowhere else."""


def test_an_edge_that_becomes_a_value_is_an_error_of_ghdl(describe):
    """Version 2.0.0 makes no registers of these, and the file and line are named; others do."""
    path = describe(sources='["tiny.vhd"]')
    (path.parent / "tiny.vhd").write_text(PLACED)
    if ghdl.version() == FAULTY:
        with pytest.raises(ToolError, match=r"edge of a clock as a value \(near tiny.vhd:1[4-6]\)"):
            third_party.load(path)
    else:
        assert "always @(posedge clk)" in third_party.load(path).sources["tiny.v"]


def _top(*inner: netlist.Gate, y: netlist.Net) -> dict[str, netlist.Module]:
    own = netlist.Gate("\\top", "\\top", 1, [], [y], [netlist.Net(1, 1)])
    return {
        "\\top": netlist.Module(
            "\\top", inputs=["\\a"], outputs=["\\y"], own=own, gates=list(inner)
        )
    }


@pytest.mark.parametrize(
    "inner, y, words",
    [
        (
            [
                netlist.Gate(
                    "$posedge", "x", 2, [], [netlist.Net(1, 1)], [netlist.Net(2, 1)], "a.vhd:7"
                )
            ],
            netlist.Net(2, 1),
            "edge of a clock as a value .near a.vhd:7",
        ),
        ([], netlist.Net(9, 4), "a net that nothing drives"),
    ],
)
def test_a_wire_that_the_export_leaves_open_is_refused(inner, y, words):
    """An edge, or a net of no gate: neither becomes a wire without a driver."""
    with pytest.raises(ToolError, match=words):
        gates.rtlil(_top(*inner, y=y))


def test_a_bus_with_several_drivers_is_named_with_its_place():
    """A port of mode inout in a part of the core: file, line, and what to write."""
    net = netlist.Net(2, 1)
    inner = netlist.Gate("$inout", "x", 2, [], [netlist.Net(1, 1)], [net], "a.vhd:9")
    with pytest.raises(DesignError, match="top: a port of mode inout.* .near a.vhd:9"):
        gates.rtlil(_top(inner, y=net))


CONSTANT = (
    "  flipped <= not plaintext(63) & plaintext(62 downto 0);\n"
    "  given <= key & (flipped xor TOP_BIT);"
)
"""The plaintext, with its topmost bit turned and turned back by a constant."""


def test_a_netlist_that_is_not_of_its_sources_is_an_error_of_the_reader(cores, tmp_path):
    """A right core with a constant of which version 2.0.0 makes zeros: the reader is blamed, with
    place and literal, and nothing is said of the core. With a later version it passes.
    """
    source = cores / "vhdl" / "gift64.vhd"
    source.write_text(
        source.read_text()
        .replace("  given <= key & plaintext;", CONSTANT)
        .replace(
            "\nbegin\n",
            "\n  signal flipped : std_logic_vector(63 downto 0);\n  constant TOP_BIT : "
            'std_logic_vector(63 downto 0) := x"8000000000000000";\nbegin\n',
            1,
        )
    )
    design = third_party.load(cores / "vhdl" / "gift64.toml")
    if ghdl.version() != FAULTY:
        assert all(found.passed for found in check.check_rtl(design, tmp_path, seed=1))
        return
    with pytest.raises(ToolError, match="error of the reader, not of the core") as error:
        check.check_rtl(design, tmp_path, seed=1)
    assert "ghdl/ghdl#2011" in str(error.value) and ': x"8000000000000000"' in str(error.value)
    assert "FAIL official known answers" in str(error.value)


def test_literals_that_become_zeros_are_found():
    """Those of 64, 96 … bits whose topmost word alone is not 0; no others, none in comments."""
    given = ['x"80400C0600000000"', 'x"80400C06_00000000"', f'"1{"0" * 63}"', 'x"8000000000000001"',
             'x"0000000000000000"', 'x"80000000"', 'x"8000000000000000000"',
             '-- x"80000000_00000000"']  # fmt: skip
    design = type(
        "Design",
        (),
        {
            "third_party": type(
                "Origin",
                (),
                {"vhdl": {"01_a.vhd": "\n".join(f"c <= {literal}" for literal in given)}},
            )
        },
    )
    assert [found.partition(": ")[0] for found in natively.zeroed(design)] == [
        "a.vhd:1",
        "a.vhd:2",
        "a.vhd:3",
    ]


def test_constants_that_no_simulation_shows_belong_to_the_verdict():
    """Of a core in VHDL and Verilog GHDL simulates nothing: literals that version 2.0.0 zeroes are
    named with every verdict; a text that looks like a number is none.
    """
    text = (
        'signal a : std_logic_vector(63 downto 0) := x"8040_0C06_0000_0000";\n'
        f'-- x"8000000000000000"\nreport "{"A" * 64}";\n'
    )
    (told,) = zeroed.note([("a.vhd", text)], "Yosys 0.70 (slang); GHDL 2.0.0, gate by gate")
    assert told == f'{ZEROED} a.vhd:1: x"8040_0C06_0000_0000"' and told.startswith(REMARKS)
    assert not zeroed.note([("a.vhd", text)], "GHDL 6.0.0, gate by gate")
