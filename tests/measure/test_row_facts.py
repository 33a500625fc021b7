# SPDX-License-Identifier: Apache-2.0
"""What a core's name says of it."""

import pytest

from cipherfab.measure.row_facts import bus, options, parallelism


@pytest.mark.parametrize(
    "core, rounds",
    [
        ("ascon-128", 1.0),
        ("ascon-128/unrolled=3,bus=8", 3.0),
        ("ascon-128/full", float("inf")),
        ("ascon-128/serial=8", None),
        ("ascon-128/unrolled", None),
        ("ascon-128/masked=1", None),
    ],
)
def test_architectures_compare_by_their_rounds_in_a_cycle(core, rounds):
    """Whole rounds, many, or part of one; None of what does not compare, a missing number too."""
    found = parallelism({"core": core})
    assert 0 < found < 1 if "serial" in core else found == rounds


def test_the_bus_is_an_option_that_may_be_left_out():
    """A name without it has the default bus, and one that is no number too."""
    assert bus({"core": "ascon-128/round,hash,bus=8"}) == 8
    assert [bus({"core": core}) for core in ("ascon-128", "ascon-128/round,bus=x")] == [32, 32]
    row = {"core": "ascon-128/round,hash,bus=8"}
    assert options(row) == ("hash", "bus=8") and options(row, with_bus=False) == ("hash",)
