# SPDX-License-Identifier: Apache-2.0
"""What a core name says: a core of an algorithm, in an architecture, with options."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..catalog import Algorithm
from ..primitives.folded import Fold, several
from ..primitives.in_stages import CUBIC, TI
from .architectures import ARCHITECTURES
from .foldings import foldings
from .options import LWC_KINDS, OPTIONS, WHOLE_TAG


@dataclass(frozen=True, kw_only=True)
class CoreName:
    """A parsed core name; ``str`` gives its shortest form, with the scheme of a masked core.

    An option is an attribute, whether it was given or not (`options.Option.attribute`):
    ``core.bus``, ``core.encdec``, and one of several that exclude each other by the name of their
    field: ``core.strategy``, ``core.gadget``, ``core.pulses``.

    Attributes:
        algorithm: from the catalog.
        architecture: a key of `ARCHITECTURES`.
        factor: its number (`Architecture.values`), else 1.
        options: the attributes of `OPTIONS` that do not have their default.
    """

    algorithm: Algorithm = field(repr=False)
    architecture: str = "round"
    factor: int = 1
    # A dictionary has no hash; two cores are compared by it nevertheless.
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self):
        # Without defaults, so that two spellings of one core are equal.
        given = {
            one.attribute: self.options[one.attribute]
            for one in OPTIONS.values()
            if self.options.get(one.attribute, one.absent) != one.absent
        }
        object.__setattr__(self, "options", given)

    def __getattr__(self, name: str) -> Any:
        # Python asks here only for what is no field, so an option never hides one.
        for option in OPTIONS.values():
            if option.attribute == name:
                return self.options.get(name, option.absent)
        raise AttributeError(name)

    def having(self, **options: Any) -> "CoreName":
        """The same core with other values of these options."""
        return replace(self, options={**self.options, **options})

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """What is written behind the algorithm: the architecture, and all options that are not the
        default.
        """
        options = (option.written(getattr(self, option.attribute)) for option in OPTIONS.values())
        return (
            ARCHITECTURES[self.architecture].written(self.factor),
            *(text for text in options if text),
        )

    def has(self, parts: str) -> bool:
        """Whether all of these parts, joined by commas, are there; ``masked`` is so with any
        number.
        """
        # With and without its number, so that either can be asked for.
        there = {part for text in self.parts for part in (text, text.partition("=")[0])}
        return there.issuperset(parts.split(","))

    def __str__(self):
        name = self.algorithm.name
        return name if self.parts == ("round",) else f"{name}/{','.join(self.parts)}"

    @property
    def lwc(self) -> bool:
        """Whether the core has the LWC API: an AEAD or a hash."""
        return self.algorithm.kind in LWC_KINDS

    @property
    def threshold(self) -> bool:
        """Whether it is a masked core in stages, without gadgets."""
        return self.gadget in (TI, CUBIC)

    @property
    def model(self):
        """The software model of an AEAD or a hash, over its cipher with the S-box that is asked
        for.
        """
        return self.algorithm.sboxes[self.sbox]() if self.sbox else self.algorithm.model

    @property
    def primitive(self):
        """The bare primitive, with the S-box that is asked for."""
        return self.algorithm.sboxes[self.sbox]() if self.sbox else self.algorithm.primitive

    @property
    def truncated(self) -> int:
        """Bytes of a truncated tag; 0 of a core with a whole one."""
        return self.tag if self.tag != WHOLE_TAG else 0

    @property
    def fold(self) -> Fold | None:
        """What makes the primitive of a folded core, or of one whose inputs enter in a clock of
        their own, of the one that the algorithm has.
        """
        if self.loadcycle:
            return several(self.factor)
        if self.architecture != "folded":
            return None
        return foldings(self.algorithm)[self.factor]

    @property
    def file_stem(self) -> str:
        """The name as part of a file or module name."""
        return str(self).replace("/", "_").replace(",", "_").replace("=", "").replace("-", "_")
