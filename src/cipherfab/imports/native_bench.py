# SPDX-License-Identifier: Apache-2.0
"""Test benches in VHDL-93, which every standard of the language takes, for cores in VHDL; see
`native` for what they do.
"""

import re
from collections.abc import Mapping

from ..design import Design
from ..handshake import Handshake
from ..places import widths
from . import generics

MAX_IDLE = 20_000
"""Cycles without a word on any port until the core counts as stuck."""

TAIL = 200
"""Cycles to watch for words too many."""

BENCH = "cipherfab_bench"

# Eight cycles of 10 ns, as the processes below count them.
RESET_NS = 80
"""Until then every bench resets the core."""

# The image of a std_logic is its letter in quotes, so the letter is the second one.
HEAD = """library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;
{uses}
entity cipherfab_bench is
end cipherfab_bench;

architecture bench of cipherfab_bench is
  signal running : boolean := true;
  signal clock : std_logic := '0';
  signal reset : std_logic := '{active}';
  {signals}

  procedure read_word(file source : text; word : out std_logic_vector) is
    variable buf : line;
    variable bits : bit_vector(word'length - 1 downto 0);
  begin
    readline(source, buf);
    read(buf, bits);
    word := to_stdlogicvector(bits);
  end read_word;

  function image(word : std_logic_vector) return string is
    variable bits : string(1 to word'length);
    variable place : integer := 1;
  begin
    for index in word'range loop
      bits(place) := std_logic'image(word(index))(2);
      place := place + 1;
    end loop;
    return bits;
  end image;
{conversions}begin
  dut : entity work.{top}{generics}
    port map ({ports});

  process
  begin
    while running loop
      wait for 5 ns;
      clock <= '1';
      wait for 5 ns;
      clock <= '0';
    end loop;
    wait;
  end process;
"""

# Words change at the falling edge, and the handshake is looked at 1 ns before the rising one. Data
# that is not valid is turned over in each cycle, so that a core which takes it is found out.
LWC = """
  process
    file pdi_file : text open read_mode is "pdi.txt";
    file sdi_file : text open read_mode is "sdi.txt";
    file stall_file : text open read_mode is "stalls.txt";
    file out_file : text open write_mode is "out.txt";
    variable go : std_logic_vector(2 downto 0);
    variable pdi_word : std_logic_vector({width} - 1 downto 0);
    variable sdi_word : std_logic_vector({sdi_width} - 1 downto 0);
    variable pdi_has, sdi_has : boolean := false;
    variable idle, words : integer := 0;
    variable buf : line;
  begin
    for cycle in 1 to 8 loop
      wait until falling_edge(clock);
    end loop;
    reset <= '{passive}';
    loop
      go := "111";
      if not endfile(stall_file) then
        read_word(stall_file, go);
      end if;
      if go(2) = '1' and not pdi_has and not endfile(pdi_file) then
        read_word(pdi_file, pdi_word);
        pdi_has := true;
      end if;
      if go(1) = '1' and not sdi_has and not endfile(sdi_file) then
        read_word(sdi_file, sdi_word);
        sdi_has := true;
      end if;
      do_ready <= go(0);
      pdi_valid <= '0';
      pdi_data <= not pdi_data;
      sdi_valid <= '0';
      sdi_data <= not sdi_data;
      if pdi_has then
        pdi_valid <= '1';
        pdi_data <= pdi_word;
      end if;
      if sdi_has then
        sdi_valid <= '1';
        sdi_data <= sdi_word;
      end if;
      wait for 4 ns;
      idle := idle + 1;
      if pdi_has and pdi_ready = '1' then
        pdi_has := false;
        idle := 0;
      end if;
      if sdi_has and sdi_ready = '1' then
        sdi_has := false;
        idle := 0;
      end if;
      if do_valid = '1' and go(0) = '1' then
        write(buf, image(do_data));
        writeline(out_file, buf);
        words := words + 1;
        idle := 0;
      end if;
      exit when idle >= {most_idle} or (words >= {count} and idle >= {tail});
      wait until falling_edge(clock);
    end loop;
    running <= false;
    wait;
  end process;
end bench;
"""


