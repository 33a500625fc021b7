# SPDX-License-Identifier: Apache-2.0
"""The FuseSoC description (CAPI2) of a package: its files, and what to do with them."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import yaml

from .. import __version__
from ..design import Design, LwcInterface
from .lwc_bench import ALL_CYCLES

SYSTEM = "systemVerilogSource"

TYPES = {
    ".sv": SYSTEM,
    ".v": SYSTEM,
    ".sdc": "SDC",
    ".xdc": "xdc",
    ".c": "user",
    ".h": "user",
    ".rdl": "user",
    ".json": "user",
    ".md": "user",
    ".py": "user",
    ".txt": "user",
    ".yml": "user",
    ".yaml": "user",
    "": "user",
}
"""What FuseSoC calls the files of a bridge, by their ending."""


def fusesoc(
    design: Design,
    sources: Sequence[str],
    bench: Sequence[str],
    data: Sequence[str],
    bridges: Mapping[str, Sequence[str]],
) -> str:
    """The description, with the targets ``sim`` (Verilator), ``icarus``, ``lint`` and ``synth``
    (Yosys) of the core; of each bridge a target of its name, which is the bridge with its
    constraints for designs of others, and ``lint_NAME`` and ``synth_NAME``.

    Args:
        design: the core.
        sources: its Verilog files.
        bench: those of its test bench.
        data: what the test bench reads.
        bridges: files of each bridge beside the core's, by the suffix of its module.
    """
    tops = {"": design.top, **{f"_{name}": f"{design.top}_{name}" for name in bridges}}
    described = {
        "name": f"cipherfab:cores:{design.top}:{__version__}",
        "description": f"{design.name}, written by cipherfab",
        "filesets": {
            **_filesets(design, sources, bench, data),
            **{
                name: {
                    "files": [
                        {file: {"file_type": TYPES[PurePath(file).suffix]}}
                        for file in _in_order(files)
                    ]
                }
                for name, files in bridges.items()
            },
        },
        "targets": {
            "default": {"filesets": ["rtl"], "toplevel": design.top},
            **{name: {"filesets": ["rtl", name], "toplevel": tops[f"_{name}"]} for name in bridges},
            **_simulations(design),
            **{f"lint{suffix}": _lint(top, suffix) for suffix, top in tops.items()},
            **{f"synth{suffix}": _synthesis(top, suffix) for suffix, top in tops.items()},
        },
    }
    return "CAPI=2:\n" + yaml.safe_dump(described, sort_keys=False, width=120)


def _filesets(
    design: Design, sources: Sequence[str], bench: Sequence[str], data: Sequence[str]
) -> dict[str, Any]:
    return {"rtl": {"files": list(sources), "file_type": SYSTEM},
            "tb": {"files": [*({name: {"file_type": SYSTEM}} for name in bench),
                             # The bench reads them from the folder that it runs in.
                             *({name: {"file_type": "user", "copyto": name}} for name in data)]},
            "waivers": {"files": [f"{design.top}.vlt"], "file_type": "vlt"},
            "constraints": {"files": [{f"{design.top}.{kind}": {"file_type": TYPES[f".{kind}"]}}
                                      for kind in ("sdc", "xdc")]}}  # fmt: skip


def _in_order(files: Sequence[str]) -> list[str]:
    """Packages before what imports them."""
    # False is sorted before True.
    return sorted(files, key=lambda name: (not name.endswith("_pkg.sv"), name))


def _simulations(design: Design) -> dict[str, Any]:
    both = {"filesets": ["rtl", "tb"], "toplevel": f"{design.top}_tb"}
    options = [ALL_CYCLES] * isinstance(design.interface, LwcInterface)
    return {"sim": {**both, "default_tool": "verilator",
                    "tools": {"verilator": {"mode": "binary", "run_options": options,
                                            # The bench waits for times, which Verilator does with
                                            # `--timing` only; `lint` has the warnings.
                                            "verilator_options": ["--timing", "-Wno-fatal"]}}},
            "icarus": {**both, "default_tool": "icarus",
                       "tools": {"icarus": {"iverilog_options": ["-g2012"]}}}}  # fmt: skip


def _lint(top: str, suffix: str) -> dict[str, Any]:
    return {
        # Verilator applies waivers to the files behind them.
        "filesets": ["waivers", "rtl", *filter(None, [suffix[1:]])],
        "toplevel": top,
        "default_tool": "verilator",
        "tools": {"verilator": {"mode": "lint-only", "verilator_options": ["-Wall"]}},
    }


def _synthesis(top: str, suffix: str) -> dict[str, Any]:
    return {
        "filesets": ["rtl", *filter(None, [suffix[1:]])],
        "toplevel": top,
        "default_tool": "yosys",
        "tools": {"yosys": {"arch": "ice40", "makefile_name": "yosys.mk"}},
    }
