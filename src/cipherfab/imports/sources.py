# SPDX-License-Identifier: Apache-2.0
"""Reading the files of a description, and no others: nothing outside its folder or clone, no
devices, nothing oversized.

A clone (a folder with ``.git``) counts as a whole, for the public packages have links from one of
their folders to another. Names of files are relative to the description's folder throughout and may
begin with ``..``.
"""

import difflib
import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ..errors import CallError
from ..given import read
from ..tools.ghdl import WORK
from .description import Description
from .keys import nearest

LANGUAGES = {
    ".v": "Verilog",
    ".vh": "Verilog",
    ".sv": "SystemVerilog",
    ".svh": "SystemVerilog",
    ".vhd": "VHDL",
    ".vhdl": "VHDL",
}
MIXED = "VHDL and "
"""How the language of a core in two of them begins."""

HEADERS = (".vh", ".svh")
"""Files that are only read where another one includes them."""

MOST_FILES = 1000
MOST_BYTES = 32 << 20
"""Limits of one design: files, and bytes of all of them."""

BOM = b"\xef\xbb\xbf"
"""The byte-order mark that some editors begin a file of UTF-8 with; it says nothing here."""

LONGEST_NAME = 255
"""Characters of a file's name with its folders."""

MOST_SCANNED = 5000
"""Entries of the folder that are looked at to name the nearest file."""


@dataclass(frozen=True, kw_only=True)
class Sources:
    """The files of a design.

    Attributes:
        language: ``Verilog``, ``SystemVerilog``, ``VHDL``, ``VHDL and Verilog`` or ``VHDL and
            SystemVerilog``.
        units: files to compile, in the order given: text by name relative to the folder.
        others: files that these include or initialise memories from: text by name relative to the
            folder.
        place: of the folder within what may be read, such as ``hardware/dummy_lwc``.
        libraries: of the units that belong to a VHDL library of another name than ``work``, its
            name.
        library: of the top.
    """

    language: str
    units: Mapping[str, str]
    others: Mapping[str, str] = field(default_factory=dict)
    place: str = "."
    libraries: Mapping[str, str] = field(default_factory=dict)
    library: str = WORK

    @property
    def files(self) -> dict[str, str]:
        """The units in their order, each with its library."""
        return {name: self.libraries.get(name, WORK) for name in self.units}

    @property
    def beside_top(self) -> list[str]:
        """The units in the library of the top."""
        return [name for name, library in self.files.items() if library == self.library]

    @property
    def digest(self) -> str:
        """SHA-256 over names, libraries and contents, in order."""
        content = hashlib.sha256()
        for name, text in (*self.units.items(), *sorted(self.others.items())):
            # A file in the usual library adds nothing, so the digest of a core without libraries
            # does not depend on them.
            library = f"{name}\0library {self.libraries[name]}\0" if name in self.libraries else ""
            # With the length in front no two lists of files are the same bytes.
            content.update(
                f"{library}{name}\0{len(text)}\0".encode() + text.encode("utf-8", "surrogateescape")
            )
        return content.hexdigest()

    def write(self, directory: Path) -> Path:
        """Write all files below ``directory``, and return the folder below it that their names are
        relative to. It is as deep as `place`, and no name on the way there has a blank, which
        GHDL's library does not bear.
        """
        folder = directory / re.sub(r"[^\w./+@=-]", "_", self.place)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in {**self.others, **self.units}.items():
            # A name may lead up, ``../rtl/a.v``, for which the folder is deep enough.
            path = Path(os.path.normpath(folder / name))
            path.parent.mkdir(parents=True, exist_ok=True)
            # As they were: bytes that are no UTF-8 and ends of lines stay.
            path.write_text(text, errors="surrogateescape", newline="")
        return folder


def read_sources(description: Description) -> Sources:
    """Read the files that ``[rtl] sources`` names.

    Raises:
        CallError: a file is missing, lies outside the folder, has an unknown language, or there are
            too many or too large ones.
    """
    if len(description.sources) > MOST_FILES:
        raise CallError(
            f"{description.path}: expected at most {MOST_FILES} sources, got "
            f"{len(description.sources)}"
        )
    units, others, libraries = {}, {}, {}
    for name in description.sources:
        # One file under two spellings of its name would otherwise be compiled twice.
        plain = os.path.normpath(name) if name else name
        # A header is only included, never compiled by itself.
        place = others if suffix(plain) in HEADERS else units
        place[plain] = read_file(description, plain)
        # The limit is checked after each file, so a list of large files ends early and does not
        # fill the memory.
        check_size({**units, **others}, description.path)
        _put_in(libraries, plain, description.libraries.get(name, WORK), description.path)
    return Sources(
        language=_language(description, list(units)),
        units=units,
        others=others,
        libraries={name: library for name, library in libraries.items() if library != WORK},
        place=str(description.folder.relative_to(description.root)),
    )


