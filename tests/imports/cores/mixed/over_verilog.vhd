-- SPDX-License-Identifier: Apache-2.0
-- A top in VHDL around the core in Verilog, and an entity that Verilog instantiates.
library ieee;
use ieee.std_logic_1164.all;

entity crossing is
  generic (BITS : positive := 1);
  port (a : in std_logic_vector(BITS - 1 downto 0); b : out std_logic_vector(BITS - 1 downto 0));
end entity;

architecture rtl of crossing is
begin
  b <= a;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity Over_Verilog is
  generic (PLACE : integer := 0);
  port (clk, reset, start : in std_logic; ready : out std_logic; key : in std_logic_vector(127 downto 0);
        plaintext : in std_logic_vector(63 downto 0); ciphertext : out std_logic_vector(63 downto 0));
end entity;

architecture rtl of Over_Verilog is
  component adapter is
    generic (SHIFT : integer := 0; KIND : string := "none"; MODE : std_logic := '0');
    port (clk, reset_n, next_in : in std_logic; ready : out std_logic; key : in std_logic_vector(127 downto 0);
          block_in : in std_logic_vector(63 downto 0); result : out std_logic_vector(63 downto 0));
  end component;
  signal reset_n : std_logic;
begin
  reset_n <= not reset;
  rounds : adapter generic map (SHIFT => 32 * PLACE, KIND => "plain", MODE => '1')
                   port map (clk, reset_n, start, ready, key, plaintext, ciphertext);
end architecture;
