# SPDX-License-Identifier: Apache-2.0
"""What `leakage` makes of its judges."""

from dataclasses import dataclass, field
from types import SimpleNamespace

from cipherfab.commands.leakage import _found
from cipherfab.verify.gates.judges.judge import Judge


@dataclass(frozen=True, kw_only=True)
class Named(Judge):
    """Says what it is called, and when it was asked.

    Attributes:
        asked: names of those that were asked, in order.
        plain: as of `judges.messages.Permutation`: a dictionary, which has no hash.
    """

    name: str
    asked: list = field(default_factory=list)
    plain: dict = field(default_factory=dict)
    outside: bool = False

    def assess(self, on):
        """Its name."""
        self.asked.append(self.name)
        return {self.name: len(self.asked)}


def test_each_judge_is_asked_once_and_those_from_outside_first():
    """Whatever options judges have: programs of others are asked first, and the findings stand in
    the order of the judges.
    """
    asked: list[str] = []
    judging = [
        Named(name="whole", asked=asked, plain={"begin": (1, 0)}),
        Named(name="prolead", asked=asked, outside=True),
        Named(name="toggles", asked=asked),
    ]
    on = SimpleNamespace(name="core", area_ge=1.0)
    found = _found(SimpleNamespace(platform="nangate45", recipe="area"), on, judging)
    assert asked == ["prolead", "whole", "toggles"]
    assert list(found)[-3:] == ["whole", "prolead", "toggles"]