def lwc_bench(design: Design, count: int) -> str:
    """The test bench of a core with the LWC API that waits for ``count`` output words."""
    interface = design.interface
    vectors = {
        "pdi_data": interface.width,
        "sdi_data": interface.sdi_width,
        "do_data": interface.width,
    }
    bits = [
        "pdi_valid",
        "pdi_ready",
        "sdi_valid",
        "sdi_ready",
        "do_valid",
        "do_ready",
        *(["do_last"] if interface.do_last else []),
    ]
    signals = [
        *(
            f"signal {name} : std_logic_vector({width} - 1 downto 0) := (others => '0');"
            for name, width in vectors.items()
        ),
        *(f"signal {name} : std_logic := '0';" for name in bits),
    ]
    return _head(design, signals, {name: name for name in (*vectors, *bits)}) + LWC.format(
        width=interface.width,
        sdi_width=interface.sdi_width,
        passive=1 - design.reset_level,
        most_idle=MAX_IDLE,
        count=count,
        tail=TAIL,
    )


def _head(
    design: Design,
    signals: list[str],
    ports: Mapping[str, str],
    constants: Mapping[str, str] | None = None,
) -> str:
    """Up to the clock; ``ports``: signals by the ports they are at; ``constants``: literals."""
    own = {
        port: signal for port, signal in ((design.clock, "clock"), (design.reset, "reset")) if port
    }
    given = {**(constants or {}), **own, **ports}
    origin = design.third_party
    texts = [
        ("work" if library == origin.vhdl_library else library, origin.vhdl[name])
        for name, library in origin.vhdl_files.items()
    ]
    types = generics.types_of(
        (text for library, text in texts if library == "work"), origin.vhdl_top
    )
    generic = ", ".join(
        f"{name} => {generics.literal(types, name, value)}"
        for name, value in origin.parameters.items()
    )
    uses = [
        *(
            f"library {library};"
            for library in dict.fromkeys(library for library, _ in texts)
            if library != "work"
        ),
        *generics.uses(texts, types, origin.parameters),
    ]
    # Where one element of a record is associated, all have to be.
    unread = {
        name: _at(name)
        for name, formal in origin.vhdl_ports.items()
        if name not in given and "." in formal
    }
    signals = [
        *signals,
        *(f"signal {signal} : {_type(_width(design, name))};" for name, signal in unread.items()),
    ]
    at = [
        origin.vhdl_ports.get(port, f"{port} => {{}}").format(signal)
        for port, signal in {**given, **unread}.items()
    ]
    return HEAD.format(
        uses="".join(f"{clause}\n" for clause in uses),
        active=design.reset_level,
        signals="\n  ".join(signals),
        top=origin.vhdl_top,
        generics=f"\n    generic map ({generic})" if generic else "",
        ports=", ".join(at),
        conversions=origin.vhdl_types,
    )


BARE = """
  process
    file in_file : text open read_mode is "calls.txt";
    file out_file : text open write_mode is "out.txt";
    variable given : std_logic_vector({in_width} - 1 downto 0);
    variable buf : line;
    variable waited : integer;
  begin
    for cycle in 1 to 8 loop
      wait until falling_edge(clock);
    end loop;
    reset <= '{passive}';
    wait until falling_edge(clock);
    calls : while not endfile(in_file) loop
      read_word(in_file, given);
{load}{start}{finish}      write(buf, {result});
      writeline(out_file, buf);
{end}    end loop;
    running <= false;
    wait;
  end process;
end bench;
"""

WAIT = """      waited := 0;
      wait for 4 ns;
      while {port} /= {value} loop
        waited := waited + 1;
        if waited > {most_idle} then
          exit calls;
        end if;
        wait until falling_edge(clock);
        wait for 4 ns;
      end loop;
"""
PULSE = """      wait until falling_edge(clock);
{drive}      {port} <= {value};
      wait until falling_edge(clock);
"""
END = """      {port} <= {idle};
"""


