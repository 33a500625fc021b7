# SPDX-License-Identifier: Apache-2.0
"""Easier tests for cores of others that break the bus's rules everywhere. A core that keeps them in
the basic checks is held to them in all others: what it loses in a rare case is a fault, no manner.
"""

from .played import Play, Played
from .simulator import Simulator

EASED = (
    ({"protocol": False}, "the words are right, but not all else that the API asks for"),
    ({"protocol": False, "stall_seed": None}, "passes without stalls only"),
)
"""How a core of others with the LWC API is played again if it fails, and what is said of one that
passes then: its answers can be trusted, and its numbers are told with this remark.
"""

BASIC = ("official known answers", "test plan")
"""Beginnings of the names of the checks that show whether a core needs an easier test."""

BESIDE_BASIC = ("test plan without stalls",)
"""They begin like a basic one and are none."""


class Easing:
    """Which of `EASED` a core needs: known after the basic checks, which come first. Where there
    are none, because a core has no algorithm of the catalog, the first check is the basic one.

    Args:
        first: name of the first check, if it passed already and so needed nothing easier.
    """

    def __init__(self, first: str | None = None) -> None:
        self.needed = 0
        self._first = first

    def judge(self, check: str, play: Play, simulator: Simulator) -> Played:
        """The verdict of a check of a core of others, with a caveat if it passed in an easier test
        that the core may have.
        """
        self._first = self._first or check
        failed = play(simulator, None)
        if failed.passed:
            return failed
        basic = check == self._first or (check.startswith(BASIC) and check not in BESIDE_BASIC)
        # A basic check may try all of them, any other one only what a basic one needed.
        for number, (options, remark) in enumerate(
            EASED[: None if basic else self.needed], start=1
        ):
            played = play(simulator, None, **options)
            if played.passed:
                # What a basic check needed is allowed in all later ones.
                self.needed = max(self.needed, number)
                return played.but(f"{remark}: {failed.detail}")
        return failed
