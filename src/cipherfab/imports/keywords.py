# SPDX-License-Identifier: Apache-2.0
"""Words that are keywords of SystemVerilog and names in Verilog, such as ``new`` or ``do``.

All files are read as one language, SystemVerilog, of which Verilog is nearly a part. Nearly: what a
description says with ``language.verilog.version`` is told to the reader as the directive
``begin_keywords`` around each ``.v`` file.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from .sources import Sources

SYSTEMVERILOG = frozenset(
    """
    accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit
    break byte chandle checker class clocking const constraint context continue cover covergroup
    coverpoint cross dist do endchecker endclass endclocking endgroup endinterface endpackage
    endprogram endproperty endsequence enum eventually expect export extends extern final
    first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies import
    inside int interconnect interface intersect join_any join_none let local logic longint
    matches modport nettype new nexttime null package packed priority program property protected
    pure rand randc randcase randsequence ref reject_on restrict return s_always s_eventually
    s_nexttime s_until s_until_with sequence shortint shortreal soft solve static string strong
    struct super sync_accept_on sync_reject_on tagged this throughout timeprecision timeunit
    type typedef union unique unique0 until until_with untyped var virtual void wait_order weak
    wildcard with within
    """.split()
)
"""Keywords of IEEE 1800-2017 that are none of IEEE 1364-2005."""

PLACE = re.compile(r"^\s*(?P<file>\S+?):(?P<line>\d+):\d+: error: ")


def marked(sources: Sources, version: str | None) -> Sources:
    """The sources with the directive around each ``.v`` file; lines keep their numbers."""
    if version is None:
        return sources
    return replace(
        sources,
        units={
            name: (
                f'`begin_keywords "{version}" {text}\n`end_keywords\n'
                if _is_verilog(name)
                else text
            )
            for name, text in sources.units.items()
        },
    )


def hint(errors: Iterable[str], files: Mapping[str, str]) -> str:
    """A line for the first error in a ``.v`` file at whose place such a word stands; else nothing.

    Args:
        errors: of the parser, ``FILE:LINE:COLUMN: error: …``.
        files: their text.
    """
    for place in filter(None, map(PLACE.match, errors)):
        lines = files.get(place["file"], "").splitlines()
        if not _is_verilog(place["file"]) or not 0 < int(place["line"]) <= len(lines):
            continue
        # A comment may have the word, too.
        code = lines[int(place["line"]) - 1].partition("//")[0]
        word = next(
            (word for word in re.findall(r"[A-Za-z_]\w*", code) if word in SYSTEMVERILOG), None
        )
        if word:
            return (
                f"\n{place['file']} is read as SystemVerilog, where '{word}' is a keyword. If "
                f"it is Verilog, say so in the description: [language] verilog.version = "
                f'"2001".'
            )
    return ""


def _is_verilog(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() == ".v"
