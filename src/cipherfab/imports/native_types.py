# SPDX-License-Identifier: Apache-2.0
"""Conversions between the bits of a netlist and the types of VHDL's ports, as functions in VHDL-93,
with the layout of GHDL's netlist: the leftmost element of an array is on top, the first element of
a record at the bottom, an enumeration is the position of its literal, an integer is binary.
"""

from collections.abc import Iterator, Mapping

from .vhdl_types import Formal, Type

VECTOR = "ieee.std_logic_1164.std_logic_vector"

# `mod 2` is never negative in VHDL, so negative numbers come out in two's complement.
HELPERS = """
  function cipherfab_number(bits : std_logic_vector; signed : boolean) return integer is
    variable value : integer := 0;
  begin
    for index in bits'range loop
      if index = bits'left and signed then
        value := -boolean'pos(bits(index) = '1');
      else
        value := value * 2 + boolean'pos(bits(index) = '1');
      end if;
    end loop;
    return value;
  end cipherfab_number;

  function cipherfab_bits(value, width : integer) return std_logic_vector is
    variable rest : integer := value;
    variable bits : std_logic_vector(width - 1 downto 0);
  begin
    for index in 0 to width - 1 loop
      bits(index) := '0';
      if rest mod 2 = 1 then
        bits(index) := '1';
      end if;
      rest := (rest - rest mod 2) / 2;
    end loop;
    return bits;
  end cipherfab_bits;
"""
"""Numbers and bits, the most significant one on the left."""

TO = """{declared}
  function {function}(given : {given}) return {name} is
    variable bits : std_logic_vector({width} - 1 downto 0);
    variable at : integer := 0;
{variables}  begin
    bits{slot} := given;
{body}    return value;
  end {function};
"""
FROM = """
  function {function}(value : {name}) return {given} is
    variable bits : std_logic_vector({width} - 1 downto 0) := (others => '0');
    variable at : integer := 0;
  begin
{body}    return bits{slot};
  end {function};
"""


def conversions(
    formals: Mapping[str, Formal], widths: Mapping[str, int]
) -> tuple[dict[str, str], str]:
    """How the ports of an entity are associated with signals of bits.

    Args:
        formals: the ports, by their names in the netlist.
        widths: bits of those that the netlist has; one of one bit is a ``std_logic`` in the bench.

    Returns:
        For each port that is not associated as it is, the association with ``{}`` for the signal;
        and the functions that these use.
    """
    found, functions = {}, []
    for number, (name, formal) in enumerate(formals.items()):
        width = widths.get(name, 0)
        if not width or _is_plain(formal.type, width):
            if formal.name != name:
                found[name] = f"{formal.name} => {{}}"
            continue
        into = formal.direction == "in"
        function = f"cipherfab_{'to' if into else 'from'}_{number}"
        functions.append((_to if into else _from)(function, formal.type, width))
        found[name] = (
            f"{formal.name} => {function}({{}})" if into else f"{function}({formal.name}) => {{}}"
        )
    return found, HELPERS + "".join(functions) if functions else ""


def _is_plain(kind: Type, width: int) -> bool:
    return kind.form == "logic" if width == 1 else kind.name == VECTOR


def _slots(width: int) -> dict[str, str]:
    """How the bench has a value of this width: one bit is no vector."""
    return {
        "width": str(width),
        "given": "std_logic" if width == 1 else "std_logic_vector",
        "slot": "(0)" if width == 1 else "",
    }


def _to(function: str, kind: Type, width: int) -> str:
    variables = f"    variable value : {kind.name};\n"
    if kind.form == "array" and not kind.bounded:
        inner = f"({kind.length - 1} downto 0)" if kind.length else ""
        # Without bounds: as many elements as the bits of the port make, by the bits of one.
        variables = (
            f"    variable one : {kind.name}(0 to 0){inner};\n"
            f"    variable value : {kind.name}(0 to {width} / ({_width(kind.inner, 'one(0)')}) "
            f"- 1){inner};\n"
        )
    name, declared = kind.name, ""
    if kind.form == "integer":  # the range of what is at a port must be that of the port
        ends = (kind.high, kind.low) if kind.descending else (kind.low, kind.high)
        name, way = f"{function}_range", "downto" if kind.descending else "to"
        declared = f"\n  subtype {name} is {kind.name} range {ends[0]} {way} {ends[1]};"
    return TO.format(
        function=function,
        name=name,
        variables=variables,
        declared=declared,
        body="".join(f"    {line}\n" for line in _taken("value", kind, 0)),
        **_slots(width),
    )


