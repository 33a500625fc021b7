# SPDX-License-Identifier: Apache-2.0
"""Values of VHDL generics as literals of the language.

A description writes text and numbers; what they are is said by the type in the entity: a string is
quoted where it stands in VHDL, a ``std_logic`` is a character, and anything else (a number, a
boolean, a literal of an enumeration) stands as it is. The type is read from the text of the entity:
what is misread is an error of GHDL and no other hardware.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

Value = str | int | bool

CHARACTERS = ("bit", "std_logic", "std_ulogic", "character")
PLAIN = ("integer", "natural", "positive", "boolean", "string", "real", "time", *CHARACTERS)
"""Types that every bench knows."""


def option(types: Mapping[str, str], name: str, value: Value) -> str:
    """The value as GHDL's option ``-gNAME=VALUE`` takes it, where a string has no quotes."""
    return _plain_value(types.get(name.lower(), ""), value)


def literal(types: Mapping[str, str], name: str, value: Value) -> str:
    """The value as VHDL writes it."""
    kind = types.get(name.lower(), "string" if isinstance(value, str) else "integer")
    return f'"{value}"' if kind == "string" else _plain_value(kind, value)


def _plain_value(kind: str, value: Value) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}'" if kind in CHARACTERS else text


def uses(
    texts: Iterable[tuple[str, str]], types: Mapping[str, str], names: Iterable[str]
) -> list[str]:
    """Use clauses for the packages in the sources, if one of these generics has a type of one.

    Args:
        texts: each with its library, as the one who uses it calls that.
    """
    if all(types.get(name.lower(), "string") in PLAIN for name in names):
        return []
    # Which package declares the type is not known here, so all of them are made visible.
    found = (
        f"{library}.{match[1].lower()}"
        for library, text in texts
        for match in re.finditer(
            r"^\s*package\s+(\w+)\s+is\b", _without_comments(text), re.IGNORECASE | re.MULTILINE
        )
    )
    return [f"use {name}.all;" for name in dict.fromkeys(found)]


def types_of(texts: Iterable[str], top: str) -> dict[str, str]:
    """Types of the generics of the entity ``top``, by name, in small letters."""
    # Generics stand in front of the ports; a name behind `port (` is none of them.
    entity = re.compile(
        rf"\bentity\s+{re.escape(top)}\s+is\b(.*?)\bport\s*\(", re.IGNORECASE | re.DOTALL
    )
    return {
        name: kind
        for text in texts
        for match in entity.finditer(_without_comments(text))
        for name, kind in _declared(match[1])
    }


def _declared(text: str) -> Iterator[tuple[str, str]]:
    for names, kind in re.findall(
        r"([\w\s,]+):\s*(?:in\s+)?([\w.]+)", text.partition("(")[2], re.IGNORECASE
    ):
        # The word `constant` may stand in front of a name.
        for name in names.split(","):
            yield name.split()[-1].lower(), kind.lower()


def _without_comments(text: str) -> str:
    return re.sub(r"--[^\n]*", "", text)
