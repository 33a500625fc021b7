# SPDX-License-Identifier: Apache-2.0
"""Values that lie on several ports, with their words in another order, or without the bits that
mean nothing.
"""

import shutil

import pytest
from descriptions import BARE

from cipherfab.design import Design
from cipherfab.errors import CallError
from cipherfab.imports import native, third_party
from cipherfab.places import Pins, Port, on_ports
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl.bare import BareSimulator

SPLIT = """
module split (input clk, input reset_n, input next, output ready, input [63:0] key_hi, key_lo,
             input [71:0] block, output [15:0] r0, r1, r2, r3);
  wire [191:0] key = {key_hi, key_lo, 64'd0};
  gift64 core (.clk(clk), .reset_n(reset_n), .next(next), .ready(ready), .mode(2'd1), .key(key),
               .block({block[35:4], block[67:36]}), .result({r0, r1, r2, r3}));
endmodule
"""
"""The key on two ports, the block with its words of 32 bits in reverse from bit 4 on, the result
on four ports.
"""

SPLIT_PORTS = """inputs.key = { ports = ["key_hi", "key_lo"] }
inputs.plaintext = { port = "block", width = 72, low = 4, word_order = "little", word = 32 }
outputs.ciphertext = { ports = ["r0", { port = "r1", bits = 16 }, "r2", "r3"] }
"""

ROUND = """
module tiny (input [256:0] a, output [256:0] y);
  wire [256:0] chi, theta;
  genvar i;
  generate for (i = 0; i < 257; i = i + 1) begin : bits
    assign chi[i] = a[i] ^ (~a[(i + 1) % 257] & a[(i + 2) % 257]) ^ (i == 0);
    assign theta[i] = chi[i] ^ chi[(i + 3) % 257] ^ chi[(i + 8) % 257];
    assign y[i] = theta[12 * i % 257];
  end endgenerate
endmodule
"""
"""A round of Subterranean 2.0, as its specification writes it, on the 257 bits of its state."""

PACKED = """[bare]
algorithm = "subterranean-r1"
latency = 0
byte_order = "little"
inputs.x = { port = "a", packed = true }
outputs.x = { port = "y", packed = true }
"""

VHDL = """library ieee;
use ieee.std_logic_1164.all;
entity split is
  port (clk, rst, start : in std_logic; key_hi, key_lo : in std_logic_vector(63 downto 0);
        block_in : in std_logic_vector(63 downto 0); done : out std_logic;
        r_hi, r_lo : out std_logic_vector(31 downto 0));
end entity;
architecture rtl of split is
  signal result : std_logic_vector(63 downto 0);
begin
  r_hi <= result(63 downto 32);
  r_lo <= result(31 downto 0);
  core : entity work.Gift64 generic map (G_ROUNDS => 28, G_FAST => false)
    port map (clk => clk, rst => rst, start => start, key => key_hi & key_lo,
              plaintext => block_in(31 downto 0) & block_in(63 downto 32), done => done,
              ciphertext => result);
end architecture;
"""

VHDL_PORTS = """inputs.key = { ports = ["key_hi", "key_lo"] }
inputs.plaintext = { port = "block_in", word_order = "little", word = 32 }
outputs.ciphertext = { ports = ["r_hi", "r_lo"] }
"""


def split(cores, ports: str = SPLIT_PORTS):
    """The Verilog core behind these ports, as a description."""
    path = cores / "verilog" / "gift64.toml"
    head = path.read_text().partition("constants =")[0]
    path.write_text(
        head.replace('top = "gift64"', 'top = "split"').replace('"sbox.v"]', '"sbox.v", "split.v"]')
        + ports
    )
    (path.parent / "split.v").write_text(SPLIT)
    return path


def test_orders_of_bytes_and_words_are_what_the_documentation_says():
    """A value of 8 bytes in the four orders, and on two ports of different sizes."""

    def laid(**order):
        return on_ports(
            {"x": 0x0102030405060708}, {"x": Port(name="a", width=64, bits=64, **order)}
        )["a"]

    assert laid(byte_order="little") == 0x0807060504030201
    assert laid(word=32) == 0x0506070801020304
    assert laid(word=16, byte_order="little") == 0x0201040306050807
    place = Port(
        name="a", width=24, bits=64, low=8, used="7F" * 8, rest=(Pins(name="b", width=40, bits=40),)
    )
    assert place.pins[0].bits == 16
    value = 0x7F01020304050607
    packed = int("".join(f"{byte:07b}" for byte in value.to_bytes(8, "big")), 2)
    assert place.on_ports(value) == {"a": packed >> 40 << 8, "b": packed & (1 << 40) - 1}
    assert place.value(place.on_ports(value)) == value