def _from(function: str, kind: Type, width: int) -> str:
    return FROM.format(
        function=function,
        name=kind.name,
        body="".join(f"    {line}\n" for line in _given("value", kind, 0)),
        **_slots(width),
    )


def _width(kind: Type, at: str) -> str:
    """Bits of a value, as an expression of VHDL about the object ``at``."""
    if kind.form == "array":
        return f"{at}'length * ({_width(kind.inner, f'{at}({at}{chr(39)}left)')})"
    if kind.form == "record":
        return " + ".join(
            f"{_width(inner, f'{at}.{name}')}" for name, inner in kind.members.items()
        )
    return str(kind.bits)


def _parts(at: str, kind: Type, depth: int, scalar) -> Iterator[str]:
    """Statements for each scalar in a value, from the lowest bit on."""
    if kind.form == "array":
        index = f"index{depth}"
        yield f"for {index} in {at}'reverse_range loop"
        yield from (f"  {line}" for line in _parts(f"{at}({index})", kind.inner, depth + 1, scalar))
        yield "end loop;"
    elif kind.form == "record":
        for name, inner in kind.members.items():
            yield from _parts(f"{at}.{name}", inner, depth + 1, scalar)
    else:
        yield from scalar(at, kind)
        yield f"at := at + {kind.bits};"


def _taken(at: str, kind: Type, depth: int) -> Iterator[str]:
    return _parts(at, kind, depth, _read)


def _given(at: str, kind: Type, depth: int) -> Iterator[str]:
    return _parts(at, kind, depth, _written)


def _read(at: str, kind: Type) -> Iterator[str]:
    """A scalar from ``bits``. A pattern that no literal has, or out of the range, is the last one:
    it may come where the value is not looked at, and stops no simulation.
    """
    number = (
        f"cipherfab_number(bits(at + {kind.bits - 1} downto at), "
        f"{'true' if kind.low < 0 else 'false'})"
    )
    yield from {
        "logic": lambda: [f"{at} := bits(at);"],
        "bit": lambda: [f"{at} := to_bit(bits(at));"],
        "boolean": lambda: [f"{at} := bits(at) = '1';"],
        "enumeration": lambda: _limited(at, kind, number, f"{kind.name}'val({{}})"),
        "integer": lambda: _limited(
            at, kind, number, "{}" if kind.name == "integer" else f"{kind.name}({{}})"
        ),
    }[kind.form]()


def _limited(at: str, kind: Type, number: str, made: str) -> list[str]:
    # The range 0 to 0 and an enumeration of one literal have no bits in the netlist.
    if kind.bits == 0:
        return [f"{at} := {made.format(kind.low)};"]
    return [f"if {number} > {kind.high} then", f"  {at} := {made.format(kind.high)};",
            f"elsif {number} < {kind.low} then", f"  {at} := {made.format(kind.low)};",
            "else", f"  {at} := {made.format(number)};", "end if;"]  # fmt: skip


def _written(at: str, kind: Type) -> Iterator[str]:
    """A scalar into ``bits``."""
    if kind.form == "logic":
        yield f"bits(at) := {at};"
    elif kind.form in ("bit", "boolean"):
        yield f"if {at}{' = ' + chr(39) + '1' + chr(39) if kind.form == 'bit' else ''} then"
        yield "  bits(at) := '1';"
        yield "end if;"
    elif kind.bits:
        number = f"{kind.name}'pos({at})" if kind.form == "enumeration" else f"integer({at})"
        yield (f"bits(at + {kind.bits - 1} downto at) := cipherfab_bits({number}, {kind.bits});")
