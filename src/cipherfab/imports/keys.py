# SPDX-License-Identifier: Apache-2.0
"""Tables of a description as `msgspec` structs: every key is known, of the right type, or named in
the error with what is nearest.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar, get_args

import msgspec

from ..errors import CallError

Table = TypeVar("Table", bound=msgspec.Struct)

WORDS = {
    "str": "a string",
    "int": "an integer",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""What `msgspec` calls the types, in words."""


def checked(table: Mapping, kind: type[Table], place: str) -> Table:
    """The table as a struct.

    Raises:
        CallError: a key is unknown or missing, or a value has another type.
    """
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        # The path is taken from the right: a value of the description may look like one.
        message, _, path = (
            str(error).rpartition(" - at `$") if " - at `$" in str(error) else (str(error), "", "")
        )
        steps = [
            int(number) if number else name
            for name, number in re.findall(r"\.([^.\[`]+)|\[(\d+)\]", path)
        ]
        raise CallError(_told(message, steps, table, kind, place)) from None


def _told(message: str, steps: list, table: Mapping, kind: type, place: str) -> str:
    """What `msgspec` says, with the value that is there and the nearest names."""
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL)
    if unknown:
        return (
            f"{_place(place, steps)}: unknown key '{unknown[1]}'"
            f"{nearest(unknown[1], _known(kind, steps))}"
        )
    missing = re.fullmatch(r"Object missing required field `(.*)`", message)
    if missing:
        return (
            f"{_place(place, steps)}: expected the key '{missing[1]}'"
            f"{_meant(missing[1], _value(table, steps))}"
        )
    *above, key = [step for step in steps if isinstance(step, str)]
    return (
        f"{_place(place, above)}: expected {_wanted(message, steps, kind)} "
        f"{'in' if steps[-1] != key else 'for'} '{key}', got {_value(table, steps)!r}"
    )


def _wanted(message: str, steps: list, kind: type) -> str:
    """The types that are expected, in words; of a table the keys that it must have."""
    names = re.findall(r"\w+", message.partition("`")[2].partition("`")[0])
    if names == ["str"] and isinstance(steps[-1], int):
        return "strings"
    if set(names) == {"array", "str"}:
        return "a string or strings"
    parts = (
        [f"{steps[-1]}.{name}" for name in _known(kind, steps, required=True)]
        if "object" in names
        else []
    )
    return " or ".join(WORDS.get(name, name) for name in names if name != "null") + (
        f" with {', '.join(parts)}" if parts else ""
    )


def _place(place: str, steps: list) -> str:
    """``core.toml [rtl] clock`` for the steps ``rtl`` and ``clock``."""
    return " ".join([place, *(f"[{step}]" for step in steps[:1]), *map(str, steps[1:])])


def _value(table: Any, steps: list) -> Any:
    for step in steps:
        table = table[step]
    return table


def _known(kind: type, steps: list, *, required: bool = False) -> list[str]:
    """Names of the keys of the struct that the steps lead to; only those that must be there."""
    # A number leads into a list, whose parts have the type of the list itself here.
    for step in steps:
        inner = (
            kind
            if isinstance(step, int)
            else next(one.type for one in msgspec.structs.fields(kind) if one.name == step)
        )
        kind = next(
            part
            for part in _parts(inner)
            if isinstance(part, type) and issubclass(part, msgspec.Struct)
        )
    return [one.name for one in msgspec.structs.fields(kind) if one.required or not required]


def _parts(kind: Any) -> Iterator[Any]:
    """A type, and those within it, of unions and lists at any depth."""
    yield kind
    for part in get_args(kind):
        yield from _parts(part)


def _meant(key: str, given: Iterable[str]) -> str:
    near = difflib.get_close_matches(key, list(given), n=1, cutoff=0.6)
    return f"; did '{near[0]}' mean it?" if near else ""


def check_keys(table: Mapping, known: Iterable[str], place: str) -> None:
    """Raises `CallError` for the first key that is not known, with the nearest one that is."""
    for key in table:
        if key not in known:
            raise CallError(f"{place}: unknown key '{key}'{nearest(key, known)}")


def nearest(key: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` or ``; expected one of …``."""
    near = difflib.get_close_matches(key, list(known), n=2, cutoff=0.5)
    return (
        f"; did you mean '{near[0]}'?" if near else f"; expected one of: {', '.join(sorted(known))}"
    )
