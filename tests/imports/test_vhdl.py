# SPDX-License-Identifier: Apache-2.0
"""VHDL through GHDL's netlist, against GHDL's own simulation of the sources."""

import os
import random
import re
import shutil
import tempfile

import pytest

from cipherfab.design import BareInterface, Port
from cipherfab.errors import CallError, DesignError, ToolError
from cipherfab.handshake import Handshake
from cipherfab.imports import gates, native, netlist, third_party, vhdl
from cipherfab.imports.description import Description
from cipherfab.imports.sources import read_sources
from cipherfab.imports.tables import Reset
from cipherfab.tools import ghdl
from cipherfab.verify.answers import genkat
from cipherfab.verify.rtl import natively
from cipherfab.verify.rtl.bare import BareSimulator
from cipherfab.verify.rtl.check import check_rtl

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
OUTPUTS = {
    "logic": 72,
    "sums": 132,
    "compared": 12,
    "shifted": 60,
    "chosen": 36,
    "parts": 96,
    "stored": 36,
}


def operators(folder):
    """The core with one of each operator as a design that works on its inputs all the time."""

    def ports(widths):
        return {name: Port(name=name, width=width, bits=width) for name, width in widths.items()}

    inputs = {"a": 12, "b": 12}
    interface = BareInterface(
        algorithm="none",
        inputs=inputs,
        outputs=OUTPUTS,
        handshake=Handshake(inputs=ports(inputs), outputs=ports(OUTPUTS), latency=2),
    )
    description = Description(
        path=folder / "x.toml",
        root=folder,
        name="operators",
        sources=("operators.vhd",),
        top="operators",
        clock="clk",
        reset=Reset(port=""),
        bare=interface,
    )
    sources, _ = vhdl.needed(description, read_sources(description))
    return third_party.design_of(
        description,
        sources,
        vhdl.elaborate(description, sources),
        vhdl=vhdl.plain_names(sources),
        vhdl_top="operators",
    )


@pytest.mark.slow
def test_every_operator_means_what_it_means_in_vhdl(cores, tmp_path):
    """Arithmetic, shifts, comparisons, choices, computed places and memories give what GHDL
    simulates, on random inputs.
    """
    design, generator = operators(cores / "vhdl"), random.Random(1)
    calls = [{"a": generator.randrange(4096), "b": generator.randrange(4096)} for _ in range(300)]
    found = native.call(design, calls)
    assert len(found) == 300
    outputs = [{name: int(bits, 2) for name, bits in answer.items()} for answer in found]
    assert len({answer["parts"] for answer in outputs}) > 200
    result = BareSimulator.build(design, tmp_path).play(
        calls, outputs, stall_seed=None, spaced=True
    )
    assert result.failure is None


def test_only_what_the_top_needs_is_read(cores):
    """Files are analysed in the order that they need, and a test bench among them is left alone,
    though it opens a file.
    """
    design = third_party.load(cores / "vhdl" / "gift64.toml")
    assert list(design.third_party.vhdl) == ["01_gift64_pkg.vhd", "02_gift64.vhd"]
    path = cores / "vhdl" / "gift64.toml"
    path.write_text(path.read_text().replace('top = "Gift64"', 'top = "bench"'))
    with pytest.raises(CallError, match="bench.vhd:13: a file object is refused"):
        third_party.load(path)


def test_a_folder_may_have_a_blank_in_its_name(cores):
    """The folder of a core within what may be read: GHDL's library loses entities in such ones."""
    (cores / "vhdl").rename(cores / "VHDL of the core")
    design = third_party.load(cores / "VHDL of the core" / "gift64.toml", root=cores)
    assert list(design.third_party.vhdl) == ["01_gift64_pkg.vhd", "02_gift64.vhd"]


def test_temporary_folders_may_have_a_blank_in_their_name(cores, tmp_path, monkeypatch):
    """GHDL keeps paths in its library from one call to the next, in reading and in simulation."""
    odd = tmp_path / "a b"
    odd.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(odd))
    design = third_party.load(cores / "vhdl" / "gift64.toml")
    inputs, outputs = genkat.calls("gift-64")
    (answer,) = native.call(design, inputs[:1])
    assert {name: int(bits, 2) for name, bits in answer.items()} == dict(outputs[0])


