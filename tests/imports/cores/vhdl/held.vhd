-- SPDX-License-Identifier: Apache-2.0
-- GIFT-64-128 behind a start that is a value of two bits and must stay, told by a port that is 1 while it works. Its generics are of
-- types that are no numbers, and its ports have names that a bench might have.
library ieee;
use ieee.std_logic_1164.all;

package kinds is
  type kind is (quiet, loud);
end package;

library ieee;
use ieee.std_logic_1164.all;
use work.kinds.all;

entity held is
  generic (KIND_OF : kind := quiet; -- what works is loud
           FLAG, OTHER : std_logic := '0');
  port (clock, reset : in std_logic; running : in std_logic_vector(1 downto 0); buf : out std_logic;
        given : in std_logic_vector(127 downto 0); waited : in std_logic_vector(63 downto 0);
        result : out std_logic_vector(63 downto 0));
end entity;

architecture rtl of held is
  signal go, started, start, done, finished : std_logic;
  signal answer : std_logic_vector(63 downto 0);
begin
  go <= '1' when running = "10" and KIND_OF = loud and FLAG = '1' and OTHER = '0' else '0';
  start <= go and not started;
  buf <= not finished;

  core : entity work.Gift64
    generic map (G_ROUNDS => 28, G_FAST => false)
    port map (clk => clock, rst => reset, start => start, key => given, plaintext => waited, done => done, ciphertext => answer);

  process (clock)
  begin
    if rising_edge(clock) then
      started <= go and not reset;
      if go = '0' or reset = '1' then
        finished <= '0';
      elsif done = '1' then
        finished <= '1';
        result <= answer;
      end if;
    end if;
  end process;
end architecture;
