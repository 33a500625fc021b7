# SPDX-License-Identifier: Apache-2.0
"""Packages of files: complete, deterministic, readable, and with a test bench that passes and can
fail.
"""

import re

import pytest
import yaml
from benches import change_word, compile_bench, play, tokens, words

from cipherfab import __version__
from cipherfab.cores.build import build
from cipherfab.design import LwcInterface
from cipherfab.emit.constraints import FPGA_PERIOD_NS, xdc
from cipherfab.emit.package import package as texts_of
from cipherfab.emit.package import write_package
from cipherfab.emit.page import LONG
from cipherfab.emit.sheet import fastest_period_ns, xilinx_period_ns
from cipherfab.errors import CallError
from cipherfab.lwc.vectors import read_vectors

LWC, BARE = "ascon-128", "prince"
VECTORS = {
    LWC: ["pdi.txt", "sdi.txt", "do.txt", "pdi.hex", "sdi.hex", "do.hex", "care.hex"],
    BARE: ["in.hex", "out.hex"],
}
FORMULAS = {"enc": "24 + 6*floor(M/8)"}


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    """Folder for what all compiled benches share."""
    return tmp_path_factory.mktemp("runtime")


@pytest.fixture(scope="module", params=[LWC, BARE])
def package(request, tmp_path_factory, runtime):
    """The design, the directory and the compiled bench of a package."""
    design, directory = build(request.param), tmp_path_factory.mktemp("package")
    names = write_package(design, directory, formulas=FORMULAS)
    assert names == sorted(path.name for path in directory.iterdir())
    return design, directory, compile_bench(directory, design.top, runtime)


@pytest.mark.sample(1)
def test_every_promised_file_is_there(package):
    """Verilog, test bench, its vectors, FuseSoC description and page, and nothing else."""
    design, directory, _ = package
    modules = re.findall(r"^module (\w+)", "".join(design.sources.values()), re.M)
    described = [f"{design.top}.{suffix}" for suffix in ("core", "vlt", "sdc", "xdc")]
    expected = {
        *(f"{module}.sv" for module in modules),
        f"{design.top}_tb.v",
        *described,
        f"{design.top}_blocks.svg",
        "README.md",
        "LICENSE",
        *VECTORS[design.name],
    }
    expected |= (
        {f"{design.top}_axis.sv", "test_axis.py"}
        if isinstance(design.interface, LwcInterface)
        else set()
    )
    assert {path.name for path in directory.iterdir() if path.is_file()} == expected


def test_bench_passes_with_and_without_stalls(package):
    """The bench of the package passes with several seeds of its stalls, and without any."""
    _, directory, program = package
    for arguments in ((), ("+seed=7", "+cycles=0"), ("+stall=0", "+cycles=0")):
        assert play(program, directory, *arguments).startswith("PASS")


def test_bench_fails_on_a_changed_word(package):
    """One bit changed in an early or in the last expected word is found, and its place is
    printed."""
    design, directory, program = package
    name = "do.hex" if design.name == LWC else "out.hex"
    text = (directory / name).read_text()
    try:
        for line in (2, len(words(text)) - 1):
            change_word(directory / name, line)
            said = play(program, directory, "+cycles=0")
            assert said.startswith("FAIL") and str(line) in said
            (directory / name).write_text(text)
    finally:
        (directory / name).write_text(text)


def test_bench_of_a_core_with_the_api_ends_after_the_cycles_it_is_given(package):
    """With few cycles it passes with a part of the words and says how to play all; with 0, it plays
    all. A wrong word behind that part is not seen, which is why both numbers are printed.
    """
    design, directory, program = package
    if design.name != LWC:
        pytest.skip("the bench of a bare primitive always plays all")
    total = len(words((directory / "do.hex").read_text()))
    said = re.fullmatch(
        r"PASS: (\d+) of (\d+) words in 3000 cycles, \+cycles=0 plays all",
        play(program, directory, "+cycles=3000"),
    )
    assert said and 0 < int(said[1]) < int(said[2]) == total
    assert play(program, directory, "+cycles=0") == f"PASS: {total} words"


