# SPDX-License-Identifier: Apache-2.0
"""Which tools take which emitted cores:
python tools/matrix.py [--json] [--cores NAME...] [--tools TOOL...]

Each core is emitted as a package and given to each tool that is found:

- verilator: ``--lint-only -Wall`` with the package's waivers and nothing else, no warning;
- icarus: compiled with ``-g2012 -Wall``, no message about the core; the test bench passes, stalled,
  within 60 s of processor time (it plays 20,000 cycles of a core with the LWC API);
- yosys: read, checked and synthesised to generic gates, no warning, and `check -assert`;
- slang: the strict front end of IEEE 1800 (pyslang), no error and no warning;
- verible: lint with its default rules but for those in `VERIBLE`, no message;
- format: Verible's formatter would change nothing, neither in the core nor in its test bench nor in
  the bridges of a core with the LWC API; register blocks of PeakRDL are left out.

A cell is "ok", "absent" (no such tool here) or what was said first. Ends with 1 if a tool that is
there is not content.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cipherfab.cores.build import build, commented
from cipherfab.design import BareInterface
from cipherfab.emit import rtl
from cipherfab.emit.bridges import BRIDGES, Wanted
from cipherfab.emit.package import package, write_files
from cipherfab.errors import CipherfabError
from cipherfab.tools import verilator
from cipherfab.tools.yosys import run_yosys

# fmt: off
CORES = (
    "ascon-aead128/round", "ascon-128/serial=8", "gift-cofb/round",
    "romulus-n1/round", "tinyjambu-128/round",
    "isap-a-128a/round", "photon-beetle-aead-128/round", "lilliput-ii-128/round,buffer=128",
    "subterranean/round", "skinny-64-64/serial=4", "forkskinny-64-192/round,encdec",
    "prince-v2/round,encdec",
    "ascon-p-6/masked=1", "skinny-64-64/round,redundant=3",
    "aes-128/round", "elephant-dumbo-v2/round,bus=8", "gift-128/round,encdec", "prince/round")
# fmt: on
"""Cores of different families, architectures and interfaces."""

VERIBLE = (
    "-always-comb",
    "-explicit-function-task-parameter-type",
    "-explicit-parameter-storage-type",
    "-line-length",
    "-parameter-name-style",
    "-unpacked-dimensions-range-ordering",
)
"""Rules left out. Icarus Verilog 11 takes parts of words in ``always @*`` without a message, in
``always_comb`` it has one for each; values of enumerations and arguments of functions have a width
and no type; comments cite titles; a test bench's parameters are in capitals; a memory is
``[0:31]``, as in Verilog-2005.
"""

TIMEOUT = 300


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cores", nargs="+", default=CORES)
    parser.add_argument("--tools", nargs="+", default=list(TOOLS), choices=TOOLS)
    options = parser.parse_args()
    rows = {name: row(name, options.tools) for name in options.cores}
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        print(
            "| core | "
            + " | ".join(options.tools)
            + " | lines | unnamed nets |\n|---"
            + "|---" * (len(options.tools) + 2)
            + "|"
        )
        for name, found in rows.items():
            print(f"| `{name}` | " + " | ".join(str(value) for value in found.values()) + " |")
    return int(
        any(
            found[tool] not in ("ok", "absent") for found in rows.values() for tool in options.tools
        )
    )


def row(name: str, tools: list[str]) -> dict[str, str | int]:
    """What each of the tools says of a core, the lines of its Verilog, the share of nets without a
    name of the description.
    """
    design = build(name)
    bare = isinstance(design.interface, BareInterface)
    files = package(design, {}, wanted=Wanted(names=() if bare else list(BRIDGES)))
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        write_files(files, directory)
        sources = list(rtl.files(design, "", commented(name)))
        said = {tool: TOOLS[tool](directory, design.top, sources) for tool in tools}
    text = "".join(files[source] for source in sources)
    return {**said, "lines": text.count("\n"), "unnamed": f"{unnamed(text):.0%}"}


def unnamed(text: str) -> float:
    """The share of declared nets whose name is a number."""
    names = re.findall(
        r"^ +(?:(?:input|output) +)?(?:wire|reg) +(?:\[ *\d+:0\] )?(\w+)", text, re.MULTILINE
    )
    return sum(bool(re.fullmatch(r"_\d+_", name)) for name in names) / len(names)


def said(command: list, directory: Path, expected: str = "", *, silent: bool = True) -> str:
    """The word "ok" if a program ends well, says what is expected and, if ``silent``, nothing else;
    else the first line of what it says.
    """
    environment = os.environ | {"VERILATOR_ROOT": str(verilator.package())}
    try:
        ended = subprocess.run(
            list(map(str, command)),
            cwd=directory,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return f"more than {TIMEOUT} s"
    lines = [line for line in (ended.stdout + ended.stderr).splitlines() if line.strip()]
    good = ended.returncode == 0 and (
        any(line.startswith(expected) for line in lines) if expected else not (silent and lines)
    )
    return "ok" if good else (lines[0][:160] if lines else f"exit code {ended.returncode}")


def by_verilator(directory: Path, top: str, sources: list[str]) -> str:
    """Verilator's lint."""
    program = verilator.package() / "bin" / "verilator_bin"
    return said(
        [program, "--lint-only", "-Wall", "--quiet", f"{top}.vlt", "--top-module", top, *sources],
        directory,
    )


