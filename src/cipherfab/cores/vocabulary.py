# SPDX-License-Identifier: Apache-2.0
"""What the parts of core names mean in the help, the lists and the error messages."""

from collections.abc import Callable, Iterable

from ..catalog import ALGORITHMS, Algorithm
from ..controllers import takes
from .architectures import ARCHITECTURES
from .options import OPTIONS

NAMES: dict[str, Callable[[Algorithm], bool]] = {
    "{takers}": lambda algorithm: takes(algorithm.model) is not None,
    "{bare}": lambda algorithm: algorithm.primitive is not None,
}
"""In a meaning, a place for the names of those that fit: AEADs and hashes with a controller, or
bare primitives. ``{folded}`` is one for the algorithms with foldings, with their numbers.
"""


def meaning(name: str) -> str:
    """What an architecture or an option means, in words.

    The controllers are asked here and not when this module is imported: that imports them all, and
    Amaranth.
    """
    part = {**ARCHITECTURES, **OPTIONS}[name]
    text = part.meaning
    for place, asked in NAMES.items():
        if place in text:
            text = text.replace(place, ", ".join(who_takes(name, asked)))
    return text.replace("{folded}", _with_foldings()) if "{folded}" in text else text


def who_takes(name: str, asked: Callable[[Algorithm], bool]) -> list[str]:
    """Of the algorithms that are asked, those that take an architecture or an option."""
    part = {**ARCHITECTURES, **OPTIONS}[name]
    return [each for each, entry in ALGORITHMS.items() if asked(entry) and part.fits(entry)]


def either(texts: Iterable[str]) -> str:
    """A choice in words."""
    *others, last = texts
    return f"{', '.join(others)} or {last}" if others else last


def _with_foldings() -> str:
    """The algorithms that have foldings, with the k of each, as a list in words."""
    return ", ".join(
        f"{algorithm.name} ({' '.join(map(str, algorithm.foldings))})"
        for algorithm in ALGORITHMS.values()
        if algorithm.foldings
    )
