# SPDX-License-Identifier: Apache-2.0
"""Which gates lie on the way to something."""

from cipherfab.verify.gates.injection.places import _cone


def test_a_cone_has_what_gates_drive_on_the_way_and_nothing_else():
    """Nets that no gate drives end it, and a net on two ways counts once."""
    drivers = {1: [2, 3], 2: [4], 3: [4, 5], 4: [6], 7: [1]}
    assert _cone(drivers, [1]) == {1, 2, 3, 4}
