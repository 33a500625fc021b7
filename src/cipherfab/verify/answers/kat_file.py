# SPDX-License-Identifier: Apache-2.0
"""A known-answer file, read strictly and written; see `genkat`."""

from pathlib import Path

from ... import catalog, given
from ...catalog import Algorithm
from ...errors import CallError
from .kat_fields import Record, expected_names, sizes


def parse(path: Path, algorithm: str) -> list[Record]:
    """Read a file in the algorithm's format.

    Raises:
        CallError: the file is missing or empty, or a line is not what the format asks for there;
            with file and line number.
    """
    entry = catalog.find(algorithm)
    lines = given.text(path, "a readable known-answer file").splitlines()
    numbered = [
        (number, line.strip())
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    names = expected_names(entry)
    if not any(line.startswith("Source") for _, line in numbered):
        names = [name for name in names if name != "Source"]  # a note, and no value
    found = [
        # By the number of lines alone: a line too few or too many shows by its name in `_record`.
        _record(path, entry, names, numbered[start : start + len(names)], len(lines))
        for start in range(0, len(numbered), len(names))
    ]
    if not found:
        raise CallError(f"{path}: expected records of {', '.join(names)}, found none")
    return found


def _record(
    path: Path, entry: Algorithm, names: list[str], lines: list[tuple[int, str]], end: int
) -> Record:
    values = {}
    # A record that is cut off has fewer lines, which is told behind the loop.
    for name, (number, line) in zip(names, lines):
        found, separator, value = (part.strip() for part in line.partition("="))
        if found != name or not separator:
            raise CallError(
                f"{path}, line {number}: expected '{name} = ', got '{line[:40]}'. A "
                f"record of {entry.name} has the lines {', '.join(names)}; `cipherfab "
                f"kat {entry.name}` prints some."
            )
        values[name] = value if name == "Source" else _value(path, number, name, value)
    if len(lines) < len(names):
        raise CallError(
            f"{path}, line {end}: expected '{names[len(lines)]} = ', found the end of the file"
        )
    record = Record(
        count=values.pop("Count"), source=values.pop("Source", ""), fields=values, line=lines[0][0]
    )
    for name, size in sizes(entry, values).items():
        if len(values[name]) != size:
            number = lines[names.index(name)][0]
            raise CallError(
                f"{path}, line {number}: expected {size} bytes of {name} for "
                f"{entry.name}, got {len(values[name])}"
            )
    return record


def _value(path: Path, number: int, name: str, value: str) -> int | bytes:
    if name == "Count":
        # `isdecimal` takes digits of all scripts, and `int` is slow with very many.
        if not (value.isascii() and value.isdecimal() and len(value) < 20):
            raise CallError(
                f"{path}, line {number}: expected a decimal number after 'Count = ', "
                f"got '{value[:40]}'"
            )
        return int(value)
    wrong = next((digit for digit in value if digit not in "0123456789abcdefABCDEF"), None)
    if wrong or len(value) % 2:
        what = f"'{wrong}'" if wrong else f"{len(value)} digits"
        raise CallError(
            f"{path}, line {number}: expected bytes in hexadecimal after '{name} = ', got {what}"
        )
    return bytes.fromhex(value)


def formatted(record: Record) -> str:
    source = f"Source = {record.source}\n" if record.source else ""
    fields = "".join(f"{name} = {data.hex().upper()}\n" for name, data in record.fields.items())
    return f"Count = {record.count}\n{source}{fields}\n"
