# SPDX-License-Identifier: Apache-2.0
"""Cores without a clock, versions of Verilog, byte-order marks, paths that are no description."""

import pytest
from descriptions import BARE

from cipherfab.errors import CallError, DesignError
from cipherfab.imports.designs import build
from cipherfab.imports.third_party import load
from cipherfab.lwc.vectors import read
from cipherfab.origin import UNCLOCKED
from cipherfab.verify.answers import genkat, kat_file

WIRES = "module tiny (input [199:0] a, output [199:0] y);\n  assign y = ~a;\nendmodule\n"
WITHOUT = BARE.replace('start = "start"\nlatency = 1', "latency = 0")
CLOCK = 'clock.port = "clk"'


@pytest.fixture
def unclocked(describe):
    """The description of a core of wires, with what stands in place of the clock."""

    def write(*, clock: str = "clock = false", verilog: str = WIRES, rest: str = WITHOUT):
        path = describe(verilog=verilog, rest=rest)
        path.write_text(path.read_text().replace(CLOCK, clock))
        return path

    return write


@pytest.mark.parametrize("clock", ["clock = false", 'clock.port = ""', 'clock_port = ""'])
def test_a_core_without_a_clock_is_read_and_says_so(unclocked, clock):
    """Its design has no clock and no reset, and a note stands in its rows."""
    design = load(unclocked(clock=clock))
    assert (design.clock, design.reset) == ("", "") and UNCLOCKED in design.third_party.notes


@pytest.mark.parametrize(
    "change, words",
    [
        ({"rest": BARE}, "latency = 0, and no start"),
        ({"rest": WITHOUT.replace("latency = 0", "latency = 2")}, "got latency = 2"),
        ({"rest": WITHOUT + 'reset = { port = "rst" }\n'}, "has no reset"),
        ({"rest": '[lwc]\naead.algorithm = "ascon-128"\n'}, "is for a core described by"),
        ({"clock": "clock = true"}, "or false for a core without one"),
        ({"clock": CLOCK}, "no port 'clk'.* say clock = false"),
        (
            {
                "verilog": "module tiny (input c, input [199:0] a, output reg [199:0] y);\n"
                "always @(posedge c) y <= a;\nendmodule\n"
            },
            "the core has registers",
        ),
    ],
)
def test_what_needs_a_clock_is_refused_without_one(unclocked, change, words):
    """With what was expected and what to write."""
    with pytest.raises(CallError, match=words):
        load(unclocked(**change))


def test_names_of_verilog_are_read_where_the_description_says_so(describe):
    """``new`` and ``do`` are names in Verilog; the message of the parser leads to the key."""
    verilog = WIRES.replace(
        "assign y", "wire [199:0] new, do;\n  assign new = a, do = new;\n  assign y"
    ).replace("~a", "do")
    path = describe(verilog=verilog, rest=WITHOUT)
    path.write_text(path.read_text().replace(CLOCK, "clock = false"))
    with pytest.raises(DesignError, match="'new' is a keyword.*verilog.version = \"2001\""):
        load(path)
    for version in ('"2001"', "2005", '"1364-1995"'):
        path.write_text(
            path.read_text().partition("[language]")[0]
            + f"[language]\nverilog.version = {version}\n"
        )
        assert load(path).third_party.language == "Verilog"
    path.write_text(path.read_text().replace('"1364-1995"', '"1999"'))
    with pytest.raises(CallError, match="expected verilog.version to be one of 1995, 2001"):
        load(path)


@pytest.mark.parametrize(
    "name",
    [
        "core.v",
        "core.yaml",
        "GEN.JSON",
        "/nowhere/x.vhd",
        "./x.yaml",
        "folder",
        "core.core",
        "~/x.toml.txt",
    ],
)
def test_a_path_that_is_no_description_is_told_from_a_name(tmp_path, monkeypatch, name):
    """Of sources, folders and other tools' files it is said what was expected."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "core.toml").write_text("")
    (tmp_path / "core.v").write_text("")
    with pytest.raises(CallError, match="expected a core's name or a description, a TOML") as error:
        build(name)
    assert ("core.toml in it" in str(error.value)) == (name == "folder")


def test_a_core_is_told_from_a_folder_of_its_name(tmp_path, monkeypatch):
    """A folder called like an algorithm hides no core; a wrong name stays a wrong name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gift-64").mkdir()
    assert build("gift-64").name == "gift-64"
    with pytest.raises(CallError, match="unknown algorithm 'gift-65'"):
        build("gift-65")


def test_a_description_may_end_in_capitals_and_begin_with_a_mark(unclocked):
    """As some editors and systems write them; sources may begin with one, too."""
    path = unclocked(verilog="\ufeff" + WIRES)
    other = path.with_name("TINY.TOML")
    other.write_text("\ufeff" + path.read_text(), encoding="utf-8")
    assert build(str(other)).name == "tiny"


def test_files_with_a_byte_order_mark_are_read(tmp_path):
    """Known answers, also without the line ``Source``, which is a note; and vectors."""
    text = genkat.regenerate("gift-64").decode()
    records = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("Source"))
    kat, pdi = tmp_path / "kat.txt", tmp_path / "pdi.txt"
    kat.write_text("\ufeff" + records, encoding="utf-8")
    pdi.write_text("\ufeffINS = 80000000\n", encoding="utf-8")
    assert len(kat_file.parse(kat, "gift-64")) == text.count("Count = ")
    assert read(pdi, "pdi", 32).words == [0x80000000]


def test_a_record_that_is_malformed_says_what_one_has(tmp_path):
    """The lines of a record, and the command that prints some."""
    (tmp_path / "kat.txt").write_text("Count = 1\nTag = 00\n")
    with pytest.raises(CallError, match="has the lines Count, .*`cipherfab kat gift-64`"):
        kat_file.parse(tmp_path / "kat.txt", "gift-64")


def test_a_constant_of_a_package_is_named_with_advice(describe):
    """The front end's own error is shown with the lines above it that tell what it is about."""
    path = describe(sources='["tiny.sv"]', rest=WITHOUT)
    (path.parent / "tiny.sv").write_text(
        "package own;\n  const logic [199:0] MASK = 200'h3;\n"
        "endpackage\n" + WIRES.replace("~a", "a ^ own::MASK")
    )
    path.write_text(path.read_text().replace(CLOCK, "clock = false"))
    with pytest.raises(DesignError, match="own::MASK is missing(.|\n)*write localparam"):
        load(path)
