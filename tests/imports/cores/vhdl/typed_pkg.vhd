-- SPDX-License-Identifier: Apache-2.0
-- Types of ports that are no std_logic_vector.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package typed_pkg is
  constant WORD : integer := 2 ** 2;
  type words_t is array (natural range <>) of std_logic_vector(WORD - 1 downto 0);
  subtype three_t is words_t(1 to 3);
  type mode_t is (IDLE, RUN, STOP);
  type byte_t is range 0 to 255;
  type pair_t is record
    low : unsigned(2 downto 0);
    mode : mode_t;
  end record;
  type pairs_t is array (1 downto 0) of pair_t;
  type all_t is record
    a : std_ulogic;
    b : bit_vector(0 to 4);
    c : pair_t;
    d : three_t;
  end record;
end package;
