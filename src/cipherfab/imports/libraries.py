# SPDX-License-Identifier: Apache-2.0
"""Sources of ``[rtl]`` that belong to a VHDL library of another name than ``work``.

::

    sources = [{ file = "rtl/sbox_pkg.vhd", library = "crypto" }, "rtl/core.vhd"]

``path`` is taken for ``file``, and ``logical_name``, as FuseSoC and Edalize call it, for
``library``.
"""

import re
from collections.abc import Iterable

from msgspec import Struct

from ..errors import CallError
from ..tools.ghdl import WORK

EXPECTED = '{ file = "NAME", library = "NAME" }'

NAME = re.compile(r"[a-z](_?[a-z0-9])*")
"""A basic identifier of VHDL in small letters; case says nothing there."""

LONGEST = 100
"""Characters of a library's name, which is that of a file."""

TAKEN = {
    WORK: "it is where every file goes that names no library, and in each library the name of "
    "itself: leave it out",
    "std": "VHDL has it",
    "ieee": "VHDL has it",
}
"""Libraries that are there already, and why they are not taken."""

RESERVED = frozenset(
    """
    abs access after alias all and architecture array assert assume assume_guarantee attribute begin
    block body buffer bus case component configuration constant context cover default disconnect
    downto else elsif end entity exit fairness file for force function generate generic group
    guarded if impure in inertial inout is label library linkage literal loop map mod nand new next
    nor not null of on open or others out package parameter port postponed procedure process
    property protected pure range record register reject release rem report restrict
    restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl strong
    subtype then to transport type unaffected units until use variable vmode vprop vunit wait when
    while with xnor xor
    """.split()
)
"""Words of VHDL-2008, none of which a library clause can name."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A source with its library."""

    file: str | None = None
    path: str | None = None
    library: str | None = None
    logical_name: str | None = None


def named(sources: Iterable[str | Source], place: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """The files in the order written, and the libraries of those that name one.

    Raises:
        CallError: a file or a library is missing or named twice, or cannot be one.
    """
    files, libraries = [], {}
    for source in sources:
        name, told = (source, WORK) if isinstance(source, str) else _source(source, place)
        if libraries.setdefault(name, told) != told:
            raise CallError(
                f"{place} sources: {name} is in two libraries, {libraries[name]} and "
                f"{told}; expected a file in one"
            )
        files.append(name)
    return tuple(files), {name: told for name, told in libraries.items() if told != WORK}


def _source(source: Source, place: str) -> tuple[str, str]:
    """The name and the library."""
    name = _one(source.file, source.path, "'file' (or 'path')", place)
    told = _one(
        source.library,
        source.logical_name,
        f"'library' (or 'logical_name') of {name}; a file of none is written as \"{name}\"",
        place,
    )
    return name, library(told, f"{place} sources: {name}")


def _one(first: str | None, second: str | None, what: str, place: str) -> str:
    """The one that is given of two names for the same."""
    if (first is None) == (second is None):
        raise CallError(
            f"{place} sources: expected {EXPECTED}, got "
            f"{'no' if first is None else 'both of'} {what}"
        )
    return second if first is None else first


def library(name: str, place: str) -> str:
    """The name of a library, in small letters. Raises `CallError` if it cannot be one."""
    # The small form of a letter of another script may be one of ASCII, such as that of the Kelvin
    # sign.
    plain = name.lower() if name.isascii() else ""
    if plain in TAKEN:
        raise CallError(f"{place}: the library cannot be called '{plain}', {TAKEN[plain]}")
    if not NAME.fullmatch(plain) or len(plain) > LONGEST or plain in RESERVED:
        raise CallError(
            f"{place}: expected a library with a name of VHDL (letters, digits and "
            f"single _, a letter first, no word of the language, at most {LONGEST} "
            f"characters), got {name[:LONGEST]!r}"
        )
    return plain
