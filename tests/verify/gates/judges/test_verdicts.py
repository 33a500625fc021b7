# SPDX-License-Identifier: Apache-2.0
"""The words of a verdict."""

import pytest

from cipherfab.verify.gates.judges.verdicts import rests_on_composition


@pytest.mark.parametrize(
    "composed, said",
    (
        (None, "nothing is proved"),
        ({"passed": False, "order": 2, "watched": None}, "not proved of order 2"),
        ({"passed": True, "order": 2, "watched": 9}, "in some cycles alone"),
        ({"passed": True, "order": 2, "watched": None}, "proved of order 2 by composition"),
    ),
)
def test_what_is_proved_and_what_is_only_tested_is_said(composed, said):
    """A whole core is proved of an order where all of it was watched, else it is only tested."""
    text = rests_on_composition({"composed": composed})
    assert said in text and "only tested" in text
