# SPDX-License-Identifier: Apache-2.0
"""Samples of large families of cases: none is empty, and with the slow tests all cases run."""

import pytest
from samples import sampled


@pytest.mark.parametrize("count, wanted", [(8, 1), (8, 2), (8, 3), (21, 7), (52, 20), (2, 3)])
def test_a_sample_has_the_first_case_and_as_many_as_wanted(count, wanted):
    """Never less than that where there are so many, and the last one from two on."""
    found = sampled(count, wanted)
    assert 0 in found and found <= set(range(count))
    assert len(found) == min(count, wanted)
    assert wanted == 1 or count - 1 in found


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", range(5))
def test_a_case_that_is_left_out_is_slow(number, request):
    """In the default suite the first and the last; the others have the mark ``slow``."""
    assert bool(request.node.get_closest_marker("slow")) == (number not in (0, 4))
