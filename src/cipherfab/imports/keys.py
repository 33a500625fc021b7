# SPDX-License-Identifier: Apache-2.0
"""Keys and values of a description: every one is known, of the right type, or named in the error
with what is nearest.
"""

import difflib
from collections.abc import Iterable, Mapping

from ..errors import CallError

TYPES = {str: "a string", int: "an integer", bool: "true or false", list: "a list", dict: "a table"}


def check_keys(table: Mapping, known: Iterable[str], place: str) -> None:
    """Raises `CallError` for the first key that is not known, with the nearest one that is."""
    for key in table:
        if key not in known:
            raise CallError(f"{place}: unknown key '{key}'{nearest(key, known)}")


def nearest(key: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` or ``; expected one of …``."""
    near = difflib.get_close_matches(key, list(known), n=2, cutoff=0.5)
    return (
        f"; did you mean '{near[0]}'?" if near
        else f"; expected one of: {', '.join(sorted(known))}")


def get(table: Mapping, key: str, kind: type, place: str, default=None):
    """The value of ``key``, which must be of the type ``kind``; ``default`` if it is not there.

    Raises:
        CallError: another type.
    """
    if key not in table:
        return default
    value = table[key]
    if type(value) is not kind:
        raise CallError(f"{place}: expected {TYPES[kind]} for '{key}', got {value!r}")
    return value


def require(table: Mapping, key: str, kind: type, place: str):
    """As `get`, but the key must be there."""
    if key not in table:
        near = difflib.get_close_matches(key, list(table), n=1, cutoff=0.6)
        raise CallError(f"{place}: expected the key '{key}' ({TYPES[kind]})"
                        + (f"; did '{near[0]}' mean it?" if near else ""))
    return get(table, key, kind, place)


def strings(table: Mapping, key: str, place: str) -> tuple[str, ...]:
    """A list of strings; empty if it is not there."""
    values = get(table, key, list, place, [])
    for value in values:
        if type(value) is not str:
            raise CallError(f"{place}: expected strings in '{key}', got {value!r}")
    return tuple(values)
