# SPDX-License-Identifier: Apache-2.0
"""Every algorithm, one literal each, with its document, its version and the check value of its
known-answer file.

Algorithms are called as their documents call them, in lower case; families have a file each. A
family is any module of this package that has a list ``ALGORITHMS``: nothing else knows of it.
"""

import difflib
from functools import lru_cache

from ..discovery import by_name, modules_with
from ..errors import CallError
from .algorithm import XOFS, Algorithm, Kind
from .optioned import MARK, optioned

FAMILIES = modules_with(__name__, "ALGORITHMS")
"""The modules of families, in alphabetical order."""

_FAMILY = by_name(FAMILIES, lambda family: [algorithm.name for algorithm in family.ALGORITHMS])

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm for family in FAMILIES for algorithm in family.ALGORITHMS
}
"""All algorithms by name, in the order in which they are listed: by family, and within one as its
file has them.
"""


FILES = (
    " No algorithm has a dot in its name; if this is a file, a description of a core of "
    "others (.toml), it is for verify, bench, compare and mutate."
)
"""What to add of a name that may be a path."""


def find(name: str) -> Algorithm:
    """The algorithm of this name, perhaps with options (`optioned`).

    Raises:
        CallError: with the nearest names.
    """
    base, mark, _ = name.partition(MARK)
    if mark and base in ALGORITHMS:
        return _optioned(name)
    if name not in ALGORITHMS:
        near = (
            # All names are in lower case, so that a title's spelling is near too.
            difflib.get_close_matches(name.lower(), ALGORITHMS, n=3, cutoff=0.5)
            or list(ALGORITHMS)[:3]
        )
        raise CallError(
            f"unknown algorithm '{name}'. The nearest names are: {', '.join(near)}. "
            f"`cipherfab list` shows all.{FILES if '.' in name else ''}"
        )
    return ALGORITHMS[name]


# There are as many names with options as one likes, so not all are kept.
@lru_cache(maxsize=64)
def _optioned(name: str) -> Algorithm:
    return optioned(ALGORITHMS[name.partition(MARK)[0]], name)


def module_of(name: str) -> str:
    """The dotted name of the module that an algorithm's family is; it imports all that makes the
    algorithm.

    Raises:
        CallError: as `find`.
    """
    return _FAMILY[find(name).base or name].__name__


__all__ = ["ALGORITHMS", "FAMILIES", "XOFS", "Algorithm", "Kind", "find", "module_of"]
