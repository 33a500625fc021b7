-- SPDX-License-Identifier: Apache-2.0
-- A core with the LWC API's ports that answers a message of two words, header and data, with header, data plus a generic, and status.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity exchange is
  generic (G_ADD : integer := 0; G_STUCK : boolean := false);
  port (clk, rst_n : in std_logic; pdi_data, sdi_data : in std_logic_vector(31 downto 0); pdi_valid, sdi_valid : in std_logic;
        pdi_ready, sdi_ready : out std_logic; do_data : out std_logic_vector(31 downto 0); do_valid : out std_logic;
        do_ready : in std_logic);
end entity;

architecture rtl of exchange is
  type state_t is (COMMAND, HEADER, DATA, ANSWER, STATUS);
  signal state : state_t;
  signal word : std_logic_vector(31 downto 0);
begin
  process (clk, rst_n)
  begin
    if rst_n = '0' then
      state <= COMMAND;
    elsif rising_edge(clk) then
      case state is
        when COMMAND => if pdi_valid = '1' then state <= HEADER; end if;
        when HEADER => if pdi_valid = '1' and do_ready = '1' then state <= DATA; end if;
        when DATA =>
          word <= std_logic_vector(unsigned(pdi_data) + G_ADD);
          if pdi_valid = '1' and not G_STUCK then state <= ANSWER; end if;
        when ANSWER => if do_ready = '1' then state <= STATUS; end if;
        when STATUS => if do_ready = '1' then state <= COMMAND; end if;
      end case;
    end if;
  end process;

  process (all)
  begin
    pdi_ready <= '0';
    do_valid <= '0';
    do_data <= (others => '-');
    case state is
      when COMMAND => pdi_ready <= '1';
      when HEADER =>
        pdi_ready <= do_ready;
        do_valid <= pdi_valid;
        do_data <= pdi_data;
      when DATA => pdi_ready <= '1';
      when ANSWER =>
        do_valid <= '1';
        do_data <= word;
      when others =>
        do_valid <= '1';
        do_data <= x"E0000000";
    end case;
  end process;
  sdi_ready <= '1';
end architecture;
