# SPDX-License-Identifier: Apache-2.0
"""What the site is made of, as plain data: rows of the store and entries of the data set brought to
one form, by core.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..dataset.entry import Entry
from ..dataset.rows import rows_of
from ..errors import CallError


@dataclass(frozen=True, kw_only=True)
class Version:
    """What was measured of a core at some time: an earlier or the present design with these
    versions of the tools.

    Attributes:
        design: SHA-256 of the RTL.
        versions: of the tools.
        area_ge, fmax_mhz: medians; None if not measured.
    """

    platform: str
    recipe: str
    design: str
    versions: Mapping[str, str]
    area_ge: float | None = None
    fmax_mhz: float | None = None


@dataclass(kw_only=True)
class Core:
    """A core and all that is known of it.

    Attributes:
        algorithm: catalog name.
        rows: as a report takes them, see `report.data.Point`.
        sources: RTL, text by file name; empty if it is not at hand.
        makes: the command that writes the core again; empty if none does. written: what it writes,
            in words.
        history: oldest first.
    """

    name: str
    algorithm: str
    rows: list[Mapping[str, Any]] = field(default_factory=list)
    sources: Mapping[str, str] = field(default_factory=dict)
    history: Sequence[Version] = ()
    makes: str = ""
    written: str = ""

    @property
    def stem(self) -> str:
        """The name as a part of a file name."""
        return stem(self.name)


@dataclass(frozen=True, kw_only=True)
class Study:
    """A study that was run: its folder of files, with ``study.json``.

    Attributes:
        name, title: what it is called, and the paper that it re-runs.
        verdict: one line.
        tables: each with ``title``, ``columns`` and ``rows`` of texts.
        directory: where its files are.
        files: their names, plots among them.
    """

    name: str
    title: str
    verdict: str
    tables: Sequence[Mapping[str, Any]]
    directory: Path
    files: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Content:
    """The whole site.

    Attributes:
        algorithms: by catalog name, ``kind``, ``title``, ``version`` and ``document``.
        cores: in the order of their names.
        entries: those of the data set, for download.
        version: of cipherfab.
    """

    algorithms: Mapping[str, Mapping[str, str]]
    cores: Sequence[Core]
    studies: Sequence[Study]
    entries: Sequence[Entry]
    version: str


def stem(name: str) -> str:
    """A core name as a part of a file name; two names give two stems.

    Raises:
        CallError: the name has letters that no core name has.
    """
    if not re.fullmatch(r"[A-Za-z0-9_.,=/+ -]+", name) or name.startswith("."):
        raise CallError(
            f"'{name}' cannot be the name of a page: expected letters, digits and any of ',=/-_.'"
        )
    # `+` is doubled first, so what stands for the other letters is never a letter of its own.
    return name.replace("+", "++").replace("/", "+").replace(" ", "+_")


def by_core(stored: Iterable[Mapping[str, Any]], entries: Iterable[Entry]) -> dict[str, Core]:
    """Cores with their rows: those of the store, and of the data set those that the store has not
    measured.
    """
    cores: dict[str, Core] = {}
    have = set()
    for row in stored:
        name = row["core"]
        cores.setdefault(
            name, Core(name=name, algorithm=row.get("algorithm") or name.partition("/")[0])
        ).rows.append(row)
        have.add((name, row["platform"], row["recipe"]))
    for entry in entries:
        core = cores.setdefault(entry.core, Core(name=entry.core, algorithm=entry.algorithm))
        # What was measured here comes before what came with the package.
        core.rows += [
            row
            for row in rows_of(entry)
            if (entry.core, row["platform"], row["recipe"]) not in have
        ]
    return dict(sorted(cores.items()))
