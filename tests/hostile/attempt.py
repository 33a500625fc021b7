# SPDX-License-Identifier: Apache-2.0
"""Feeds one hostile core to the program, with both walls, with either alone, or with none, and says
what came of it.
"""

import json
import os
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from cipherfab import identifiers
from cipherfab.design import Design
from cipherfab.errors import CipherfabError, ToolError
from cipherfab.imports import remarks, scan, third_party, verilog, vhdl
from cipherfab.tools import sandbox, slang
from cipherfab.verify.rtl import handshake, natively
from cipherfab.verify.rtl.bare import BareSimulator

from . import corpus

BOTH, TREE, BUBBLEWRAP, LANDLOCK, NOTHING = "both", "tree", "bubblewrap", "landlock", "nothing"
"""Which walls stand: both, the check of trees and names alone, either sandbox alone, none."""

SECONDS = 20
REFUSED, STOPPED, HARMLESS, ESCAPED = "refused", "stopped", "harmless", "ESCAPED"
"""In words, by us or by a reader; a tool that could not go on, by a limit or because a file was not
there; let through; …
"""


def attempt(core: corpus.Core, folder: Path, walls: str) -> tuple[str, str]:
    """What became of a core, one of `REFUSED`, `STOPPED`, `HARMLESS` and `ESCAPED`, and why.
    ``folder`` must be empty.
    """
    canary, mark = folder / "canary.hex", folder / "mark"
    canary.write_text(corpus.TOKEN + "\n")
    path = _write(
        core, folder / "a" / "hostile", {corpus.CANARY: str(canary), corpus.MARK: str(mark)}
    )
    with standing(walls):
        verdict, said = _run(core, path, folder)
    if mark.exists() or (folder / "a" / "mark").exists():
        return ESCAPED, f"it wrote a file; {said[:200]}"
    if corpus.TOKEN in said:
        return ESCAPED, f"it shows the canary: {said[:500]}"
    if canary.read_text() != corpus.TOKEN + "\n":
        return ESCAPED, "it changed the canary"
    return verdict, said


@contextmanager
def standing(walls: str):
    """With these walls only, and little time for each tool."""
    with ExitStack() as stack:
        wall = (
            sandbox.NONE if walls in (TREE, NOTHING) else walls if walls != BOTH else sandbox.wall()
        )
        stack.enter_context(patch.dict(os.environ, {sandbox.ENVIRONMENT: wall, sandbox.TRUST: "1"}))
        for module in (verilog, scan.slang, vhdl.ghdl):
            stack.enter_context(patch.object(module, "TIMEOUT", SECONDS))
            stack.enter_context(patch.object(module, "MEMORY", 2 << 30))
        if walls not in (BOTH, TREE):
            for module in _checking_names():
                stack.enter_context(patch.object(module, "identifier", lambda name, place: name))
            stack.enter_context(patch.object(remarks, "check_verilog", _unchecked))
            stack.enter_context(patch.object(vhdl, "check_vhdl", lambda tree, files: None))
        yield


def _checking_names() -> list[ModuleType]:
    """Every module that has the check of names, whoever imports it tomorrow."""
    return [
        module
        for name, module in sys.modules.items()
        if name.startswith("cipherfab.")
        and getattr(module, "identifier", None) is identifiers.identifier
    ]


def _unchecked(description, sources, options, *, hide=True, full=False):
    """In place of `scan.check_verilog`: the sources as they are, macros and all."""
    text = "".join(
        f"`define {line.split()[1].replace('=', ' ')}\n"
        for line in options
        if line.startswith("-D")
    )
    return replace(sources, others={}), slang.Parsed(
        text=text + "\n".join(sources.units.values()), system=[], includes=[], directives=[],
        foreign=[], hints=[], hidden=[], open_values=[], hollow=[], errors="")  # fmt: skip


def _write(core: corpus.Core, folder: Path, places: dict[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in {**core.files, "hostile.toml": core.description}.items():
        for sign, place in places.items():
            text = text.replace(sign, place)
        (folder / name).write_text(text, newline="")
    for name, target in core.links.items():
        (folder / name).symlink_to(places.get(target, target))
    return folder / "hostile.toml"


def _run(core: corpus.Core, path: Path, folder: Path) -> tuple[str, str]:
    try:
        design = third_party.load(path)
        return HARMLESS, json.dumps(design.to_json()) + _used(core, design, folder)
    except ToolError as error:
        return STOPPED, str(error)
    except CipherfabError as error:
        return REFUSED, str(error)
    except Exception as error:
        return ESCAPED, f"a traceback: {error!r}"


def _used(core: corpus.Core, design: Design, folder: Path) -> str:
    """What the readers let through is simulated, where that may run anything of it; what that
    said."""
    if design.third_party.vhdl:
        return str(natively.simulate(design, seed=1))
    if "port of this name" in core.name:
        build = folder / "build"
        simulator = BareSimulator.build(design, build)
        call = {"x": 1}
        return str(simulator.play([call], [call], stall_seed=1, max_idle=5)) + handshake.header(
            design.interface
        )
    return ""
