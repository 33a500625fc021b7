# SPDX-License-Identifier: Apache-2.0
"""JSON files of others, read field by field: each has the kind and the size that is expected, or
the file is refused with the place.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from ... import given
from ...errors import CallError
from ...modes.bit_strings import Bits

MOST_BITS = 1 << 20
"""Of one string in a file; NIST's prompts have at most 65,536."""


class Fields:
    """An object of a file.

    Args:
        place: for messages: the file, and where in it.
        content: the object.

    Raises:
        CallError: it is none.
    """

    def __init__(self, place: str, content: Any):
        if not isinstance(content, dict):
            raise CallError(f"{place}: expected an object, got {_shown(content)}")
        self.place, self.content = place, content

    def __contains__(self, name: str) -> bool:
        return name in self.content

    def text(self, name: str, *known: str) -> str:
        """A text, one of those ``known`` if there are any. Raises `CallError` otherwise."""
        found = self.content.get(name)
        if not isinstance(found, str) or (known and found not in known):
            self.refuse(name, f"one of {', '.join(known)}" if known else "a text", found)
        return found

    def number(self, name: str, most: int) -> int:
        """A whole number from 0 to ``most``. Raises `CallError` otherwise."""
        found = self.content.get(name)
        # In Python true and false are whole numbers.
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
            self.refuse(name, f"a whole number from 0 to {most}", found)
        return found

    def flag(self, name: str) -> bool:
        """true or false. Raises `CallError` otherwise."""
        found = self.content.get(name)
        if not isinstance(found, bool):
            self.refuse(name, "true or false", found)
        return found

    def data(self, name: str, size: int | None = None) -> bytes:
        """Bytes in hexadecimal, ``size`` of them. Raises `CallError` otherwise."""
        found, most = self.content.get(name), MOST_BITS // 4
        wanted = "bytes in hexadecimal" if size is None else f"{size} bytes in hexadecimal"
        # `fromhex` skips spaces and `lower` may change the length of other letters, so all is
        # checked before.
        if not isinstance(found, str) or not found.isascii():
            self.refuse(name, wanted, found)
        if len(found) > most:
            self.refuse(name, f"at most {most} digits", found)
        digits = found.lower()
        if len(digits) % 2 or digits.strip("0123456789abcdef"):
            self.refuse(name, wanted, found)
        if size not in (None, len(digits) // 2):
            self.refuse(name, wanted, f"{len(digits) // 2} bytes")
        return bytes.fromhex(digits)

    def bits(self, name: str, length: str, most: int = MOST_BITS) -> Bits:
        """The string of a field whose length in bits another one says. Raises `CallError`."""
        data, size = self.data(name), self.number(length, most)
        try:
            # A string without a bit may be written as one byte.
            return Bits(b"" if not size and data == b"\0" else data, size)
        except CallError as error:
            raise CallError(f"{self.place}, {name}, {length} {size}: {error}") from None

    def objects(self, name: str, most: int) -> Iterator["Fields"]:
        """The objects of a list of at most ``most``. Raises `CallError` otherwise."""
        found = self.content.get(name)
        if not isinstance(found, list) or len(found) > most:
            self.refuse(name, f"a list of at most {most} objects", found)
        for number, one in enumerate(found, 1):
            yield Fields(f"{self.place}, {name} {number}", one)

    def refuse(self, name: str, expected: str, found: Any) -> NoReturn:
        """Raises `CallError`: a field has not what is expected."""
        got = _shown(found) if name in self.content else "no such field"
        raise CallError(f"{self.place}, {name}: expected {expected}, got {got}")


def read(path: Path, what: str) -> Any:
    """What a JSON file says. Raises `CallError`: it is none, or larger than `given.TEXT`."""
    try:
        return json.loads(given.text(path, what))
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else f"not JSON: {error}"
        raise CallError(f"{path}: expected {what} ({why})") from None


def _shown(found: Any) -> str:
    """A value in a message: texts and numbers as they are, of anything else the kind."""
    if found is None or isinstance(found, bool):
        return {None: "null", True: "true", False: "false"}[found]
    if isinstance(found, str):
        return f"'{found[:40]}{'…' if len(found) > 40 else ''}'"
    if isinstance(found, (int, float)):
        # Python refuses to print a number of more than 4,300 digits, and a message should have
        # none.
        return str(found) if abs(found) < 10**15 else "a number beyond 10^15"
    return "a list" if isinstance(found, list) else "an object"
