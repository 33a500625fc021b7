-- SPDX-License-Identifier: Apache-2.0
-- GIFT-64-128, one round per clock, with what GHDL 2.0.0 prints wrongly as Verilog: a constant of 64 bits, signals that are keywords
-- there, a default of a case, a check in a combinational process; and words at a computed place plus a constant.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.gift64_pkg.all;

entity Gift64 is
  generic (G_ROUNDS : integer := 3; G_FAST : boolean := true);
  port (clk, rst, start : in std_logic; key : in std_logic_vector(127 downto 0); plaintext : in std_logic_vector(63 downto 0);
        done : out std_logic; ciphertext : out std_logic_vector(63 downto 0));
end entity;

architecture rtl of Gift64 is
  type mode_t is (IDLE, LOADING, RUNNING, FINISHED);
  signal mode, reg : mode_t;
  signal always : std_logic_vector(319 downto 0);
  signal word : integer range 0 to 7;
  signal number, next_number : std_logic_vector(5 downto 0);
  signal left : integer range 0 to 63;
  signal given : std_logic_vector(191 downto 0);
begin
  next_number <= number(4 downto 0) & (number(5) xnor number(4));
  given <= key & plaintext;

  control : process (all)
  begin
    assert not (mode = FINISHED and left > 40) report "too many rounds" severity failure;
    reg <= mode;
    case mode is
      when IDLE => if start = '1' then reg <= LOADING; end if;
      when LOADING => if word = 5 then reg <= RUNNING; end if;
      when RUNNING => if left = 1 then reg <= FINISHED; end if;
      when others => reg <= IDLE;
    end case;
  end process;

  steer : process (clk, rst)
  begin
    if rst = '1' then
      mode <= IDLE;
      word <= 0;
    elsif rising_edge(clk) then
      mode <= reg;
      if mode = LOADING and word /= 5 then
        word <= word + 1;
      else
        word <= 0;
      end if;
    end if;
  end process;

  -- Bits 319 to 128 are the key and the state: words 4 to 9, of which the index has only three bits.
  compute : process (clk)
  begin
    if rising_edge(clk) then
      case mode is
        when LOADING =>
          always(128 + 32 * word + 31 downto 128 + 32 * word) <= given(32 * word + 31 downto 32 * word);
          number <= (others => '0');
          left <= G_ROUNDS;
        when RUNNING =>
          always(191 downto 128) <= round(always(191 downto 128), always(223 downto 192), next_number);
          always(319 downto 192) <= always(209 downto 208) & always(223 downto 210) & always(203 downto 192) & always(207 downto 204)
                                    & always(319 downto 224);
          number <= next_number;
          left <= left - 1;
        when others =>
          null;
      end case;
    end if;
  end process;

  fast : if G_FAST generate
    done <= '1';
  end generate;
  slow : if not G_FAST generate
    done <= '1' when mode = FINISHED else '0';
  end generate;
  ciphertext <= always(191 downto 128);
end architecture;
