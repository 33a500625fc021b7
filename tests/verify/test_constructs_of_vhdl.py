# SPDX-License-Identifier: Apache-2.0
"""What of VHDL a proof reads as a simulation does, and what it refuses."""

import re

import pytest
from descriptions import description

from cipherfab.errors import DesignError
from cipherfab.imports.third_party import load

from .test_constructs import HEAD, proof


def test_vhdl_default_values_are_initial_values(tmp_path):
    """A VHDL signal that a process clears once begins with its default; the netlist took 0."""
    (tmp_path / "tiny.vhd").write_text("""library ieee; use ieee.std_logic_1164.all;
entity tiny is port (clk, rst, start : in std_logic; a : in std_logic_vector(199 downto 0);
  y : out std_logic_vector(199 downto 0)); end;
architecture rtl of tiny is
  signal r, kept : std_logic := '1';
begin
  process (clk) begin
    if rising_edge(clk) then
      kept <= kept;
      if a(9 downto 1) = "001011010" then r <= '0'; end if;
      y <= a(199 downto 2) & kept & (a(0) xor r);
    end if;
  end process;
end;
""")
    (tmp_path / "tiny.toml").write_text(description(sources='["tiny.vhd"]'))
    design = load(tmp_path / "tiny.toml")
    assert re.search(r"reg \S+ = 1'h1;", design.sources["tiny.v"])
    assert "'hx" not in design.sources["tiny.v"], "a register that is only assigned to itself"
    assert proof(design, tmp_path, "tiny.v")["verdict"] == "refuted"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("r <= resize(signed(a(7 downto 0)) * signed(a(15 downto 8)), 12);", "of 16 bits that"),
        ("process (clk) begin if rising_edge(clk) then r <= force x\"000\"; end if; end process;",
         r"tiny.vhd:6: 'signal force assignment statement' is refused"),
    ],
    ids=["resize", "force"],
)  # fmt: skip
def test_what_ghdl_reads_otherwise_than_it_simulates_is_refused(tmp_path, statement, message):
    """A netlist of GHDL with the low bits of a number, where numeric_std keeps its sign, is not
    taken; what GHDL makes no hardware of is said with its line. Integers are cut as before.
    """
    (tmp_path / "tiny.vhd").write_text(f"""library ieee; use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity tiny is port (clk, rst, start : in std_logic; a : in std_logic_vector(199 downto 0);
  y : out std_logic_vector(199 downto 0)); end;
architecture rtl of tiny is signal r : signed(11 downto 0); signal c : integer range -8 to 7; begin
  {statement}
  process (clk) begin if rising_edge(clk) then c <= c + 1;
    y <= a(199 downto 16) & std_logic_vector(r) & std_logic_vector(to_signed(c, 4));
  end if; end process;
end;
""")
    (tmp_path / "tiny.toml").write_text(description(sources='["tiny.vhd"]'))
    with pytest.raises(DesignError, match=message):
        load(tmp_path / "tiny.toml")


def test_a_number_that_is_put_into_a_shorter_range_is_read(tmp_path):
    """A signed one of four bits into three, as in a FIFO that counts its entries: no `resize`."""
    (tmp_path / "tiny.vhd").write_text("""library ieee; use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity tiny is port (clk, rst, start : in std_logic; a : in std_logic_vector(199 downto 0);
  y : out std_logic_vector(199 downto 0)); end;
architecture rtl of tiny is signal n : integer range 0 to 4; signal more : integer range -1 to 5;
begin
  more <= n + 1 when start = '1' and n < 4 else n - 1 when rst = '0' and n > 0 else n;
  process (clk) begin if rising_edge(clk) then
    if rst = '1' then n <= 0; else n <= more; end if;
    y <= a(199 downto 3) & std_logic_vector(to_unsigned(n, 3));
  end if; end process;
end;
""")
    (tmp_path / "tiny.toml").write_text(description(sources='["tiny.vhd"]'))
    design = load(tmp_path / "tiny.toml")
    assert proof(design, tmp_path, "tiny.v")["verdict"] == "proved"


VHDL = """library ieee; use ieee.std_logic_1164.all;
entity {0} is port (clk, rst, start : in std_logic; a : in std_logic_vector(199 downto 0);
  y : out std_logic_vector(199 downto 0)); end;
architecture rtl of {0} is signal v : std_logic_vector(3 downto 0); begin
  v(2 downto 0) <= a(2 downto 0);
  process (clk) begin if rising_edge(clk) then y <= a(199 downto 1) & v({1}); end if; end process;
end;
"""


@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize(("bit", "told"), [(3, ["wires without a driver: v"]), (2, [])])
def test_what_nothing_drives_in_vhdl_is_told(tmp_path, mixed, bit, told):
    """A bit that nothing drives is a remark, in VHDL alone and beside Verilog; it is none where
    nothing reads the bit.
    """
    (tmp_path / "part.vhd").write_text(VHDL.format("part" if mixed else "tiny", bit))
    ports = ".clk(clk), .rst(rst), .start(start), .a(a), .y(y)"
    (tmp_path / "tiny.v").write_text(f"{HEAD.replace('reg', 'wire')}part u ({ports});\nendmodule\n")
    sources = '["part.vhd", "tiny.v"]' if mixed else '["part.vhd"]'
    (tmp_path / "tiny.toml").write_text(description(sources=sources))
    remarks = load(tmp_path / "tiny.toml").third_party.remarks
    assert [remark for remark in remarks if "without a driver" in remark] == told
