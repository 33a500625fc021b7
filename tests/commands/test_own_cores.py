# SPDX-License-Identifier: Apache-2.0
"""A user's own cores: verified, refused, compared as ours are."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.cores.build import build
from cipherfab.lwc.vectors import write_vectors

sys.path.insert(0, str(Path(__file__).parents[1] / "verify"))
import tiny_cores

CORES = Path(__file__).parents[1] / "imports" / "cores"
VHDL = pytest.param(
    "vhdl", marks=pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
)

LWC = """name = "mine"
author = "A. Uthor"
[rtl]
sources = ["core.sv"]
top = "{top}"
clock.port = "clk"
[lwc]
{algorithm}
ports.pdi.bit_width = 32
"""

WRAPPED = """
module mine(input clk, input rst, input [31:0] pdi_data, input pdi_valid, output pdi_ready, input [31:0] sdi_data,
            input sdi_valid, output sdi_ready, output [31:0] do_data, output do_valid, input do_ready, output do_last);
  {top} core(.clk(clk), .rst(rst), .pdi_data(pdi_data), .pdi_valid(pdi_valid), .pdi_ready(pdi_ready),
             .sdi_data(sdi_data), .sdi_valid(sdi_valid), .sdi_ready(sdi_ready),
             .do_data(do_data), .do_valid(do_valid), .do_ready({ready}), .do_last({last}));
