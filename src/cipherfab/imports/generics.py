# SPDX-License-Identifier: Apache-2.0
"""Values of VHDL generics as literals of the language, for a bench that instantiates the core.

A description writes text and numbers; what they are is said by the type in the entity: a string is
quoted, a ``std_logic`` is a character, and anything else (a number, a boolean, a literal of an
enumeration) stands as it is. The type is read from the text of the entity: what is misread is an
error of GHDL and no other hardware.
"""

import re
from collections.abc import Iterator

from ..design import ThirdParty

CHARACTERS = ("bit", "std_logic", "std_ulogic", "character")
PLAIN = ("integer", "natural", "positive", "boolean", "string", "real", "time", *CHARACTERS)
"""Types that every bench knows."""


def literal(origin: ThirdParty, name: str, value: str | int | bool) -> str:
    """The value of a generic of the top as VHDL writes it."""
    kind = _types(origin).get(name.lower(), "string" if isinstance(value, str) else "integer")
    if kind == "string":
        return f'"{value}"'
    return f"'{value}'" if kind in CHARACTERS else str(value).lower()


def uses(origin: ThirdParty) -> list[str]:
    """Use clauses for the packages of the core, if a generic has a type of one."""
    types = _types(origin)
    if all(types.get(name.lower(), "string") in PLAIN for name in origin.parameters):
        return []
    found = (match[1] for text in origin.vhdl.values()
             for match in re.finditer(r"^\s*package\s+(\w+)\s+is\b", _plain(text),
                                      re.IGNORECASE | re.MULTILINE))
    return [f"use work.{name}.all;" for name in dict.fromkeys(map(str.lower, found))]


def _types(origin: ThirdParty) -> dict[str, str]:
    """Types of the generics of the top, by name, in small letters."""
    entity = re.compile(rf"\bentity\s+{re.escape(origin.vhdl_top)}\s+is\b(.*?)\bport\s*\(",
                        re.IGNORECASE | re.DOTALL)
    return {name: kind for text in origin.vhdl.values() for match in entity.finditer(_plain(text))
            for name, kind in _declared(match[1])}


def _declared(text: str) -> Iterator[tuple[str, str]]:
    for names, kind in re.findall(r"([\w\s,]+):\s*(?:in\s+)?([\w.]+)",
                                  text.partition("(")[2], re.IGNORECASE):
        for name in names.split(","):
            yield name.split()[-1].lower(), kind.lower()


def _plain(text: str) -> str:
    """Without comments."""
    return re.sub(r"--[^\n]*", "", text)
