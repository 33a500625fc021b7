# SPDX-License-Identifier: Apache-2.0
"""Lines of the text: statements as wide as the page, and comments above them."""

import re
import textwrap
from collections.abc import Iterator
from typing import Protocol

from .rtlil import Module

COLUMNS = 98


def wrapped(text: str, indent: int = 2) -> list[str]:
    """A statement on as many lines as it takes."""
    return textwrap.wrap(
        text,
        COLUMNS,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )


class Meanings(Protocol):
    """What is said of modules and signals beside what the description says of its wires."""

    def module(self, name: str) -> str:
        """What a module is, by its name in RTLIL."""

    def port(self, module: str, name: str) -> str:
        """What the class of a module says of a port."""

    def signal(self, module: str, name: str) -> str:
        """What a signal of this name in a module means; empty: nothing."""


class Comments:
    """What the description of a module says of its wires, each sentence where it is first
    needed.

    Args:
        module: whose wires they are.
        meanings: what else is said of modules and signals; None: nothing.
    """

    def __init__(self, module: Module, meanings: Meanings | None = None):
        self.module, self.meanings, self.told = module, meanings, set[str]()

    def on(self, wire: str, indent: int, *, again: bool = False) -> Iterator[str]:
        """What the description says of a wire, as a comment, where it was not said before or
        ``again``.
        """
        said = unquoted(self.module.wires[wire].attributes.get("section", ""))
        if self.meanings:
            said = said.replace("`", "")
        yield from self._new(said, indent, again=again)

    def of_name(
        self, wire: str, name: str, indent: int, *, of: tuple[str, str] | None = None
    ) -> Iterator[str]:
        """What a wire means, where the description says nothing of it.

        Args:
            name: of the wire, in the text.
            of: module and name of the port of an instance that it is.
        """
        told = self.module.wires[wire]
        if self.meanings and "section" not in told.attributes:
            said = unquoted(told.attributes.get("meaning", ""))
            place = (self.module.name, name) if told.way else of
            if place:
                said = said or self.meanings.port(*place)
            # A table speaks of the modules of one package, and the wire is one of this module.
            said = said or self.meanings.signal(self.module.name, name)
            yield from self._new(said, indent)

    def of_module(self) -> list[str]:
        """What the module is."""
        return comment(self.meanings.module(self.module.name)) if self.meanings else []

    def _new(self, said: str, indent: int, *, again: bool = False) -> Iterator[str]:
        if said and (again or said not in self.told):
            self.told.add(said)
            yield from comment(said, indent)


def comment(said: str, indent: int = 0) -> list[str]:
    """A sentence as lines of a comment."""
    begin = " " * indent + "// "
    return textwrap.wrap(said, COLUMNS, initial_indent=begin, subsequent_indent=begin)


def unquoted(text: str) -> str:
    """The text of an attribute, without what could end a comment or a line."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]).replace("\n", " ") if text else ""
