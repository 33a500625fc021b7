# SPDX-License-Identifier: Apache-2.0
"""Lines of the text: statements as wide as the page, and comments above them."""

import re
import textwrap
from collections.abc import Iterator

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


class Comments:
    """What the description of a module says of its wires, each sentence where it is first
    needed.
    """

    def __init__(self, module: Module):
        self.module, self.told = module, set[str]()

    def on(self, wire: str, indent: int, *, again: bool = False) -> Iterator[str]:
        """What the description says of a wire, as a comment, where it was not said before or
        ``again``.
        """
        said = unquoted(self.module.wires[wire].attributes.get("section", ""))
        if said and (again or said not in self.told):
            self.told.add(said)
            yield from textwrap.wrap(
                said,
                COLUMNS,
                initial_indent=" " * indent + "// ",
                subsequent_indent=" " * indent + "// ",
            )


def unquoted(text: str) -> str:
    """The text of an attribute, without what could end a comment or a line."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]).replace("\n", " ") if text else ""
