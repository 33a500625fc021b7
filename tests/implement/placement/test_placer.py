# SPDX-License-Identifier: Apache-2.0
"""Cells on sites."""

import random

from cipherfab.implement.placement.placer import on_sites


def test_cells_come_to_sites_without_overlap():
    """Whatever the places were, cells lie on sites of their row, in their order, inside the die and
    apart, and none that could stay moves by a site.
    """
    dice = random.Random(1)
    job = {"site": 38, "sites": 60, "widths": [38 * dice.randint(1, 4) for _ in range(40)]}
    x, y, end = [], [], {}
    for width in job["widths"]:
        row = 280 * dice.randrange(3)
        x.append(end.get(row, 0) + dice.randrange(10))
        end[row] = x[-1] + width
        y.append(row)
    found = on_sites(job, x, y)
    for row in set(y):
        cells = sorted((cell for cell in range(len(x)) if y[cell] == row), key=lambda cell: x[cell])
        edges = [(found[cell], found[cell] + job["widths"][cell]) for cell in cells]
        assert all(left % 38 == 0 and 0 <= left and right <= 60 * 38 for left, right in edges)
        assert all(a[1] <= b[0] for a, b in zip(edges, edges[1:], strict=False))


def test_a_full_row_is_kept():
    """Cells that fill their row exactly stay where they are, and one pushed over the end comes
    back.
    """
    job = {"site": 10, "sites": 6, "widths": [20, 20, 20]}
    assert on_sites(job, [0, 20, 40], [0, 0, 0]) == [0, 20, 40]
    assert on_sites(job, [6, 26, 46], [0, 0, 0]) == [0, 20, 40]