def bare_bench(design: Design, count: int) -> str:
    """The test bench of a core described by ``[bare]`` that makes ``count`` calls, one after the
    other.
    """
    handshake = design.interface.handshake
    inputs, outputs = widths(handshake.inputs), widths(handshake.outputs)
    values = {**inputs, **outputs}
    controls = {
        getattr(handshake, role): handshake.control(role)
        for role in ("done", "ready", "load", "start")
        if getattr(handshake, role)
    }
    signals = [*(f"signal {_at(name)} : {_type(width)} := {_zero(width)};"
                 for name, width in values.items()),
               *(f"signal {_at(name)} : {_type(said.width)} := {_value(said.width, said.idle)};"
                 for name, said in controls.items() if name not in values)]  # fmt: skip
    fixed = {name: _constant(design, name, value) for name, value in handshake.constants.items()}
    in_width = sum(inputs.values())
    drive, low = [], in_width
    for name, width in inputs.items():
        low -= width
        drive.append(
            f"      {_at(name)} <= given({low + width - 1} downto {low});"
            if width > 1
            else f"      {_at(name)} <= given({low});"
        )
    result = " & ".join(
        f"image({_at(name)})" if width > 1 else f"std_logic'image({_at(name)})(2)"
        for name, width in outputs.items()
    )
    ready = _said(WAIT, handshake, "ready") if handshake.ready else ""
    held = handshake.start_held
    ports = {name: _at(name) for name in (*values, *controls)}
    # As in the other bench: values come with what starts, and go behind it where they need not
    # stay, so a core that looks at another time gives wrong answers in both.
    come = "".join(f"{line}\n" for line in drive)
    go = (
        ""
        if handshake.hold
        else "".join(f"      {_at(name)} <= not {_at(name)};\n" for name in inputs)
    )
    first = handshake.load or handshake.start
    load = ready + _said(PULSE + END, handshake, "load", come) if handshake.load else ""
    start = (
        ready
        + _said(PULSE if held else PULSE + END, handshake, "start", "" if handshake.load else come)
        + go
        if handshake.start
        else ""
    )
    return _head(design, signals, ports, fixed) + BARE.format(
        in_width=in_width,
        passive=1 - design.reset_level,
        result=result,
        load=load if first else come,
        start=start,
        finish=_finish(handshake),
        end=_said(END, handshake, "start") if held else "",
    )


def _at(port: str) -> str:
    """The signal at a port, under a name that nothing else in the bench has."""
    return f"port_{port}"


def _said(text: str, handshake: Handshake, role: str, drive: str = "") -> str:
    control, port = handshake.control(role), _at(getattr(handshake, role))
    return text.format(
        port=port,
        value=_value(control.width, control.value),
        idle=_value(control.width, control.idle),
        most_idle=MAX_IDLE,
        drive=drive,
    )


def _finish(handshake: Handshake) -> str:
    if handshake.done:
        return _said(WAIT, handshake, "done")
    # The pulse of the start has seen one rising edge already.
    edges = handshake.latency - (handshake.start is not None)
    steps = (
        f"      for cycle in 1 to {edges} loop\n        wait until falling_edge(clock);\n      end "
        f"loop;\n"
        if edges > 0
        else ""
    )
    return steps + "      wait for 4 ns;\n"


def _constant(design: Design, name: str, value: int) -> str:
    """A fixed value for a port."""
    return _value(_width(design, name), value)


def _width(design: Design, name: str) -> int:
    """The width of a port, taken from the exported Verilog."""
    declared = re.search(
        rf"^\s*(?:input|output) (?:\[(\d+):0\] )?{re.escape(name)} *;",
        design.sources[f"{design.top}.v"],
        re.MULTILINE,
    )
    return int(declared[1]) + 1 if declared and declared[1] else 1


def _value(width: int, value: int) -> str:
    return f'"{value:0{width}b}"' if width > 1 else f"'{value}'"


def _type(width: int) -> str:
    return f"std_logic_vector({width} - 1 downto 0)" if width > 1 else "std_logic"


def _zero(width: int) -> str:
    return "(others => '0')" if width > 1 else "'0'"