def by_icarus(directory: Path, top: str, sources: list[str]) -> str:
    """Icarus Verilog: compilation, and the test bench."""
    if shutil.which("iverilog") is None:
        return "absent"
    compiled = said(
        ["iverilog", "-g2012", "-Wall", "-Wno-timescale", "-s", top, "-o", "core.vvp", *sources],
        directory,
    )
    wrapper = ["unmasked.sv"] if (directory / "unmasked.sv").exists() else []
    if compiled == "ok":
        compiled = said(
            [
                "iverilog",
                "-g2012",
                "-s",
                f"{top}_tb",
                "-o",
                "tb.vvp",
                *sources,
                *wrapper,
                f"{top}_tb.v",
            ],
            directory,
        )
    return (
        said(["sh", "-c", "ulimit -t 60 && exec vvp -n tb.vvp"], directory, "PASS")
        if compiled == "ok"
        else compiled
    )


def by_yosys(directory: Path, top: str, sources: list[str]) -> str:
    """Yosys: no warning from reading to gates."""
    script = "\n".join([f"read_verilog -sv {' '.join(sources)}",
                        f"hierarchy -check -top {top}", "proc", "check -assert",
                        f"synth -top {top}", "check -assert", ""])  # fmt: skip
    try:
        log = run_yosys(script, directory=directory, timeout=TIMEOUT)
    except CipherfabError as error:
        return str(error).splitlines()[-1][:160]
    return next((line for line in log.splitlines() if line.startswith("Warning")), "ok")


def by_slang(directory: Path, top: str, sources: list[str]) -> str:
    """Slang, a strict front end of the whole language: what Vivado and Quartus take is a part of
    it.
    """
    import pyslang

    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    paths = " ".join(str(directory / source) for source in sources)
    if (
        not driver.parseCommandLine(f"slang --top {top} -Weverything -Wno-explicit-static {paths}")
        or not driver.processOptions()
    ):
        return "options"
    driver.parseAllSources()
    compilation = driver.createCompilation()
    found = [diagnostic for diagnostic in compilation.getAllDiagnostics() if diagnostic.isError()]
    return "ok" if not found else str(found[0].code)


def by_verible(directory: Path, top: str, sources: list[str]) -> str:
    """Verible's lint."""
    program = of_verible("lint")
    return (
        said([program, f"--rules={','.join(VERIBLE)}", *sources], directory)
        if program
        else "absent"
    )


def by_format(directory: Path, top: str, sources: list[str]) -> str:
    """Verible's formatter, of every file but those of PeakRDL."""
    program = of_verible("format")
    ours = sorted(
        path.name
        for path in directory.glob("*.*v")
        if not re.search(r"_regs(_pkg)?\.sv$", path.name)
    )
    answers = (said([program, "--verify", name], directory) for name in ours if program)
    return next((answer for answer in answers if answer != "ok"), "ok" if program else "absent")


def of_verible(name: str) -> str | None:
    """One of Verible's programs, beside this Python or on the PATH."""
    places = f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}"
    return shutil.which(f"verible-verilog-{name}", path=places)


TOOLS = {
    "verilator": by_verilator,
    "icarus": by_icarus,
    "yosys": by_yosys,
    "slang": by_slang,
    "verible": by_verible,
    "format": by_format,
}

if __name__ == "__main__":
    sys.exit(main())