def test_a_value_on_several_ports_is_played(cores, tmp_path):
    """Key, block and result of a core lie as the description says; the design is the same as
    JSON."""
    design = third_party.load(split(cores))
    assert Design.from_json(design.to_json()) == design
    inputs, outputs = genkat.calls("gift-64")
    assert (
        BareSimulator.build(design, tmp_path).play(inputs[:8], outputs[:8], stall_seed=5).failure
        is None
    )


def test_a_permutation_of_odd_size_lies_on_a_port_of_its_size(describe, tmp_path):
    """Subterranean's 257 bits are those of its 264 that mean something; without ``packed`` the
    error says what to write.
    """
    path = describe(verilog=ROUND, rest=PACKED)
    path.write_text(path.read_text().replace('clock.port = "clk"', "clock = false"))
    inputs, outputs = genkat.calls("subterranean-r1")
    calls = inputs[:40], outputs[:40]
    assert (
        BareSimulator.build(third_party.load(path), tmp_path).play(*calls, stall_seed=5).failure
        is None
    )
    path.write_text(path.read_text().replace(", packed = true", ""))
    with pytest.raises(
        CallError,
        match="is an input of 257 bits. If it has only the bits that mea"
        "n something, write packed = true",
    ):
        third_party.load(path)


@pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
def test_several_ports_are_played_in_ghdls_own_simulation(cores, tmp_path):
    """As on the netlist that GHDL made of the sources."""
    path = cores / "vhdl" / "gift64.toml"
    head = path.read_text().partition("inputs.key")[0]
    path.write_text(
        head.replace('top = "Gift64"', 'top = "split"')
        .replace("generics = { G_ROUNDS = 28, G_FAST = false }", "")
        .replace('["bench.vhd",', '["split.vhd",')
        + VHDL_PORTS
    )
    (path.parent / "split.vhd").write_text(VHDL)
    design = third_party.load(path)
    inputs, outputs = genkat.calls("gift-64")
    assert [
        {name: int(bits, 2) for name, bits in answer.items()}
        for answer in native.call(design, inputs[:4])
    ] == [dict(one) for one in outputs[:4]]
    assert (
        BareSimulator.build(design, tmp_path).play(inputs[:4], outputs[:4], stall_seed=5).failure
        is None
    )


@pytest.mark.parametrize(
    "given, words",
    [
        ('{ port = "a", ports = ["a"] }', "expected either 'port' .* got both"),
        ("{ width = 200 }", "expected either 'port' .* got neither"),
        ("{ ports = [] }", "expected 1 to 1024 ports, got 0"),
        ('{ ports = ["a", "b", "c"] }', "200 bits do not fit these 3 ports"),
        (
            '{ ports = [{ port = "a", bits = 100 }, { port = "b", bits = 99 }] }',
            "199 bits are told",
        ),
        ('{ ports = [{ port = "a", bits = 200 }, "b"] }', "200 bits do not fit these 2 ports"),
        ('{ ports = [{ port = "a", bits = -8 }, "b"] }', "-8 bits from bit 0 on do not fit"),
        ('{ ports = ["a", "b"], width = 200 }', "'width' and 'low' beside 'ports' say nothing"),
        ('{ ports = ["a", "a"] }', "bits 0 to 99 of port 'a' have another value already"),
        (
            '{ ports = [{ port = "a", bits = 100, width = 200 }, "a"] }',
            "port 'a' has 200 bits in one place and 100",
        ),
        ('{ ports = [{ port = "a", bits = 100, heigth = 3 }, "b"] }', "unknown key 'heigth'"),
        ('{ ports = ["a", "b; endmodule"] }', "b; endmodule"),
        ('{ port = "a", word_order = "little" }', "needs 'word', the bits of a word, of which"),
        ('{ port = "a", word_order = "little", word = 64 }', "a multiple; got 64"),
        ('{ port = "a", word_order = "little", word = 200 }', "a multiple; got 200"),
        (
            '{ port = "a", word_order = "littel", word = 40 }',
            "word_order big or little, got littel",
        ),
        ('{ port = "a", word = 40 }', "'word' says something with word_order"),
        ('{ port = "a", word_order = "little", byte_order = "little", word = 25 }', "whole bytes"),
        ('{ port = "a", packed = true }', "this one has none, so all its bits lie on the port"),
    ],
)
def test_places_that_cannot_be_are_refused(describe, given, words):
    """Before any file is read, with what was expected."""
    with pytest.raises(CallError, match=words):
        third_party.load(describe(rest=BARE.replace('inputs.x = "a"', f"inputs.x = {given}")))
