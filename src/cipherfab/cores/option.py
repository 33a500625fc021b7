# SPDX-License-Identifier: Apache-2.0
"""What an option of core names is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..catalog import Algorithm
from .architectures import Values


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option of core names.

    Attributes:
        name: as it is written, without a value; ``gadget=ti`` is an option of its own.
        meaning: for lists and refusals; see `vocabulary.meaning`.
        fits: the algorithms that take it.
        values: what may stand behind ``=``; None if the option is written without a value.
        letter: what stands for the value in texts.
        default: of an option with values, that of a core whose name does not have it.
        field: of options that exclude each other, the attribute of a core name that holds which
            one was given; else ``name`` is the attribute.
        goes_with: parts of a name, joined by commas, that must be there; one of these.
        without: parts of a name that must not be there.
        implied: whether a core name that has none of its ``field`` means it.
    """

    name: str
    meaning: str
    fits: Callable[[Algorithm], bool]
    values: Callable[[Algorithm], Values] | None = None
    letter: str = ""
    default: Any = None
    field: str = ""
    goes_with: Sequence[str] = ()
    without: Sequence[str] = ()
    implied: Callable[[Any], bool] = lambda core: False

    @property
    def attribute(self) -> str:
        """Of `corename.CoreName`."""
        return self.field or self.name

    @property
    def form(self) -> str:
        """How it is written, with a letter for its value."""
        return f"{self.name}={self.letter}" if self.values else self.name

    @property
    def absent(self) -> Any:
        """The value of the attribute when no option sets it."""
        if self.values is not None:
            return self.default
        # A shared field holds the name of one of its options; the empty one means none.
        return "" if self.field else False

    @property
    def given(self) -> str | bool:
        """The value of the attribute when an option without values is given."""
        return self.name.rpartition("=")[2] if self.field else True

    def written(self, value: Any) -> str:
        """As a core name has it if its attribute has this value; empty if it leaves it out."""
        if self.values is not None:
            return f"{self.name}={value}" if value != self.default else ""
        return self.name if value == self.given else ""
