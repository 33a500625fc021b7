# SPDX-License-Identifier: Apache-2.0
"""Writes a core as a package of files that works without cipherfab."""

from collections.abc import Mapping
from pathlib import Path

from ..cores.build import commented
from ..design import BareInterface, Design
from ..outputs import refuse_file
from ..verify.rtl.recorded import Recording
from . import rtl
from .bare_bench import bare_bench
from .bridges import USUAL, Wanted, bridge_parts, joined
from .constraints import FPGA_PERIOD_NS, PERIOD_NS, sdc, waivers, xdc
from .diagram import diagram
from .fusesoc import fusesoc
from .lwc_bench import lwc_bench
from .page import LONG, ports_of, readme
from .sheet import Facts, evidence, fastest_period_ns, xilinx_period_ns
from .texts import filled, licensed
from .waveform import waveform


def write_package(
    design: Design,
    directory: Path,
    *,
    formulas: dict[str, str] | None = None,
    facts: Facts = (),
    wanted: Wanted = USUAL,
    recording: Recording | None = None,
) -> list[str]:
    """Write the package of ``design`` and return the names of its files.

    Args:
        design: one of our cores.
        directory: created if missing; files of the same names are replaced.
        formulas: cycles by operation, for the page; those too long for a page come in the file
            ``cycles.txt``.
        facts: what the store has of this text of the core, for the data sheet and the constraints'
            clock.
        wanted: what bridges come with a core with the LWC API.
        recording: one message on its ports, for a waveform.

    Raises:
        CallError: ``directory`` is a file, or a bridge is wanted of a bare primitive.
    """
    files = package(design, formulas or {}, facts, wanted, recording)
    return write_files(files, directory)


def write_files(files: Mapping[str, str], directory: Path) -> list[str]:
    """Write texts by name into ``directory``, created if missing, and return their names. Whose
    files are there is asked by who calls (`outputs`).

    Raises:
        CallError: ``directory`` is a file.
    """
    refuse_file(directory)
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    return sorted(files)


def package(
    design: Design,
    formulas: dict[str, str],
    facts: Facts = (),
    wanted: Wanted = USUAL,
    recording: Recording | None = None,
) -> dict[str, str]:
    """The texts of all files by name; see `write_package`."""
    bench = bare_bench(design) if isinstance(design.interface, BareInterface) else lwc_bench(design)
    verilog = [name for name in bench if name.endswith((".v", ".sv"))]
    data = [name for name in bench if name.endswith(".hex")]
    sources = rtl.files(design, evidence(design.name, facts), commented(design.name))
    period = fastest_period_ns(facts) or PERIOD_NS
    fpga_period = xilinx_period_ns(facts) or FPGA_PERIOD_NS
    # One that is too long takes all of them into the file, so that none has to be looked for.
    long = any(len(text) > LONG for text in formulas.values())
    cycles = (
        {"cycles.txt": "".join(f"{operation}: {text}\n" for operation, text in formulas.items())}
        if long
        else {}
    )
    parts = bridge_parts(design, list(sources), wanted)
    names = {suffix: list(texts) for suffix, texts in parts.items()}
    pictures = {f"{design.top}_blocks.svg": diagram(design)}
    if recording:
        pictures[f"{design.top}_message.svg"] = waveform(recording)
    found = {**sources, **bench, **joined(parts), **pictures, f"{design.top}.vlt": waivers(),
             f"{design.top}.core": fusesoc(design, list(sources), verilog, data, names),
             f"{design.top}.sdc": sdc(design, ports_of(design), period),
             f"{design.top}.xdc": xdc(design, fpga_period),
             "README.md": readme(design, formulas, list(sources), verilog, facts,
                                 wanted, recording), **cycles}  # fmt: skip
    return {
        "LICENSE": filled("LICENSE.txt"),
        **{name: licensed(name, text) for name, text in found.items()},
    }
