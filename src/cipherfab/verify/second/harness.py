# SPDX-License-Identifier: Apache-2.0
"""Harnesses: TOML files that say which C is compared with which description.

::

    text = '''
    #include <stdint.h>
    #include "reference.c"
    void block(const uint8_t *Key, const uint8_t *PT, uint8_t *CT) { cipher(CT, PT, Key); }
    '''

    [[compare]]
    algorithm = "aes-128"
    function = "block"

``text`` is C of one's own around the reference; ``file`` names it instead. ``include`` has folders,
``define`` macros. Where the reference is public, ``[source]`` says its repository and commit, and
``[source.files]`` the SHA-256 of each file. All paths are relative to the root.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import Struct

from ... import given
from ...errors import CallError
from ...imports.keys import checked, nearest
from .question import Question

BUILT_IN = Path(__file__).parent / "harnesses"

MOST_BYTES = 1 << 20
"""Of a harness, and of its own C."""

MOST_FILE = 16 << 20
"""Of a file of the reference."""

MOST_COMPARED = 200
"""Comparisons of a harness."""


class CompareTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """``[[compare]]``."""

    algorithm: str
    function: str
    decrypts: bool = False
    ad: int = 0
    text: int = 0


class SourceTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """``[source]``."""

    repository: str
    commit: str
    files: dict[str, str] = {}


class HarnessTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole file."""

    compare: list[CompareTable]
    text: str = ""
    file: str = ""
    include: list[str] = []
    define: dict[str, Any] = {}
    source: SourceTable | None = None


@dataclass(frozen=True, kw_only=True)
class Harness:
    """A checked harness.

    Attributes:
        name: of its file, without the end.
        root: the folder of the reference.
        text: C of one's own.
        include: folders.
        define: macros.
        compared: function and question of each comparison.
        repository, commit: where the reference is from; empty if that is not said.
        files: SHA-256 of files of the reference, by path below the root.
    """

    name: str
    root: Path
    text: str
    include: tuple[Path, ...]
    define: Mapping[str, str]
    compared: tuple[tuple[str, Question], ...]
    repository: str = ""
    commit: str = ""
    files: Mapping[str, str]

    @property
    def source(self) -> dict[str, Any]:
        """What a report says of the second text."""
        return {"repository": self.repository, "commit": self.commit, "files": dict(self.files)}

    def missing(self) -> str:
        """What the root would need to have; empty if it has all files."""
        absent = [name for name in self.files if not (self.root / name).is_file()]
        return (
            f"{self.name}: expected the files {', '.join(absent)} of {self.repository}, commit "
            f"{self.commit}, below {self.root}"
            if absent
            else ""
        )

    def check(self) -> None:
        """Raises `CallError` if a file is missing or is not the one that the harness is made
        for."""
        if absent := self.missing():
            raise CallError(f"{absent}. Check the repository out and give its folder with --root.")
        for name, wanted in self.files.items():
            raw = given.read(self.root / name, MOST_FILE)
            if (found := hashlib.sha256(raw).hexdigest()) != wanted:
                raise CallError(
                    f"{self.root / name}: expected the file of commit {self.commit} "
                    f"with SHA-256 {wanted}, got {found}. Check that commit out, or "
                    f"copy the harness and change it."
                )


def built_in() -> list[str]:
    """Names of the harnesses that come with the package."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


def read(name: str | Path, root: Path | None = None) -> Harness:
    """Read a harness.

    Args:
        name: of a built-in one, or the path of a file that ends with ``.toml``.
        root: the folder of the reference; by default that of the file.

    Raises:
        CallError: there is none, or it is wrong; with what was expected.
    """
    path = Path(name)
    if path.suffix != ".toml":
        if str(name) not in built_in():
            raise CallError(
                f"unknown harness '{name}'{nearest(str(name), built_in())}. Or give "
                f"the path of a file that ends with .toml."
            )
        path = BUILT_IN / f"{name}.toml"
    table = _table(path)
    if path.parent == BUILT_IN and root is None:
        raise CallError(
            f"{name}: expected --root, the folder of {table.source.repository}, commit "
            f"{table.source.commit}: its C does not come with cipherfab."
        )
    root = path.parent if root is None else Path(root)
    if not root.is_dir():
        raise CallError(f"{root}: expected a folder, the root of the C that is compared")
    source = table.source
    return Harness(
        name=path.stem,
        root=root,
        text=_text(table, path, root),
        # The root first, where the own text of a harness looks for the reference.
        include=tuple(_below(root, name, path) for name in (".", *table.include)),
        define={name: _macro(name, value, path) for name, value in table.define.items()},
        compared=tuple(
            (
                one.function,
                Question(algorithm=one.algorithm, decrypts=one.decrypts, ad=one.ad, text=one.text),
            )
            for one in table.compare
        ),
        repository=source.repository if source else "",
        commit=source.commit if source else "",
        files={
            name: _hash(name, value, path)
            for name, value in source.files.items()
            # Never false: it raises where a path leads out of the root.
            if _below(root, name, path)
        }
        if source
        else {},
    )


def _table(path: Path) -> HarnessTable:
    try:
        table = tomllib.loads(given.text(path, "a harness (TOML)", MOST_BYTES))
    except (ValueError, RecursionError) as error:
        raise CallError(f"{path}: not a TOML file: {error}") from None
    found = checked(table, HarnessTable, str(path))
    if bool(found.text) == bool(found.file):
        raise CallError(
            f"{path}: expected one of the keys 'text' and 'file', got "
            f"{'both' if found.text else 'neither'}"
        )
    if not 1 <= len(found.compare) <= MOST_COMPARED:
        raise CallError(
            f"{path}: expected 1 to {MOST_COMPARED} tables [[compare]], got {len(found.compare)}"
        )
    for one in found.compare:
        # The name goes into C that is compiled (`natively`).
        if not (one.function.isidentifier() and one.function.isascii()):
            raise CallError(
                f"{path} [compare]: expected the name of a function of C, got {one.function!r}"
            )
    return found


def _text(table: HarnessTable, path: Path, root: Path) -> str:
    if table.text:
        return table.text
    return given.text(_below(root, table.file, path), "C", MOST_BYTES)


def _below(root: Path, name: str, path: Path) -> Path:
    # Resolved, since ``..`` or a link may lead out of the root.
    found = (root / name).resolve()
    if not found.is_relative_to(root.resolve()):
        raise CallError(f"{path}: expected paths below {root}, got {name!r}")
    return found


def _macro(name: str, value, path: Path) -> str:
    # By `type`, since true and false are instances of `int`.
    if type(value) not in (str, int) or "\n" in str(value):
        raise CallError(f"{path} [define]: expected strings and integers, got {name} = {value!r}")
    return str(value)


def _hash(name: str, value: str, path: Path) -> str:
    if len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise CallError(
            f"{path} [source.files]: expected the SHA-256 of {name} in hexadecimal, got {value!r}"
        )
    return value
