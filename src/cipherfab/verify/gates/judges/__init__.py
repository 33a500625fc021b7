# SPDX-License-Identifier: Apache-2.0
"""The judges of ``leakage``: each with its options, what it finds, what is printed of it, and its
verdict.

What a judge calls is imported when it is asked, since ``--help`` reads the options here.
"""

from collections.abc import Iterator

from .coco import Coco
from .composition import Composition
from .exact import Exact
from .gadgets import Gadgets
from .judge import Common, Found, Judge, Mapped
from .messages import Composable, Domains, Encryptions, Messages, Permutation, Unfollowed, Whole
from .prolead import Prolead
from .sets import Sets
from .toggles import Toggles
from .verdicts import worst

OF_CALLS: tuple[type[Judge], ...] = (
    Toggles, Exact, Gadgets, Composition, Prolead, Coco, Sets,
)  # fmt: skip
"""Of a bare primitive, in the order of their keys in the result."""

OF_MESSAGES: tuple[type[Judge], ...] = (
    Domains, Whole, Messages, Permutation, Composition,
)  # fmt: skip
"""Of a masked AEAD of ours, by domain-oriented masking."""

OF_COMPOSABLE: tuple[type[Judge], ...] = (Composable, Messages, Composition)
"""Of one with other gadgets than domain-oriented ones."""

OF_OTHERS: tuple[type[Judge], ...] = (Unfollowed, Encryptions)
"""Of a masked AEAD of others."""

RECORDS = (Common, Toggles, Composition, Prolead, Coco, Sets)
"""What has options, in the order in which ``--help`` shows them."""


def judges_of(found: Found) -> tuple[type[Judge], ...]:
    """Those that a result is of."""
    # The result is plain data, so its keys alone say who judged.
    if "unfollowed" in found:
        return OF_OTHERS
    if "composable" in found:
        return OF_COMPOSABLE
    return OF_MESSAGES if "messages" in found else OF_CALLS


def lines(found: Found) -> Iterator[str]:
    """What all of them print."""
    # Sorting is stable: only the judges that end with what a pass rests on go behind.
    for judge in sorted(judges_of(found), key=lambda judge: judge.last):
        yield from judge.lines(found)


def verdict(found: Found) -> str:
    """The worst of all of them, a word of `verdicts`."""
    return worst(said for judge in judges_of(found) for said in judge.verdicts(found))


__all__ = ["OF_CALLS", "OF_MESSAGES", "OF_OTHERS", "RECORDS", "Common", "Composition", "Found",
           "Judge", "Mapped", "lines", "verdict"]  # fmt: skip
