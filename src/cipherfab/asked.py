# SPDX-License-Identifier: Apache-2.0
"""Options of a command, declared once: as the fields of a frozen dataclass beside what they are
for. `cli.asked` makes click's options of them, with the check of each value; `record` gives the
values back as that dataclass.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

KEY = "option"

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Option:
    """What the command line takes for a field.

    Attributes:
        help: a sentence or two.
        kind: `int`, `bool` (a flag), `str` (one of ``choices``) or `Path` (a folder).
        least, most: of a number, both included.
        choices: the words of a text.
        metavar: how the value is called.
        shown: the default stands in the help.
        alone: the number that is meant where none follows; None: one has to follow.
    """

    help: str
    kind: type
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    metavar: str | None = None
    shown: bool = False
    alone: int | None = None


def number(default: int | None, least: int, most: int, help: str, **more: Any) -> Any:
    """A field that is a number of ``least`` to ``most``; its default is shown if there is one."""
    more = {"shown": bool(default), **more}
    return _field(default, Option(help=help, kind=int, least=least, most=most, **more))


def flag(help: str) -> Any:
    """A field that is true or false."""
    return _field(False, Option(help=help, kind=bool))


def choice(help: str, *choices: str) -> Any:
    """A field that is one of some words, or None."""
    return _field(None, Option(help=help, kind=str, choices=choices))


def folder(help: str) -> Any:
    """A field that is the path of a folder, which need not be there, or None."""
    return _field(None, Option(help=help, kind=Path, metavar="DIR"))


def _field(default: Any, option: Option) -> Any:
    return field(default=default, metadata={KEY: option})


def declared(record: type) -> dict[str, tuple[Option, Any]]:
    """The options of a dataclass by the names of its fields, each with its default."""
    return {
        one.name: (one.metadata[KEY], one.default) for one in fields(record) if KEY in one.metadata
    }


def record(kind: type[T], values: Mapping[str, Any]) -> T:
    """The dataclass with its own options among ``values``; others may be there, too."""
    return kind(**{name: values[name] for name in declared(kind) if name in values})
