-- SPDX-License-Identifier: Apache-2.0
-- One of each: what VHDL's operators become in GHDL's netlist. Memories are written with the same word as long as the inputs stay.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity operators is
  port (clk : in std_logic; a, b : in std_logic_vector(11 downto 0); logic : out std_logic_vector(71 downto 0);
        sums : out std_logic_vector(131 downto 0); compared : out std_logic_vector(11 downto 0);
        shifted : out std_logic_vector(59 downto 0); chosen : out std_logic_vector(35 downto 0);
        parts : out std_logic_vector(95 downto 0); stored : out std_logic_vector(35 downto 0));
end entity;

architecture rtl of operators is
  subtype word is std_logic_vector(11 downto 0);
  type memory is array (0 to 7) of word;
  type grid is array (0 to 3, 0 to 3) of std_logic_vector(2 downto 0);
  constant ROM : memory := (x"123", x"FED", x"0A5", x"5A0", x"777", x"888", x"3C3", x"F0F");
  constant WIDE : std_logic_vector(95 downto 0) := x"0123456789ABCDEF00112233";
  signal ram, second : memory := (others => x"5A5");
  signal ua, ub : unsigned(11 downto 0);
  signal sa, sb : signed(11 downto 0);
  signal low : integer range 0 to 7;
  signal amount : integer range 0 to 15;

  function bit_of(condition : boolean) return std_logic is
  begin
    if condition then
      return '1';
    end if;
    return '0';
  end function;
begin
  ua <= unsigned(a);
  ub <= unsigned(b) when b /= x"000" else x"001";
  sa <= signed(a);
  sb <= signed(ub);
  low <= to_integer(unsigned(b(2 downto 0)));
  amount <= to_integer(unsigned(b(3 downto 0)));

  logic <= (a and b) & (a or b) & (a xor b) & (a nand b) & (a nor b) & (a xnor b);
  sums <= std_logic_vector(ua + ub) & std_logic_vector(ua - ub) & std_logic_vector(resize(ua * ub, 12)) &
          std_logic_vector(sa * sb) & std_logic_vector(ua / ub) & std_logic_vector(sa / sb) &
          std_logic_vector(ua mod ub) & std_logic_vector(sa mod sb) & std_logic_vector(sa rem sb) & std_logic_vector(-sa);
  compared <= bit_of(ua < ub) & bit_of(sa < sb) & bit_of(ua <= ub) & bit_of(sa <= sb) & bit_of(ua > ub) & bit_of(sa > sb) &
              bit_of(ua >= ub) & bit_of(sa >= sb) & bit_of(a = b) & (and a) & (or a) & (xor a);
  shifted <= std_logic_vector(shift_left(ua, amount)) & std_logic_vector(shift_right(ua, amount)) &
             std_logic_vector(shift_right(sa, amount)) & std_logic_vector(rotate_left(ua, amount)) &
             std_logic_vector(abs sa);

  choose : process (all)
    variable found : word;
  begin
    case b(4 downto 0) is
      when "00001" => found := a;
      when "00010" => found := not a;
      when "01111" | "01110" => found := x"ABC";
      when others => found := b;
    end case;
    chosen(11 downto 0) <= found;
    if sa > sb then
      chosen(35 downto 24) <= std_logic_vector(resize(sa(5 downto 0), 12));
    else
      chosen(35 downto 24) <= std_logic_vector(resize(ua(5 downto 0), 12));
    end if;
    chosen(23 downto 12) <= WIDE(12 * low + 11 downto 12 * low);
  end process;

  pieces : process (all)
    variable line : std_logic_vector(143 downto 0);
    variable cells : grid;
    variable flags : std_logic_vector(7 downto 0);
  begin
    line := WIDE & a & b & a & b;
    -- Word low + 4 of twelve, of which the index has only three bits.
    line(12 * low + 59 downto 12 * low + 48) := a;
    parts(95 downto 48) <= line(143 downto 96);
    parts(47 downto 36) <= line(12 * low + 23 downto 12 * low + 12);
    for i in 0 to 3 loop
      for j in 0 to 3 loop
        cells(i, j) := WIDE(3 * (4 * i + j) + 2 downto 3 * (4 * i + j));
      end loop;
    end loop;
    cells(to_integer(ua(1 downto 0)), to_integer(ua(3 downto 2))) := b(2 downto 0);
    parts(2 downto 0) <= cells(to_integer(ua(5 downto 4)), to_integer(ua(7 downto 6)));
    flags := b(7 downto 0);
    flags(low) := not flags(low);
    parts(10 downto 3) <= flags;
    parts(11) <= a(low);
    parts(35 downto 12) <= (others => '0');
  end process;

  memories : process (clk)
  begin
    if rising_edge(clk) then
      if b(11) = '1' then
        ram(to_integer(ua(2 downto 0))) <= b;
      end if;
      stored(35 downto 24) <= second(to_integer(ua(5 downto 3)));
      if b(10) = '1' then
        second(to_integer(ua(2 downto 0))) <= a;
      end if;
    end if;
  end process;
  stored(23 downto 12) <= ram(to_integer(ua(5 downto 3)));
  stored(11 downto 0) <= ROM(to_integer(ua(2 downto 0)));
end architecture;
