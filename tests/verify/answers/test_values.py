# SPDX-License-Identifier: Apache-2.0
"""Values that random bytes never have."""

import pytest

from cipherfab.verify.answers.values import _next


@pytest.mark.parametrize(
    "value, order, following",
    [
        ("ff00", "little", "0001"),
        ("00ff", "big", "0100"),
        ("ff00", "big", "ff01"),
        ("ffffffffffffffff00", "little", "000000000000000001"),
        ("ffff", "big", "0000"),
        ("ffff", "little", "0000"),
    ],
)
def test_a_counter_carries_from_its_lowest_byte(value, order, following):
    """The lowest bits are in the first byte or in the last one; behind the greatest value comes 0.
    What plays a counter and what looks for one both count so.
    """
    assert _next(bytes.fromhex(value), order).hex() == following
