# SPDX-License-Identifier: Apache-2.0
"""VHDL through the ghdl plugin of Yosys, where the user has it: GHDL's netlist without `gates`,
handed to Yosys in memory.

The plugin takes GHDL's netlist after the expansion of computed places, so what version 2.0.0 loses
on the way there (`dynamic`) is lost here too. A plugin is therefore only taken by itself if it says
that its GHDL is later; `native` judges what comes of either.
"""

import os
import re
from pathlib import Path

from ..errors import CallError, ToolError
from ..tools import ghdl

ENVIRONMENT = "CIPHERFAB_VHDL"
"""Variable that says who reads VHDL, one of `READERS`."""

READERS = ("plugin", "ghdl")

FAULTY = (2, 0, 0)
"""The last GHDL whose plugin was seen to lose a part of an index. Plugins of that time do not say
their version.
"""

SCRIPT, OUTPUT = "cipherfab-plugin.ys", "cipherfab-plugin.il"


def asked() -> bool:
    """Whether ``CIPHERFAB_VHDL`` asks for the plugin."""
    return os.environ.get(ENVIRONMENT) == "plugin"


def chosen() -> bool:
    """Whether the plugin reads: as ``CIPHERFAB_VHDL`` says, else if there is one with a GHDL later
    than `FAULTY`.

    Raises:
        CallError: the variable has another value.
    """
    wanted = os.environ.get(ENVIRONMENT, "")
    if wanted not in ("", *READERS):
        raise CallError(f"{ENVIRONMENT}: expected {' or '.join(READERS)}, got {wanted!r}")
    if wanted:
        return wanted == "plugin"
    try:
        found = re.search(r"GHDL ([\d.]+)", ghdl.plugin())
    except ToolError:
        return False
    return found is not None and tuple(map(int, found[1].split("."))) > FAULTY


def script(files: list[str], top: str, *, options: list[str], generics: dict[str, str]) -> str:
    """Yosys commands that read ``files``, in the order of analysis, and write the design that
    ``top`` is, as RTLIL.

    Assertions and initial values of registers are left out, as `gates` does: neither becomes gates.

    Args:
        files: names without spaces, relative to the folder that Yosys starts in.
        top: entity.
        options: of GHDL.
        generics: values by name, as GHDL takes them.
    """
    settings = [f"-g{name}={value}" for name, value in generics.items()]
    # Names of VHDL have no case, so the top gets the spelling that the description has.
    return "\n".join([" ".join(["ghdl", *options, *settings, *files, "-e", top]),
                      "hierarchy -auto-top", f"rename -top {top}",
                      "chformal -remove", "setattr -unset init w:*",
                      f"write_rtlil {OUTPUT}", ""])  # fmt: skip


def read(
    files: list[str],
    top: str,
    *,
    directory: Path,
    options: list[str],
    generics: dict[str, str],
    readable: list[Path] = (),
) -> tuple[str, str]:
    """The command that reads what the plugin wrote in ``directory``, and the names and versions of
    those who did.

    Raises:
        ToolError: the plugin is missing, failed or ran out of time; with GHDL's messages.
    """
    reader = f"ghdl plugin of {ghdl.plugin()}"
    (directory / SCRIPT).write_text(script(files, top, options=options, generics=generics))
    ghdl.run_plugin(SCRIPT, directory=directory, readable=readable)
    return f"read_rtlil {OUTPUT}", reader
