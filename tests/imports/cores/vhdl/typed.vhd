-- SPDX-License-Identifier: Apache-2.0
-- A register for a value of each type that a port may have.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.typed_pkg.all;

entity Typed is
  generic (G_WORDS : natural := 2);
  port (
    clk : in bit;
    u : in unsigned(7 downto 0);
    s : in signed(0 to 6);
    v : in std_ulogic_vector(5 downto 0);
    o : in std_logic_vector(0 downto 0);
    b : in bit_vector(3 downto 0);
    t : in boolean;
    m : in mode_t;
    n : in natural range 0 to 100;
    i : in integer range -3 to 12;
    y : in byte_t;
    w : in words_t(0 to G_WORDS - 1);
    p : in pairs_t;
    r : in all_t;
    out_u : out unsigned(7 downto 0);
    out_s : out signed(0 to 6);
    out_v : out std_ulogic_vector(5 downto 0);
    out_o : out std_logic_vector(0 downto 0);
    out_b : out bit_vector(3 downto 0);
    out_t : out boolean;
    out_m : out mode_t;
    out_n : out natural range 0 to 100;
    out_i : out integer range -3 to 12;
    out_y : out byte_t;
    out_w : out words_t(0 to G_WORDS - 1);
    out_p : out pairs_t;
    out_r : out all_t);
end entity;

architecture rtl of Typed is
begin
  process (clk)
  begin
    if clk'event and clk = '1' then
      out_u <= u + 1;
      out_s <= s;
      out_v <= v;
      out_o <= o;
      out_b <= b;
      out_t <= not t;
      out_m <= m;
      out_n <= n;
      out_i <= i;
      out_y <= y;
      out_w <= w;
      out_p <= p;
      out_r <= r;
      out_p(0).low <= p(0).low + 1;
    end if;
  end process;
end architecture;
