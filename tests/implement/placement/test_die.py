# SPDX-License-Identifier: Apache-2.0
"""Dies: whole rows and sites, ports at the edge."""

import pytest

from cipherfab.implement.placement.die import die_for, ports_around


@pytest.mark.parametrize("area", [5, 400, 20_000])
def test_a_die_is_as_full_as_was_asked(area, geometry):
    """It has the area for the utilisation, up to one column of sites, and is nearly square."""
    die = die_for(area, 0.7, geometry)
    assert 0 <= die.area_um2 - area / 0.7 < die.height * geometry.site + 1e-6
    assert abs(die.width - die.height) < 2.5 * geometry.row or area < 100


def test_ports_stand_around_the_die(geometry):
    """Each on an edge, in their order, no two at one place."""
    die = die_for(1000, 0.7, geometry)
    found = ports_around([f"p{number}" for number in range(50)], die)
    assert list(found) == [f"p{number}" for number in range(50)]
    assert len(set(found.values())) == 50
    for x, y in found.values():
        assert x in (0.0, die.width) or y in (0.0, die.height)
        assert 0 <= x <= die.width and 0 <= y <= die.height