def test_a_core_that_ends_the_simulation_fails_and_says_where(cores):
    """A failing assertion is a failed check with the core's message and the user's file name,
    and no tool's failure.
    """
    source = cores / "vhdl" / "gift64.vhd"
    text = source.read_text()
    source.write_text(
        text.replace(
            "if rising_edge(clk) then",
            "if rising_edge(clk) then\n assert start = '0' report \"not now\" severity failure;",
            1,
        )
    )
    passed, detail = natively.simulate(third_party.load(cores / "vhdl" / "gift64.toml"), seed=1)
    assert not passed and re.search(r"ended the simulation: gift64.vhd:\d+: not now \(", detail)


@pytest.mark.parametrize(
    "said, words",
    [
        ("assert start = '0' report \"early\" severity error;", r"vhd:45: early \(at 105ns\)"),
        ("assert start = '0' report \"no word of severity\";", r"vhd:45: no word of severity \(at"),
        ("assert start = '0' report \"early\" severity warning;", None),
        ("assert start /= 'U' and rst = '0' report \"before the reset\" severity error;", None),
    ],
)
def test_an_error_that_the_core_reports_fails_behind_the_reset(cores, said, words):
    """An assertion of severity *error*, which does not end the simulation, is a failed check; what
    is said before the reset is over, and a warning, is none.
    """
    source = cores / "vhdl" / "gift64.vhd"
    source.write_text(
        source.read_text().replace(
            "if rising_edge(clk) then", f"if rising_edge(clk) then\n {said}", 1
        )
    )
    passed, detail = natively.simulate(third_party.load(cores / "vhdl" / "gift64.toml"), seed=1)
    assert passed == (words is None)
    assert passed or re.search(f"reports an error in the simulation: gift64.{words}", detail)


@pytest.mark.parametrize(
    "region, right",
    [
        ("moved(63) := not moved(63);", False),
        ("moved(63) := not moved(63);\n moved(63) := not moved(63);", True),
    ],
)
def test_what_is_simulated_alone_is_no_error_of_the_reader(cores, tmp_path, region, right):
    """Sources that are right only with a region that is not synthesized fail, and the place is
    told; a region that changes nothing is let be.
    """
    source = cores / "vhdl" / "gift64_pkg.vhd"
    old = "" if right else "moved(63) := not moved(63);"
    source.write_text(
        source.read_text().replace(
            old or "    return moved;",
            f"-- synthesis translate_off\n{region}\n"
            f"-- synthesis translate_on\n{'    return moved;' if right else ''}",
        )
    )
    findings = check_rtl(third_party.load(cores / "vhdl" / "gift64.toml"), tmp_path, seed=1)
    told = [found.detail for found in findings if "translate_off" in found.detail]
    assert all(found.passed for found in findings) == right
    assert (
        told == []
        if right
        else told[0].endswith(
            "; translate_off is simulated and not synthesized (gift64_pkg.vhd:41)"
        )
    )


def test_unknown_gates_are_refused():
    """A gate or an entity that this reader does not know is an error with its name, and never left
    out.
    """
    a, y = netlist.Net(1, 4), netlist.Net(2, 4)
    for kind, words in (
        ("$odd", r"a gate \$odd"),
        ("\\missing", "no source has the entity missing"),
    ):
        module = netlist.Module(
            "\\top",
            inputs=["\\a"],
            outputs=["\\y"],
            own=netlist.Gate("\\top", "\\top", 1, [], [y], [a]),
            gates=[netlist.Gate(kind, "x", 2, [], [a], [y])],
        )
        with pytest.raises(DesignError, match=words):
            gates.rtlil({"\\top": module})
    with pytest.raises(DesignError, match="a line of GHDL's netlist is not understood: surprise"):
        netlist.parse("  module {m100} \\t\n    instance \\t{i1}: \\t\n    surprise\n")


def test_ports_and_nets_of_an_instance_are_as_many():
    """A dump in which an instance, or the top, has a net less than there are ports is refused: a
    port that was left out would be one that nothing drives.
    """
    a, y = netlist.Net(1, 4), netlist.Net(2, 4)
    names = ["\\a"], ["\\y"]
    part = netlist.Module("\\part", *names, own=netlist.Gate("\\part", "", 3, [], [y], [a]))
    for inner, own in (([], a), ([a], None)):
        instance = netlist.Gate("\\part", "x", 2, [], inner, [y])
        top = netlist.Gate("\\top", "\\top", 1, [], [y], [own] if own else [])
        module = netlist.Module("\\top", *names, own=top, gates=[instance])
        with pytest.raises(DesignError, match="expected 1 nets for the ports of"):
            gates.rtlil({"\\top": module, "\\part": part})


