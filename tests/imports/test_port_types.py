# SPDX-License-Identifier: Apache-2.0
"""Ports of VHDL cores that are no ``std_logic_vector``: the netlist and GHDL's simulation get the
same bits.
"""

import random
import shutil
from dataclasses import replace

import pytest

from cipherfab.design import BareInterface, Port
from cipherfab.errors import CallError
from cipherfab.handshake import Handshake
from cipherfab.imports import native, third_party, vhdl
from cipherfab.imports.description import Description
from cipherfab.imports.sources import read_sources
from cipherfab.imports.tables import Reset
from cipherfab.verify.rtl.bare import BareSimulator

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")

LIMITS = {
    "u": 256,
    "s": 128,
    "v": 64,
    "o": 2,
    "b": 16,
    "t": 2,
    "m": 3,
    "n": 101,
    "i": 32,
    "y": 256,
    "w": 256,
    "p": 1 << 10,
    "r_a": 2,
    "r_b": 32,
    "r_c": 24,
    "r_d": 4096,
}
"""Of each input the number of values; not all patterns are values."""


def _given(generator: random.Random) -> dict[str, int]:
    values = {name: generator.randrange(limit) for name, limit in LIMITS.items()}
    values["i"] = generator.randint(-3, 12) % 32
    values["p"] = sum(
        (generator.randrange(8) | generator.randrange(3) << 3) << 5 * place for place in range(2)
    )
    return values


def _expected(given: dict[str, int]) -> dict[str, int]:
    low = given["p"] & ~7 | (given["p"] + 1) & 7
    more = {"u": (given["u"] + 1) % 256, "t": 1 - given["t"], "p": low}
    return {f"out_{name}": value for name, value in {**given, **more}.items()}


def _typed(folder):
    """The core with a port of each type."""

    def ports(widths):
        return {name: Port(name=name, width=width, bits=width) for name, width in widths.items()}

    inputs = {name: (limit - 1).bit_length() for name, limit in LIMITS.items()}
    outputs = {f"out_{name}": width for name, width in inputs.items()}
    interface = BareInterface(
        algorithm="none",
        inputs=inputs,
        outputs=outputs,
        handshake=Handshake(inputs=ports(inputs), outputs=ports(outputs), latency=1),
    )
    description = Description(
        path=folder / "x.toml",
        root=folder,
        name="typed",
        sources=("typed.vhd", "typed_pkg.vhd"),
        top="Typed",
        clock="clk",
        reset=Reset(port=""),
        bare=interface,
        parameters={"G_WORDS": 2},
    )
    sources, formals = vhdl.needed(description, read_sources(description))
    found = vhdl.elaborate(description, sources)
    return third_party.design_of(
        description,
        sources,
        found,
        **third_party._native(description, sources, formals, found.ports),
    )


@pytest.fixture
def typed(cores):
    return _typed(cores / "vhdl")


def test_a_value_of_each_type_is_the_same_in_netlist_and_simulation(typed, tmp_path):
    """Vectors, numbers, enumerations, arrays and records, in both directions, on random values."""
    generator = random.Random(5)
    calls = [_given(generator) for _ in range(60)]
    expected = [_expected(given) for given in calls]
    found = native.call(typed, calls)
    assert [{name: int(bits, 2) for name, bits in answer.items()} for answer in found] == expected
    assert (
        BareSimulator.build(typed, tmp_path)
        .play(calls, expected, stall_seed=None, spaced=True)
        .failure
        is None
    )


def test_a_wrong_conversion_is_noticed(typed):
    """What is compared is not what the conversions were made of: with the elements of an array the
    other way round the answers differ.
    """
    broken = replace(
        typed,
        third_party=replace(
            typed.third_party,
            vhdl_types=typed.third_party.vhdl_types.replace(
                "value'reverse_range", "value'range", 1
            ),
        ),
    )
    calls = [_given(random.Random(5))]
    answer = native.call(broken, calls)[0]
    assert {name: int(bits, 2) for name, bits in answer.items()} != _expected(calls[0])


PORT = """library ieee;
use ieee.std_logic_1164.all;
package own is
  type grid is array (0 to 1, 0 to 1) of std_logic;
  type temperature is range 0.0 to 1.0;
end package;
library ieee;
use ieee.std_logic_1164.all;
use work.own.all;
entity tiny is
  port (clk, rst, start : in std_logic; a : in std_logic_vector(199 downto 0); odd : in {kind};
        y : out std_logic_vector(199 downto 0));
end entity;
architecture rtl of tiny is begin y <= a; end architecture;
"""


@pytest.mark.parametrize(
    "kind, words",
    [
        ("real", "is of the type real, a floating"),
        ("time", "is of the type time, a physical"),
        ("grid", "is of the type work.own.grid, an array of several indices"),
    ],
)
def test_a_type_without_bits_is_refused_before_anything_runs(describe, kind, words):
    """With file, line, port, type, and what could be there."""
    path = describe(sources='["tiny.vhd"]')
    (path.parent / "tiny.vhd").write_text(PORT.format(kind=kind))
    with pytest.raises(CallError, match=r"tiny.vhd:11: the port 'odd' of tiny " + words) as error:
        third_party.load(path)
    assert "give the core a wrapper" in str(error.value)
