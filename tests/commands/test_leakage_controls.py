# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage-controls``: which recipes it takes."""

from cipherfab.commands import leakage_controls
from cipherfab.implement.recipes import RECIPES


def test_recipes_that_the_check_cannot_read_are_left_out():
    """Without a recipe all that have a name are tried but those with gated clocks, which the exact
    check refuses.
    """
    assert set(RECIPES) - set(leakage_controls.readable()) == {"gated", "compact", "fewest"}