def _put_in(libraries: dict[str, str], name: str, library: str, place: Path) -> None:
    """Raises `CallError` for a file in two libraries, or for one in a library that is no VHDL."""
    if libraries.setdefault(name, library) != library:
        raise CallError(
            f"{place}: {name} is in two libraries, {libraries[name]} and {library}; "
            f"expected a file in one"
        )
    if library != WORK and LANGUAGES.get(suffix(name)) != "VHDL":
        raise CallError(
            f"{place}: libraries are of VHDL; {name} is "
            f"{LANGUAGES.get(suffix(name), 'no VHDL')}. Write its name alone."
        )


def read_file(description: Description, name: str) -> str:
    """The text of one file.

    Raises:
        CallError: it is not there, is not a plain file, or lies outside, be it through ``..``, an
            absolute path or a symbolic link.
    """
    path, folder = locate(description, name), description.path.parent
    if path.exists():
        # Bytes that are not UTF-8, as in comments of old sources, are kept, so they can be written
        # back as they were.
        return read(folder / name, MOST_BYTES).removeprefix(BOM).decode("utf-8", "surrogateescape")
    raise CallError(f"{folder / name}: no such file{_nearest_file(folder, name)}")


def locate(description: Description, name: str) -> Path:
    """The path of a file, all symbolic links followed; raises `CallError` if it leads outside of
    what may be read.
    """
    # The root of an absolute path is a part, too, and no name.
    parts = PurePosixPath(name).parts[name.startswith("/") :]
    if not 0 < len(name) <= LONGEST_NAME or not all(map(_is_plain, parts)):
        raise CallError(
            f"{description.path}: expected file names of letters, digits and _+-.,~ "
            f"only, got "
            f"{name[:LONGEST_NAME]!r}"
        )
    # Both: a link inside may lead out, and ``..`` out of it may lead back in.
    written = Path(os.path.normpath(description.folder / name))
    path = Path(os.path.realpath(description.folder / name))
    if not (path.is_relative_to(description.root) and written.is_relative_to(description.root)):
        raise CallError(
            f"{name}: outside the folder of the description; only files in "
            f"{description.root} are read. "
            "Put the description into a folder that holds them all, or name that "
            "folder with --root."
        )
    return path


def _is_plain(part: str) -> bool:
    """Whether no tool can take a part of a path for something else."""
    # Names go into command lines and scripts, where a leading dash or a blank would begin something
    # else.
    return (
        part.isascii()
        and part.isprintable()
        and not part.startswith("-")
        and not set(part) & set(" \"'`;!#$&*?<>|\\@(){}[]")
    )


def check_size(files: Mapping[str, str], place: Path) -> None:
    """Raises `CallError` if the files together are too large."""
    size = sum(len(text) for text in files.values())
    if size > MOST_BYTES:
        raise CallError(
            f"{place}: expected sources of at most {MOST_BYTES} bytes together, got "
            f"more than {size}"
        )


def _language(description: Description, names: list[str]) -> str:
    found = {}
    for name in names:
        if suffix(name) not in LANGUAGES:
            raise CallError(
                f"{description.path}: expected sources ending in {', '.join(LANGUAGES)}, got {name}"
            )
        found[LANGUAGES[suffix(name)]] = name
    if not found:
        raise CallError(
            f"{description.path}: expected at least one source that is not only for inclusion"
        )
    # SystemVerilog includes Verilog, so one file of it makes the whole a design in SystemVerilog.
    name = (
        "SystemVerilog"
        if "SystemVerilog" in found
        else next((one for one in found if one != "VHDL"), "VHDL")
    )
    return f"{MIXED}{name}" if "VHDL" in found and name != "VHDL" else name


def suffix(name: str) -> str:
    """What a file's name ends with, in small letters."""
    return PurePosixPath(name).suffix.lower()


def _nearest_file(folder: Path, name: str) -> str:
    """`` ; did you mean …`` for a file of about this name anywhere in the folder."""
    # The folder that was named is looked at first, for a slip is likeliest in the last part of a
    # name.
    beside = (folder / name).parent
    same = (
        [entry.name for entry in beside.iterdir()]
        if beside.is_dir() and len(PurePosixPath(name).parts) > 1
        else []
    )
    near = difflib.get_close_matches(PurePosixPath(name).name, same, n=1, cutoff=0.75)
    if near:
        return f"; did you mean '{PurePosixPath(name).parent / near[0]}'?"
    files = {}
    for base, folders, names in os.walk(folder):
        # In place: os.walk goes on with what is left in the list.
        folders[:] = sorted(entry for entry in folders if not entry.startswith("."))
        for entry in names:
            files.setdefault(entry, str((Path(base) / entry).relative_to(folder)))
        if len(files) > MOST_SCANNED:
            break
    wanted = PurePosixPath(name).name
    if wanted in files:
        return f"; did you mean '{files[wanted]}'?"
    # A file with another ending is hardly what was meant, however near its name is.
    same = [entry for entry in files if PurePosixPath(entry).suffix == PurePosixPath(wanted).suffix]
    return nearest(wanted, same) if same and "did you mean" in nearest(wanted, same) else ""
