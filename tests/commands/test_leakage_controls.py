# SPDX-License-Identifier: Apache-2.0
"""``cipherfab leakage-controls``: which recipes it takes."""

from cipherfab.commands import leakage_controls
from cipherfab.implement.recipes import RECIPES


def test_recipes_that_the_check_cannot_read_are_left_out():
    """Without a recipe all that have a name are tried but those with gated clocks, which the exact
    check refuses.
    """
    assert set(RECIPES) - set(leakage_controls.readable()) == {
        "gated",
        "compact",
        "fewest",
        "routed",
    }


def test_traces_to_detection_are_told_of_each_control(capsys):
    """Of the parts of a core by gadgets: without random bits the toggles of a product tell a fixed
    secret from random ones at the first look; a register that is left out they do not in so few
    traces. Both are found by the exact check, which alone decides.
    """
    rows = leakage_controls.run(
        "ascon-p-6/masked=1,gadget=dom",
        platform="nangate45",
        recipes=["area"],
        seed=1,
        traces=4096,
        delays="unit",
    )
    told = {row["control"]: row["detected"] for row in rows}
    assert told["product: random bits tied to 0"] == "at 512 traces"
    assert told["product: registers cross left out"] == "not in 4096 traces"
    leakage_controls.show(rows)
    text = capsys.readouterr().out
    assert "At 512 traces" in text or "at 512 traces" in text
    assert "with glitches, unit delays" in text and leakage_controls.exit_code(rows) == 0


def test_without_a_control_nothing_is_found():
    """Of no control none was found, and the call fails."""
    assert leakage_controls.exit_code([]) == 1
    assert leakage_controls.exit_code([{"found": True}]) == 0
