# SPDX-License-Identifier: Apache-2.0
"""What two rows differ in beside their numbers, so that no quotient of unlike things is given
without a word.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .data import Point


@dataclass(frozen=True, kw_only=True)
class Unlike:
    """A row beside the one that it is compared with.

    Attributes:
        never: why no quotient of them means anything; empty if one does.
        reasons: what a reader of a quotient must know, each in a few words.
    """

    never: Sequence[str] = ()
    reasons: Sequence[str] = ()

    def said(self, baseline: str) -> list[str]:
        """As remarks: ``no ratio to NAME: …``, ``unlike NAME: …``."""
        parts = ((f"no ratio to {baseline}", self.never), (f"unlike {baseline}", self.reasons))
        return [f"{what}: {', '.join(words)}" for what, words in parts if words]


Judge = Callable[[Point, Point], Unlike]
"""What a row and the baseline's row differ in."""


def of_rows(row: Point, reference: Point) -> Unlike:
    """What the rows themselves say: registers, kind, recipe, versions of the tools."""
    never = []
    if row.unregistered != reference.unregistered:
        never.append("it has no registers" if row.unregistered else "that one has no registers")
    if row.kind and reference.kind and row.kind != reference.kind:
        never.append(f"{row.group} beside {reference.group}")
    reasons = []
    if row.recipe != reference.recipe:
        reasons.append(f"recipe {row.recipe} beside {reference.recipe}")
    other = sorted(
        tool
        # What only one side has used is told below.
        for tool in {*row.versions} & {*reference.versions}
        if row.versions[tool] != reference.versions[tool]
    )
    reasons += [f"other version of {tool}" for tool in other]
    if {*row.versions} != {*reference.versions} and row.versions and reference.versions:
        reasons.append("measured with other tools")
    return Unlike(never=tuple(never), reasons=tuple(reasons))
