"""Writes a core as a package of files that works without cipherfab."""

from collections.abc import Sequence
from pathlib import Path

from ..design import BareInterface, Design
from ..errors import CallError
from .bare_bench import bare_bench
from .lwc_bench import lwc_bench
from .page import LONG, readme


def write_package(design: Design, directory: Path, *, formulas: dict[str, str] | None = None) -> list[str]:
    """Write the package of ``design`` and return the names of its files.

    Args:
        design: one of our cores.
        directory: created if missing; files of the same names are replaced.
        formulas: cycles by operation, for the page; those too long for a page come in the file ``cycles.txt``.

    Raises:
        CallError: ``directory`` is a file.
    """
    if directory.exists() and not directory.is_dir():
        raise CallError(f"{directory}: expected a directory to write to, got a file. Give another -o.")
    directory.mkdir(parents=True, exist_ok=True)
    files = package(design, formulas or {})
    for name, text in files.items():
        (directory / name).write_text(text)
    return sorted(files)


def package(design: Design, formulas: dict[str, str]) -> dict[str, str]:
    """The texts of all files by name; see `write_package`."""
    bench = bare_bench(design) if isinstance(design.interface, BareInterface) else lwc_bench(design)
    verilog = [name for name in bench if name.endswith((".v", ".sv"))]
    data = [name for name in bench if name.endswith(".hex")]
    long = any(len(text) > LONG for text in formulas.values())
    cycles = {"cycles.txt": "".join(f"{operation}: {text}\n" for operation, text in formulas.items())} if long else {}
    return {**design.sources, **bench, f"{design.top}.core": fusesoc(design, verilog, data),
            "README.md": readme(design, formulas, verilog), **cycles}


def fusesoc(design: Design, bench: Sequence[str], data: Sequence[str]) -> str:
    """A FuseSoC core description (CAPI2).

    Args:
        design: the core.
        bench: the Verilog files of its test bench.
        data: what the test bench reads.
    """
    lines = [
        "CAPI=2:", "", f"name: cipherfab:cores:{design.top}:1.0.0", f"description: {design.name}, written by cipherfab", "",
        "filesets:", "  rtl:", "    files:", *(f"      - {name}" for name in design.sources), "    file_type: systemVerilogSource",
        "  tb:", "    files:", *(f"      - {name}: {{file_type: systemVerilogSource}}" for name in bench),
        *(f"      - {name}: {{file_type: user, copyto: {name}}}" for name in data), "",
        "targets:", "  default: &default", "    filesets: [rtl]", f"    toplevel: {design.top}",
        "  sim:", "    <<: *default", "    filesets: [rtl, tb]", f"    toplevel: {design.top}_tb", "    default_tool: verilator",
        "    tools:", "      verilator:", "        mode: binary", "        verilator_options: [--timing, -Wno-fatal]", ""]
    return "\n".join(lines)
