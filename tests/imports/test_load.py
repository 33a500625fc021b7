# SPDX-License-Identifier: Apache-2.0
"""Cores in three languages as designs: ports, origin, and the official known answers of what they
compute.
"""

import re
import shutil

import pytest

from cipherfab.design import Design
from cipherfab.errors import CallError, DesignError
from cipherfab.imports import third_party
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl.bare import BareSimulator

LANGUAGES = {"verilog": "Verilog", "systemverilog": "SystemVerilog", "vhdl": "VHDL"}
needs_ghdl = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
EACH = [pytest.param(name, marks=needs_ghdl if name == "vhdl" else ()) for name in LANGUAGES]


@pytest.mark.parametrize("name", EACH)
def test_a_core_becomes_a_design_like_any_other(cores, name):
    """Clock, reset, handshake and origin are those of the description, the source is one Verilog
    file, and JSON keeps it all.
    """
    design = third_party.load(cores / name / "gift64.toml")
    origin = design.third_party
    assert (
        design.interface.algorithm == "gift-64"
        and design.interface.handshake.inputs["plaintext"].bits == 64
    )
    assert (origin.language, origin.licence, len(origin.source_hash)) == (
        LANGUAGES[name],
        "as cipherfab",
        64,
    )
    assert (
        list(design.sources) == [f"{design.top}.v"]
        and f"module {design.top}(" in design.sources[f"{design.top}.v"]
    )
    assert Design.from_json(design.to_json()) == design
    assert {
        "verilog": ("reset_n", 0, "async"),
        "systemverilog": ("reset", 1, "sync"),
        "vhdl": ("rst", 1, "async"),
    }[name] == (design.reset, design.reset_level, design.reset_kind)


@pytest.mark.slow
@pytest.mark.parametrize("name", EACH)
def test_a_core_gives_the_official_known_answers(cores, tmp_path, name):
    """What the readers made of a core computes what the core does, with each kind of handshake."""
    design = third_party.load(cores / name / "gift64.toml")
    inputs, outputs = genkat.calls("gift-64")
    assert BareSimulator.build(design, tmp_path).play(inputs, outputs, stall_seed=5).failure is None


def test_the_hash_follows_every_file_that_is_read(cores):
    """The source hash changes with a source, an included file and a memory file, and with nothing
    else.
    """
    path = cores / "verilog" / "gift64.toml"
    hashes = [third_party.load(path).third_party.source_hash]
    (path.parent / "unused.v").write_text("module unused; endmodule")
    assert third_party.load(path).third_party.source_hash == hashes[0]
    for name in ("gift64.v", "constants.vh", "sbox.hex"):
        (path.parent / name).write_text((path.parent / name).read_text() + "\n")
        hashes.append(third_party.load(path).third_party.source_hash)
    assert len(set(hashes)) == 4


@pytest.mark.parametrize(
    "old, new, words",
    [
        (
            "level = 0",
            "level = 1",
            "asynchronous reset at 'reset_n' = 0; the description says level 1",
        ),
        ('"async"', '"sync"', 'kind = "async"'),
        ('"reset_n"', '"resetn"', "the top has no port 'resetn'; did you mean 'reset_n'?"),
        ('start = "next"', 'start = "nxet"', "did you mean 'next'?"),
        (
            'start = "next"',
            'start = "reset_n"',
            "reset_n is the clock or the reset, and is named once",
        ),
        ('done = "ready"', 'done = "next"', "expected 'next' to be an output of 1 bits"),
        (
            "width = 192, low = 64",
            "width = 128",
            "expected 'key' to be an input of 128 bits; it is an input of 192 bits",
        ),
        ("constants = { mode = 1 }", "", "nothing drives the inputs mode of gift64"),
        (
            "constants = { mode = 1 }",
            "constants = { mode = 4 }",
            "mode = 4 does not fit its 2 bits",
        ),
    ],
)
def test_ports_that_are_not_as_described_are_refused(cores, old, new, words):
    """A port that is missing, points the other way, has another width or no value is refused before
    anything runs.
    """
    path = cores / "verilog" / "gift64.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(CallError) as error:
        third_party.load(path)
    assert words in str(error.value)


@pytest.mark.parametrize("name", EACH)
def test_what_the_reader_says_reaches_the_user(cores, name):
    """A source that is not valid is refused with the reader's own message and its line."""
    file = next(path for path in (cores / name).glob("gift64.*v*") if path.suffix != ".toml")
    file.write_text(
        file.read_text().replace("left", "lost", 1).replace("rounds <= 0", "rounds <= nothing", 1)
    )
    with pytest.raises(DesignError) as error:
        third_party.load(cores / name / "gift64.toml")
    assert re.search(rf"{re.escape(file.name)}:\d+:.*(nothing|left)", str(error.value))


def test_parameters_and_macros_are_set(cores):
    """The SystemVerilog core refuses to elaborate unless its string, its number and its bit
    arrive."""
    path = cores / "systemverilog" / "gift64.toml"
    path.write_text(path.read_text().replace("two-rounds", "three-rounds"))
    with pytest.raises(DesignError, match="parameters were not set"):
        third_party.load(path)


@pytest.mark.parametrize(
    "assigned, good",
    [
        ("q <= #1 a;", True),
        ("`LATE", True),
        ("q = #(1:2:3) a;", True),
        ("#1 q <= a;", False),
        ("q <= @(posedge clk) a;", False),
        ("begin q <= a; @(posedge clk) q <= ~a; end", False),
    ],
)
def test_delays_within_assignments_are_left_out_and_no_other_waiting(describe, assigned, good):
    """They are no hardware; what waits otherwise would be other hardware without it, and is
    refused in the reader's words.
    """
    verilog = (
        f"`define LATE q <= #(2+1) a;\nmodule tiny (input clk, input rst, input start, "
        f"input [199:0] a, output [199:0] y);\n  reg [199:0] q;\n"
        f"  always @(posedge clk) {assigned}\n  assign y = q;\nendmodule\n"
    )
    path = describe(verilog=verilog)
    if good:
        (text,) = third_party.load(path).sources.values()
        assert re.search(r"q <= a;", text) and "#" not in text
    else:
        with pytest.raises(DesignError, match="unsynthesizable timing control|tiny.v:4"):
            third_party.load(path)


def test_a_latch_is_refused_by_name(describe):
    """A combinational block that does not always give its output a value: the signal is named, and
    what it is usually due to.
    """
    path = describe(
        verilog="module tiny (input clk, input rst, input start, input [199:0] a, "
        "output reg [199:0] y);\n"
        "  always @* if (start) y = a;\nendmodule\n"
    )
    with pytest.raises(
        DesignError, match=r"latches are not supported: y \(tiny.v:1\). Often a comb"
    ):
        third_party.load(path)
