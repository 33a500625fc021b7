# SPDX-License-Identifier: Apache-2.0
"""What other tools may make of the same Verilog: branches on ``SYNTHESIS``, hidden regions, words
in comments and attributes, modules without anything in them.

Everything here reads a core as for synthesis, so what simulators of others read may be another one.
Where it is, that is said with every verdict.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ..design import BRANCH, HOLLOW, LATE, OPEN_VALUES, RACED
from ..errors import CallError, DesignError
from ..tools import slang
from ..tools.slang_simulation import reached
from . import verilog
from .description import Description
from .scan import check_verilog
from .sources import Sources

ADVICE = "Write every case, a default, or a value in front of the case."
"""In place of ``full_case``."""

SHOWN = 4
"""Places that a note names."""


Complete = Callable[[slang.Parsed], slang.Parsed]
"""Adds to what was parsed what else the core is made of."""


def elaborated(
    description: Description, sources: Sources, complete: Complete = lambda parsed: parsed
) -> tuple[Sources, verilog.Elaborated]:
    """The sources with the files that they need, and the core with remarks among its notes; see
    `scan.check_verilog` and `verilog.elaborate` for the errors.
    """
    given, options = sources, verilog.parse_options(description)
    sources, parsed = check_verilog(description, given, options)
    parsed = complete(parsed)
    try:
        found = verilog.elaborate(description, sources, parsed.text)
    except DesignError as error:
        raise DesignError(f"{error}{_full_case(str(error), parsed)}") from None
    notes = [*_hints(parsed)]
    if parsed.open_values:
        notes.append(f"{OPEN_VALUES} {_listed(parsed.open_values)}")
    modules = reached(parsed.uses, description.top)
    for begins, found_there in ((LATE, parsed.late), (RACED, parsed.raced)):
        signals = [(name, place) for name, place, module in found_there if module in modules]
        if signals:
            notes.append(f"{begins} {_named(signals)}")
    if parsed.hollow:
        notes.append(f"{HOLLOW}, of which nothing is verified: {_named(parsed.hollow)}")
    if parsed.hidden and not _same(description, given, sources, parsed, complete):
        notes.append(
            f"{BRANCH}, and without that the core is another one: {_listed(parsed.hidden)}"
        )
    return sources, replace(found, notes=(*found.notes, *notes))


def _same(
    description: Description,
    given: Sources,
    sources: Sources,
    parsed: slang.Parsed,
    complete: Complete,
) -> bool:
    """Whether the hardware is the same if nothing is hidden and ``SYNTHESIS`` is no macro."""
    options = [
        option
        for option in verilog.parse_options(description)
        if not option.startswith("-D SYNTHESIS=")
    ]
    try:
        others, seen = check_verilog(description, given, options, hide=False)
        texts = {
            verilog.elaborate(description, read, text, hardware_only=True).text
            for read, text in ((sources, parsed.text), (others, complete(seen).text))
        }
    except (CallError, DesignError):
        return False
    return len(texts) == 1


def _hints(parsed: slang.Parsed) -> Iterable[str]:
    words: dict[str, list[str]] = {}
    for word, place in parsed.hints:
        words.setdefault(word.lower(), []).append(place)
    return [
        f"'{word}' is not read, here as in a simulator: {_listed(places)}"
        for word, places in words.items()
    ]


def _full_case(said: str, parsed: slang.Parsed) -> str:
    """What to add to a message about a latch in a file with ``full_case``."""
    places = [place for word, place in parsed.hints if word.lower() == "full_case"]
    if "latches" not in said or not places:
        return ""
    return f" 'full_case' is not read ({_listed(places)}). {ADVICE}"


def _named(found: Iterable[tuple[str, str]]) -> str:
    """Names, each with its first place."""
    first: dict[str, str] = {}
    for name, place in found:
        first.setdefault(name, place)
    return _listed(f"{name} ({place})" for name, place in first.items())


def _listed(places: Iterable[str]) -> str:
    found = list(dict.fromkeys(places))
    return ", ".join(found[:SHOWN]) + (", …" if len(found) > SHOWN else "")