def test_without_ghdl_the_error_says_how_to_install_it(cores, monkeypatch, tmp_path):
    """A VHDL core on a machine without GHDL is refused with the command that installs it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="apt-get install ghdl"):
        third_party.load(cores / "vhdl" / "gift64.toml")


def test_zeros_that_are_assigned_fit_any_length():
    """A literal of zeros becomes an aggregate where it is all that is assigned, and nowhere else:
    GHDL 2.0.0 refuses its length in branches that are never reached.
    """
    assert vhdl._standard('a <= x"00";\nb<=X"0" ;') == "a <= (others => '0');\nb<=(others => '0') ;"
    for kept in ('a <= x"01";', 'a <= x"00" & b;', 'if a <= x"00" then', 'a := x"00";'):
        assert vhdl._standard(kept) == kept


def test_what_ghdl_says_is_wrong_is_told_and_its_notes_are_not(cores):
    """The line of the error, however many notes and warnings stand around it; and that version
    2.0.0 has limits, where it stops at one.
    """
    said = [
        "a.vhd:1:2:note: found ROM",
        "a.vhd:3:4:(assertion note): x",
        "a.vhd:5:6:warning: y",
        "a.vhd:7:8: unhandled function: Z",
    ]
    description = Description(
        path=cores / "x.toml",
        root=cores,
        name="core",
        sources=("a.vhd",),
        top="a",
        clock="clk",
        reset=Reset(),
    )
    error = vhdl.design_error(description, ToolError("\n".join(said)))
    assert isinstance(error, DesignError) and "a.vhd:7:8" in str(error)
    assert not any(line.partition(" ")[0] in str(error) for line in said[:3])
    assert ("A later GHDL may" in str(error)) == (ghdl.version() == vhdl.LIMITED)


@pytest.mark.parametrize(
    "said, synopsys, words",
    [
        (
            "a.vhd:1:2: subtype indication doesn't conform with the deferred constant",
            False,
            "in version 5.0.1 as in 2.0.0. It is a deferred constant",
        ),
        (
            "a.vhd:1:2: left and right bounds of a slice must be either constant or dynamic",
            True,
            "It is a slice from a constant place",
        ),
        ("a.vhd:1:2: use -fsynopsys", False, "Write [language] vhdl.synopsys = true"),
        ("a.vhd:1:2: use -fsynopsys", True, None),
    ],
)
def test_limits_of_ghdl_are_told_with_what_may_help(cores, said, synopsys, words):
    """Of what no version reads that was tried, how to write it otherwise; nothing is asked for
    that the description has.
    """
    description = Description(
        path=cores / "x.toml",
        root=cores,
        name="core",
        sources=("a.vhd",),
        top="a",
        clock="clk",
        reset=Reset(),
        synopsys=synopsys,
    )
    error = str(vhdl.design_error(description, ToolError(said)))
    assert words in error if words else "Write" not in error


def test_what_judges_the_sources_is_what_reads_them(tmp_path, monkeypatch):
    """The tree is made by the ``ghdl`` that comes first on PATH, wherever it is, as the netlist is:
    it is readable behind the wall, and no other one is taken in its place.
    """
    program = tmp_path / "own" / "bin" / "ghdl"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n: > asked\necho '<root/>'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "run"
    folder.mkdir()
    (tree,) = ghdl.trees({"a.vhd": ghdl.WORK}, directory=folder, options=["--std=08"])
    assert (folder / "asked").exists() and tree.read_text() == "<root/>\n"


def test_sources_without_a_tree_are_refused_in_the_words_of_ghdl(cores):
    """GHDL 2.0.0 prints no tree and ends as if all were well where a literal has a wrong length."""
    path = cores / "vhdl" / "gift64.toml"
    source = cores / "vhdl" / "gift64.vhd"
    text = source.read_text()
    begin = text.lower().index("\nbegin", text.lower().index("architecture"))
    source.write_text(
        f'{text[:begin]}\n  signal odd : std_logic_vector(8 downto 0) := x"FF";{text[begin:]}'
    )
    with pytest.raises(DesignError, match="gift64.vhd:[0-9]+:[0-9]+:.*length"):
        third_party.load(path)
