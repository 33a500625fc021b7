# SPDX-License-Identifier: Apache-2.0
"""What is read of a cell's groups in a Liberty file."""

import pytest

from cipherfab.implement import liberty_groups as groups

CONDITION = 'leakage_power () { when : "A"; value : 3.0; }'
PLAIN = "leakage_power () { value : 5.0; }"


@pytest.mark.parametrize(
    "told, leaks",
    [
        (f"cell_leakage_power : 4.0; {CONDITION} {PLAIN}", 4.0),
        (f"{CONDITION} {PLAIN}", 5.0),
        (CONDITION, 0.0),
    ],
)
def test_leakage_without_a_condition_is_found_where_it_is_told(told, leaks):
    """As the cell's own attribute, or else in a group without a condition."""
    assert groups.leakage(groups.parse(f'cell ("X") {{ {told} }}')) == leaks
