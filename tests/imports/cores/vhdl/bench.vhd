-- SPDX-License-Identifier: Apache-2.0
-- A test bench among the sources, as some public packages have it: it opens a file, and no core needs it.
library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;

entity bench is
end entity;

architecture test of bench is
begin
  process
    file answers : text open read_mode is "answers.txt";
    variable answer : line;
  begin
    readline(answers, answer);
    wait;
  end process;
end architecture;