endmodule
"""  # noqa: E501


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every test works in a folder of its own, with a home of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    return tmp_path


def call(*arguments, code=0):
    """The result of a command that ends with exit code ``code``."""
    result = CliRunner().invoke(cli.main, list(map(str, arguments)))
    assert result.exit_code == code, result.output
    return result


def verified(*arguments, code=0):
    """The JSON of a `verify` that ends with exit code ``code``."""
    return json.loads(call("verify", *arguments, "--seed", 1, "--json", code=code).stdout)


@pytest.mark.parametrize("language", ["verilog", "systemverilog", VHDL])
def test_a_core_in_each_language(language):
    """The same cipher with three interfaces, in three languages, passes what our own core passes;
    its origin is told.
    """
    result = verified(CORES / language / "gift64.toml")
    assert result["passed"] and {found["link"] for found in result["findings"]} == {"model", "rtl"}
    played = [found["detail"] for found in result["findings"] if found["link"] == "rtl"]
    assert played[1].startswith("200 calls") and played[2:] == (
        ["640 calls, from 32 power-up states", *(["60 calls"] if language == "vhdl" else [])]
    )
    assert (
        result["third_party"]["licence"] == "as cipherfab"
        and len(result["third_party"]["source_hash"]) == 64
    )


def test_leakage_takes_a_description_with_shares_alone():
    """Of a core of others without shares on the bus it says what it expected."""
    said = call("leakage", CORES / "verilog" / "gift64.toml", code=2).output
    assert "expected a core with shares on the bus" in " ".join(said.split()), said


@pytest.mark.parametrize(
    "arguments",
    [
        ("emit", "-o", "out"),
        ("faults",),
        ("power",),
        ("explore",),
        ("frequency",),
        ("kat",),
        ("verify", "--model"),
    ],
)
def test_a_description_is_named_where_a_core_of_ours_belongs(arguments):
    """Commands for our own cores say that it is a file, and which ones take it."""
    said = call(arguments[0], CORES / "verilog" / "gift64.toml", *arguments[1:], code=2).output
    assert "No algorithm has a dot in its name" in " ".join(said.split()), said


@pytest.mark.parametrize("name", ["plain", "ascon-129", ".", "deep"])
def test_a_file_without_an_ending_is_no_core(folder, name):
    """Neither is a folder; what is nearest among the cores is said besides."""
    (folder / "deep").mkdir()
    for file in ("plain", "ascon-129"):
        (folder / file).write_text("name = 1")
    said = " ".join(call("verify", name, code=2).output.split())
    assert "a TOML file whose name ends in .toml; got a f" in said
    assert name == "." or f"As a core's name: unknown algorithm '{name}'. The nearest" in said


def test_mutants_of_a_core_without_valid_and_ready_are_refused():
    """Before any is made: whether one differs is proved at these ports."""
    said = call("mutate", CORES / "verilog" / "gift64.toml", code=2).output
    assert "a bare one with valid and ready" in " ".join(said.split()), said


def test_a_broken_copy_is_caught(folder):
    """One XOR made an OR: exit code 1, the first mismatch with values and cycle, and a waveform
    without being asked for one.
    """
    shutil.copytree(CORES / "verilog", folder / "broken")
    source = folder / "broken" / "gift64.v"
    text = source.read_text()
    source.write_text(text.replace(" ^ ", " | ", 1))
    assert source.read_text() != text
    result = verified(folder / "broken" / "gift64.toml", code=1)
    detail = next(found["detail"] for found in result["findings"] if not found["passed"])
    assert (
        "first mismatch: output" in detail
        and "ciphertext: expected" in detail
        and "cycle" in detail
    )
    assert (folder / "gift64-verilog-failure.vcd").read_text().count("$var") > 5


@pytest.fixture
def lwc_core(folder):
    """Writes a core with the LWC API, its description, and returns the path of that."""

    def write(text: str, top: str, algorithm: str = "") -> Path:
        (folder / "core.sv").write_text(text)
        (folder / "core.toml").write_text(LWC.format(top=top, algorithm=algorithm))
        return folder / "core.toml"

    return write


def test_a_core_of_an_unknown_algorithm_needs_vectors(lwc_core, folder):
    """Nothing is known of its answers: without vectors it is refused, a known-answer file is
    refused, its own vectors play.
    """
    path = lwc_core(tiny_cores.lwc_core().sources["tiny.v"], "tiny")
    assert "--vectors PDI SDI DO" in call("verify", path, code=2).stderr
    (folder / "kat.txt").write_text("")
    write_vectors(tiny_cores.messages(), folder)
    files = [folder / f"{port}.txt" for port in ("pdi", "sdi", "do")]
    assert (
        "Use --vectors"
        in call("verify", path, "--kat", "kat.txt", "--vectors", *files, code=2).stderr
    )
    (found,) = verified(path, "--vectors", *files)["findings"]
    assert found["check"] == "given vectors" and found["passed"]
    assert "not in the catalog" in call("bench", path, code=2).stderr


def test_empty_vectors_verify_nothing(lwc_core, folder):
    """Three empty files, or files of comments, are a wrong call and no verdict."""
    path = lwc_core(tiny_cores.lwc_core().sources["tiny.v"], "tiny")
    for text in ("", "# nothing\n\n###EOF\n"):
        for port in ("pdi", "sdi", "do"):
            (folder / f"{port}.txt").write_text(text)
        result = call("verify", path, "--vectors", "pdi.txt", "sdi.txt", "do.txt", code=2)
        assert (
            "nothing played is nothing verified" in result.stderr
            and "verified" not in result.stdout
        )


def test_vectors_catch_a_wrong_core(lwc_core, folder):
    """The first wrong word is named with its message, and the waveform shows it."""
    path = lwc_core(tiny_cores.lwc_core("wrong").sources["tiny.v"], "tiny")
    write_vectors(tiny_cores.messages(), folder)
    (found,) = verified(
        path, "--vectors", *(f"{port}.txt" for port in ("pdi", "sdi", "do")), code=1
    )["findings"]
    assert (
        "message 3 of 6" in found["detail"]
        and "expected" in found["detail"]
        and "got" in found["detail"]
    )
    assert "do_data" in (folder / "mine-failure.vcd").read_text()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "last, ready, caveat",
    [
        (
            "",
            "do_ready",
            "the words are right, but not all else that the API asks for: first mismatch: "
            "message 1",
        ),
        ("do_last", "1'b1", "passes without stalls only: first mismatch: message"),
        ("do_last", "do_ready", None),
    ],
)
def test_rules_beside_the_words(lwc_core, last, ready, caveat):
    """Without a proper do_last, or if it does not wait, a core of others passes with a remark; else
    without one.
    """
    design = build("ascon-128")
    text = next(iter(design.sources.values())) + WRAPPED.format(
        top=design.top, last=last, ready=ready
    )
    result = verified(lwc_core(text, "mine", 'aead.algorithm = "ascon128v12"'))
    assert result["passed"] and not any(
        found["check"] == "protocol violations" for found in result["findings"]
    )
    caveats = [
        found.get("caveat")
        for found in result["findings"]
        if found["link"] == "rtl" and found.get("caveat") != "wires without a driver: do_last"
    ]
    # A check that is played without stalls has no remark on stalls.
    assert (
        caveats[0] and all(caveat in text for text in caveats if text)
        if caveat
        else not any(caveats)
    ), caveats


@pytest.mark.slow
def test_compared_with_ours():
    """In one run with our core: all four links pass, an asynchronous reset included, and the row
    says whose core it is.
    """
    arguments = ["--periods", 1, "--seeds", 1, "--workers", 0, "--json"]
    result = call("compare", "gift-64", CORES / "verilog" / "gift64.toml", *arguments)
    ours, theirs = json.loads(result.stdout)
    assert ours["third_party"] is None and theirs["third_party"]["author"] == "cipherfab"
    assert theirs["verified"] and {item["link"] for item in theirs["evidence"]} == {
        "model",
        "rtl",
        "equivalence",
        "gate",
    }
    assert theirs["algorithm"] == "gift-64" and 0.5 < theirs["ratios"]["area_ge"] < 2
    assert json.loads(call("report", "-o", "site", "--json").stdout)["rows"] == 2


def test_sources_above_the_description_need_a_root(folder):
    """Without a clone only the description's folder is read; --root names what holds the
    sources."""
    shutil.copytree(CORES / "systemverilog", folder / "sources")
    path = folder / "descriptions" / "gift64.toml"
    path.parent.mkdir()
    text = (folder / "sources" / "gift64.toml").read_text()
    path.write_text(
        text.replace(
            '"gift64_pkg.sv", "gift64.sv"', '"../sources/gift64_pkg.sv", "../sources/gift64.sv"'
        )
    )
    assert "--root" in call("verify", path, code=2).stderr
    assert verified(path, "--root", folder)["passed"]
