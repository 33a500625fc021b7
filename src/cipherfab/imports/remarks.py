# SPDX-License-Identifier: Apache-2.0
"""What other tools may make of the same Verilog: branches on macros of tools, hidden regions, words
in comments and attributes, modules without anything in them.

Everything here reads a core as for synthesis, so what simulators of others read may be another one.
Where it is, that is said with every verdict.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ..errors import CallError, DesignError
from ..origin import BRANCH, EARLY, HOLLOW, LATE, OPEN_VALUES, PROMISED, RACED
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
    full = False
    try:
        found = verilog.elaborate(description, sources, parsed.text)
    except DesignError as error:
        # Where a simulator keeps a value and 'unique' says that it never does, synthesis goes by
        # the word, and so does this reading, with a remark.
        full = "latches" in str(error) and bool(parsed.promised)
        if not full:
            raise DesignError(f"{error}{_full_case(str(error), parsed)}") from None
        sources, parsed = check_verilog(description, given, options, full=True)
        parsed = complete(parsed)
        found = verilog.elaborate(description, sources, parsed.text)
    notes = [*_hints(parsed)]
    if full:
        notes.append(f"{PROMISED} {_listed(parsed.promised)}")
    if parsed.open_values:
        notes.append(f"{OPEN_VALUES} {_listed(parsed.open_values)}")
    modules = reached(parsed.uses, description.top)
    for begins, found_there in ((LATE, parsed.late), (RACED, parsed.raced), (EARLY, parsed.early)):
        # A module that the top does not reach is no part of the core.
        signals = [(name, place) for name, place, module in found_there if module in modules]
        if signals:
            notes.append(f"{begins} {_named(signals)}")
    if parsed.hollow:
        notes.append(f"{HOLLOW}, of which nothing is verified: {_named(parsed.hollow)}")
    if parsed.hidden:
        other = _another(description, given, sources, parsed, complete, full=full)
        if other:
            notes.append(f"{BRANCH}, and {other} the core is another one: {_listed(parsed.hidden)}")
    return sources, replace(found, notes=(*found.notes, *notes))


def _another(
    description: Description,
    given: Sources,
    sources: Sources,
    parsed: slang.Parsed,
    complete: Complete,
    *,
    full: bool,
) -> str:
    """With what the hardware is another one: if nothing is hidden and ``SYNTHESIS`` is no macro, or
    if besides one of the macros is there that other tools define; empty if with none.
    """
    options = [
        option
        for option in verilog.parse_options(description)
        if not option.startswith("-D SYNTHESIS=")
    ]
    names, left = [""], {"SYNTHESIS", *description.defines}
    names += [name for name in parsed.macros if name not in left]
    try:
        here = _hardware(description, sources, parsed)
    except DesignError:
        return "without that"
    for name in names:
        more = [f"-D {name}=1"] if name else []
        try:
            read, seen = check_verilog(description, given, [*options, *more], hide=False, full=full)
            # Branches on further macros may stand in what was hidden until now.
            names += [one for one in seen.macros if one not in {*left, *names}]
            same = _hardware(description, read, complete(seen)) == here
        # A tool that defines the macro could not even read the core.
        except (CallError, DesignError):
            same = False
        if not same:
            return f"with {name}" if name else "without that"
    return ""


def _hardware(description: Description, sources: Sources, parsed: slang.Parsed) -> str:
    return verilog.elaborate(description, sources, parsed.text, hardware_only=True).text


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
