-- Functions of GIFT-64-128.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package gift64_pkg is
  subtype nibble is std_logic_vector(3 downto 0);
  -- A constant of more than 32 bits: entry i of the S-box in bits 4 i + 3 to 4 i.
  constant SBOX : std_logic_vector(63 downto 0) := x"E8057BD293F6C4A1";
  function substitute(x : nibble) return nibble;
  function round(state : std_logic_vector(63 downto 0); key : std_logic_vector(31 downto 0);
                 number : std_logic_vector(5 downto 0)) return std_logic_vector;
end package;

package body gift64_pkg is
  function substitute(x : nibble) return nibble is
    variable place : integer range 0 to 15;
  begin
    place := to_integer(unsigned(x));
    return SBOX(4 * place + 3 downto 4 * place);
  end function;

  function round(state : std_logic_vector(63 downto 0); key : std_logic_vector(31 downto 0);
                 number : std_logic_vector(5 downto 0)) return std_logic_vector is
    variable boxed, moved : std_logic_vector(63 downto 0);
  begin
    for i in 0 to 15 loop
      boxed(4 * i + 3 downto 4 * i) := substitute(state(4 * i + 3 downto 4 * i));
    end loop;
    for i in 0 to 63 loop
      moved(4 * (i / 16) + 16 * ((3 * ((i mod 16) / 4) + (i mod 4)) mod 4) + (i mod 4)) := boxed(i);
    end loop;
    for i in 0 to 15 loop
      moved(4 * i + 1) := moved(4 * i + 1) xor key(16 + i);
      moved(4 * i) := moved(4 * i) xor key(i);
    end loop;
    for i in 0 to 5 loop
      moved(4 * i + 3) := moved(4 * i + 3) xor number(i);
    end loop;
    moved(63) := not moved(63);
    return moved;
  end function;
end package body;