def test_bench_fails_on_changed_hardware(package, tmp_path, runtime):
    """One XOR of the Verilog made an AND is found."""
    design, directory, _ = package
    if design.name == LWC:
        pytest.skip("compiled once more for the primitive only; it takes long")
    for path in directory.glob("*.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    source = next(path for path in sorted(tmp_path.glob("*.sv")) if " ^ " in path.read_text())
    source.write_text(source.read_text().replace(" ^ ", " & ", 1))
    assert play(compile_bench(tmp_path, design.top, runtime), tmp_path).startswith("FAIL")


def test_fusesoc_description(package):
    """The description is YAML in which each file of the file sets exists, and the simulation has
    the bench on top.
    """
    design, directory, _ = package
    text = (directory / f"{design.top}.core").read_text()
    assert text.startswith("CAPI=2:\n")
    core = yaml.safe_load(text.partition("\n")[2])
    files = {
        name: [next(iter(file)) if isinstance(file, dict) else file for file in fileset["files"]]
        for name, fileset in core["filesets"].items()
    }
    assert files["rtl"][0] == f"{design.top}.sv" and f"{design.top}_tb.v" in files["tb"]
    assert all((directory / file).is_file() for names in files.values() for file in names)
    assert files["tb"][1:] == [name for name in VECTORS[design.name] if name.endswith(".hex")]
    bridged = (
        {"axis", "lint_axis", "synth_axis"} if isinstance(design.interface, LwcInterface) else set()
    )
    assert (
        core["name"].endswith(f":{__version__}")
        and set(core["targets"]) == {"default", "sim", "icarus", "lint", "synth"} | bridged
    )
    simulation = core["targets"]["sim"]
    assert simulation["toplevel"] == f"{design.top}_tb" and simulation["filesets"] == ["rtl", "tb"]
    assert core["targets"]["default"]["toplevel"] == design.top


def test_page_lists_the_ports_of_the_verilog(package):
    """Each port of the top module is in the page's table with its direction and width, and nothing
    else is.
    """
    design, directory, _ = package
    header = re.search(
        rf"^module {design.top} \(.*?^\);",
        (directory / f"{design.top}.sv").read_text(),
        re.S | re.M,
    )[0]
    declared = {
        (name, way.removesuffix("put"), int(high or 0) + 1)
        for way, high, name in re.findall(
            r"^    (input|output) +(?:wire|reg) +"
            r"(?:\[ *(\d+):0\] )?(\w+),?$",
            header,
            re.M,
        )
    }
    rows = re.findall(
        r"^\| `(\w+)` \| (in|out) \| (\d+) \|", (directory / "README.md").read_text(), re.M
    )
    assert {(name, way, int(width)) for name, way, width in rows} == declared


def test_page_has_formulas_and_commands(package):
    """The page gives the cycle formula as text, and commands that name the core."""
    design, directory, _ = package
    text = (directory / "README.md").read_text()
    assert (
        "`24 + 6*floor(M/8)`" in text
        and f"cipherfab verify '{design.name}'" in text
        # So a mapping of Python would begin that was printed instead of its text.
        and "{'" not in text
    )


def test_vectors_can_be_read_back(package):
    """The text files are those that `verify --vectors` reads, and hold as many words as the bench
    plays.
    """
    design, directory, _ = package
    if not isinstance(design.interface, LwcInterface):
        pytest.skip("a bare primitive has no LWC vectors")
    played = read_vectors(
        *(directory / f"{port}.txt" for port in ("pdi", "sdi", "do")), width=design.interface.width
    )
    for stream in (played.pdi, played.sdi, played.do):
        assert len(stream.words) == len(words((directory / f"{stream.port}.hex").read_text()))


def test_verilog_names_are_readable(package):
    """No name of a tool's making with a dollar sign before its first letter, such as `$auto` or
    `port$`.
    """
    design, directory, _ = package
    text = (directory / f"{design.top}.sv").read_text()
    assert not re.findall(r"\$auto|\bport\$|\\\$|\$signal|\$abc", text)


def test_modules_are_those_of_the_design(package):
    """Each file of a module has its name and, below a head with version and documents, the tokens
    that are verified, as slang reads them, in the same order; comments alone are more.
    """
    design, directory, _ = package
    verified = {
        module[1]: module[0]
        for text in design.sources.values()
        for module in re.finditer(r"^module (\w+).*?^endmodule\n", text, re.M | re.S)
    }
    for name, text in verified.items():
        head, module, body = (directory / f"{name}.sv").read_text().partition("\nmodule ")
        emitted = tokens(module.lstrip() + body, comments=False)
        assert emitted == tokens(text, comments=False)
        assert all(line.startswith("//") for line in head.splitlines())
        assert (
            f"{design.name}: " in head
            and f"cipherfab {__version__}." in head
            and "run `cipherfab verify" in head
        )


FACTS = [{"platform": "nangate45", "recipe": "area", "area_ge": 10147.4,
          "flip_flops": 700, "fmax_mhz": 250.0, "delay_ns": 4.0,
          "throughput_mbps": 2130.0, "verified": True, "versions": {"pyosys": "0.70"},
          "period_ps": 4200, "seeds": [0, 1],
          "evidence": [{"link": link, "check": "test plan", "passed": True}
                       for link in ("rtl", "gate")]}]  # fmt: skip


@pytest.mark.slow
def test_a_core_on_shares_is_played_in_shares(tmp_path, runtime):
    """Vectors in shares, in GMU's format and for the bench, which adds up DO, gives random words
    and passes with stalls and without; it fails on a changed word. No bridge comes with the core.
    """
    design = build("ascon-aead128/masked=1")
    names = write_package(design, tmp_path, formulas=FORMULAS)
    assert {"pdi_shared_2.txt", "sdi_shared_2.txt"} <= {*names} and not any(
        "axis" in name for name in names
    )
    # 64 bits: a word of 32 in two shares.
    assert {len(word) for word in words((tmp_path / "pdi.hex").read_text())} == {16}
    page = (tmp_path / "README.md").read_text()
    assert "| `rdi_data` | in | 320 |" in page and "| `do_data` | out | 64 |" in page
    program = compile_bench(tmp_path, design.top, runtime)
    for arguments in ((), ("+stall=0",)):
        assert play(program, tmp_path, *arguments).startswith("PASS")
    change_word(tmp_path / "do.hex", 0)
    assert play(program, tmp_path).startswith("FAIL")
    with pytest.raises(CallError, match="whose ports are in shares"):
        texts_of(design, FORMULAS, bridges=("axi4stream-two-clocks",))


def test_the_data_sheet_has_what_was_measured_and_nothing_else():
    """Without a record the page and the heads say what to run; with one they have its numbers, and
    a failed check is shouted.
    """
    design = build(BARE)
    page = texts_of(design, {})["README.md"]
    assert "not measured. Run `cipherfab bench 'prince'" in page and "| nangate45" not in page
    files = texts_of(design, {}, FACTS)
    page = files["README.md"]
    assert (
        "| nangate45 | area | 4.2 ns, seed 0,1 | 10,147 GE | 700 | 250 | 2,130 | model, RTL "
        "and netlist by answers alone | here |"
    ) in page and "not measured" not in page
    assert "2 checks passed (rtl: test plan, gate: test plan)" in files["prince.sv"]
    assert "set period 4.000" in files["prince.sdc"]
    failed = [
        {
            **FACTS[0],
            "evidence": [
                {"link": "model", "check": "test plan", "passed": False},
                *FACTS[0]["evidence"],
            ],
        }
    ]
    proof = {"link": "equivalence", "check": "proof", "passed": True}
    both = [{**FACTS[0], "evidence": [*FACTS[0]["evidence"], proof]}]
    assert "| model, RTL and netlist | here |" in texts_of(design, {}, both)["README.md"]
    assert "// FAILED: model: test plan." in texts_of(design, {}, failed)["prince.sv"]


def test_the_clock_for_xilinx_is_one_that_was_met():
    """The XDC has the delay of the slowest seed on an Artix-7; another family, cells and a delay
    without wires give none, and then it has the start.
    """
    design = build(BARE)
    routed = {"platform": "artix7", "luts": 900, "delay_ns": 6.5,
              "seed_spread": {"delay_ns": [6.4, 6.5, 6.75]}, "evidence": []}  # fmt: skip
    other = {**routed, "platform": "ecp5", "seed_spread": {}, "delay_ns": 5.0}
    pre_route = {**routed, "seed_spread": {}, "delay_ns": None, "pre_route_delay_ns": 1.3}
    for facts, period in (
        ([*FACTS, other, routed, pre_route], "6.750"),
        ([{**routed, "platform": "artix7:xc7a100t", "seed_spread": {}}], "6.500"),
        ([*FACTS, other, pre_route], "10.000"),
    ):
        assert f"-period {period} " in xdc(design, xilinx_period_ns(facts) or FPGA_PERIOD_NS)
    assert fastest_period_ns([*FACTS, other, routed]) == 4.0


def test_same_core_same_bytes(package, tmp_path):
    """Written again, every file has the same bytes."""
    design, directory, _ = package
    # Past its cache, so that it is built once more.
    for name in write_package(build.__wrapped__(design.name), tmp_path, formulas=FORMULAS):
        assert (tmp_path / name).read_bytes() == (directory / name).read_bytes(), name


def test_long_formulas_are_in_a_file_of_their_own(tmp_path):
    """A formula with a long table does not fill the page: `cycles.txt` has it whole."""
    text = "8*floor(M/8) + table[M]: {" + "(0, 1): 2, " * LONG + "}"
    assert "cycles.txt" in write_package(build(BARE), tmp_path, formulas={"enc": text})
    assert (tmp_path / "cycles.txt").read_text().endswith(f"\nenc: {text}\n")
    assert (
        len((tmp_path / "README.md").read_text()) < 3000
        and "cycles.txt" in (tmp_path / "README.md").read_text()
    )


def test_files_of_others_are_left_alone(tmp_path):
    """An existing directory keeps its other files, which are not said to be of the package; a file
    is refused.
    """
    (tmp_path / "notes.txt").write_text("mine")
    assert "notes.txt" not in write_package(build(BARE), tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    with pytest.raises(CallError, match="directory"):
        write_package(build(BARE), tmp_path / "notes.txt")
