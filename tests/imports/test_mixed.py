# SPDX-License-Identifier: Apache-2.0
"""Cores in VHDL and Verilog together, in both directions."""

import shutil
from pathlib import Path

import pytest

from cipherfab.errors import CallError, DesignError
from cipherfab.imports import mixed, third_party
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl.bare import BareSimulator

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")

OVER = {
    "vhdl": ('sources = ["vhdl/gift64.vhd", "mixed/over_vhdl.sv", "vhdl/gift64_pkg.vhd"]\n'
             'top = "over_vhdl"\nclock.port = "clock"\n', "go", "ready", ("text", "cipher")),
    "verilog": ('sources = ["mixed/over_verilog.vhd", "mixed/adapter.v", "verilog/gift64.v", '
                '"sbox.v"]\ninclude_dirs = ["verilog"]\ngenerics = { PLACE = 2 }\n'
                'top = "Over_Verilog"\nclock.port = "clk"\n', "start", "ready",
                ("plaintext", "ciphertext"))}  # fmt: skip


@pytest.fixture
def over(cores):
    """Writes the description of a core with a top in one language over the other one, with a part
    of one file replaced, and returns its path.
    """
    for name in ("sbox.v", "sbox.hex"):
        shutil.copy(cores / "verilog" / name, cores / name)

    def write(language: str, file: str = "", old: str = "", new: str = "") -> Path:
        rtl, start, done, (given, found) = OVER[language]
        if file:
            text = (cores / "mixed" / file).read_text()
            assert old in text
            (cores / "mixed" / file).write_text(text.replace(old, new))
        path = cores / f"{language}.toml"
        path.write_text(
            f'name = "over-{language}"\n[rtl]\n{rtl}'
            'reset = { port = "reset", kind = "async" }\n[bare]\n'
            f'algorithm = "gift-64"\nstart = "{start}"\ndone = "{done}"\n'
            + ('ready = "ready"\n' if language == "verilog" else "done_pulse = true\n")
            + f'inputs.key = "key"\ninputs.plaintext = "{given}"\n'
            f'outputs.ciphertext = "{found}"\n'
        )
        return path

    return write


@pytest.mark.parametrize("language", OVER)
def test_a_top_over_the_other_language_gives_known_answers(over, tmp_path, language):
    """Names of another case, generics and parameters of each kind, and an entity below a module
    below an entity: the official answers come, and what is left out is named.
    """
    design = third_party.load(over(language))
    calls = genkat.calls("gift-64")
    result = BareSimulator.build(design, tmp_path).play(*calls, stall_seed=1)
    assert result.failure is None
    assert design.third_party.language.startswith("VHDL and ") and not design.third_party.vhdl
    assert any("GHDL's own simulation" in remark for remark in design.third_party.remarks)


@pytest.mark.parametrize(
    "change, message",
    [
        (("8'd28", "4 * 7"), "over_vhdl.sv:5: gift64 .* expected the generic G_Rounds .integer."),
        (("8'd28", "28.0"), "expected the generic G_Rounds"),
        (("1'b0", "2'd2"), "expected the generic G_FAST .boolean. to be a number"),
        ((".G_FAST(1'b0)", ".FAST(1'b0)"), "no generic 'FAST', only g_rounds, g_fast"),
        ((".RST(reset), ", ""), "nothing drives its inputs rst"),
        ((".RST(reset)", ".RST()"), "nothing drives its inputs rst"),
        ((".RST(reset)", ".reset"), "no port 'reset'"),
        ((".key, .plaintext(text)", ".*"), "ports by name"),
        (
            ("module over_vhdl", "module GIFT64; endmodule\nmodule over_vhdl"),
            "gift64 is an entity of VHDL and a module of Verilog",
        ),
    ],
)
def test_an_instance_of_an_entity_that_cannot_be_followed_is_refused(over, change, message):
    """Generics that are no literals, ports that are left open or unknown, names that both languages
    have: with file and line and what to do.
    """
    with pytest.raises(CallError, match=message):
        third_party.load(over("vhdl", "over_vhdl.sv", *change))


@pytest.mark.parametrize(
    "text, value",
    [("28", 28), ("8'd28", 28), ("4'hFF", 15), ("1'sb1", -1), ("4'sb0111", 7), ("-3", -3),
     ("'h1_0", 16), ("-8'd3", -3), ("8'd2a", None), ("4 * 7", None)],
)  # fmt: skip
def test_a_number_has_the_bits_that_it_says(text, value):
    """What a generic is given is what Verilog takes the literal for."""
    assert mixed._value(text, "integer") == value


@pytest.mark.parametrize(
    "change, message",
    [
        (("block_in : in", "blocks : in"), "'blocks' .* is no port of module Adapter"),
        (("MODE : std_logic := '0'", "MODUS : std_logic := '0'"), "'MODUS' .* is no parameter of"),
    ],
)
def test_a_component_that_is_not_the_module_is_refused(over, change, message):
    """Ports and generics of a component are those of the module, by name."""
    old, new = change
    path = over("verilog", "over_verilog.vhd", old, new)
    if "MODUS" in new:
        over("verilog", "over_verilog.vhd", "MODE => '1'", "MODUS => '1'")
    with pytest.raises(CallError, match=message):
        third_party.load(path)


@pytest.mark.parametrize(
    "file, old, new, message",
    [
        ("adapter.v", "#(.BITS(64))", "#(.BITS(32))", "adapter.v:10: .*truncates from 64 to 32"),
        (
            "over_verilog.vhd",
            "rounds : adapter",
            "rounds : entity work.adapter",
            "adapter is a module of Verilog: declare a component",
        ),
    ],
)
def test_widths_are_not_adapted_across_languages(over, file, old, new, message):
    """What plain Verilog pads or cuts is an error there, and so is a module as an entity."""
    with pytest.raises(DesignError, match=message):
        third_party.load(over("verilog", file, old, new))


@pytest.mark.parametrize(
    "file, old, new, message",
    [
        ("adapter.v", "assign result =", 'initial $system("ls"); assign result =', "'.system' is"),
        (
            "over_verilog.vhd",
            "  b <= a;",
            "  process (a) file f : std.textio.text; begin b <= a; end process;",
            "over_verilog.vhd:13: a file object is refused",
        ),
    ],
)
def test_each_part_is_checked_as_a_core_of_its_language(over, file, old, new, message):
    """Programs and files are refused in both parts, in an entity below Verilog, too."""
    with pytest.raises(CallError, match=message):
        third_party.load(over("verilog", file, old, new))


def test_an_empty_module_below_vhdl_is_named(over):
    """A module without anything in it is a remark, also where VHDL alone instantiates it."""
    path = over("verilog", "adapter.v", "module Adapter", "module Hollow")
    over("verilog", "over_verilog.vhd", "component adapter", "component hollow")
    over("verilog", "over_verilog.vhd", "rounds : adapter", "rounds : hollow")
    text = (path.parent / "mixed" / "adapter.v").read_text()
    head, _, _ = text.partition("  wire")
    (path.parent / "mixed" / "adapter.v").write_text(head + "endmodule\n")
    assert any("Hollow" in remark for remark in third_party.load(path).third_party.remarks)
