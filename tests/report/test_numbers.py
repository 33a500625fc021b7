# SPDX-License-Identifier: Apache-2.0
"""How numbers are printed."""

import pytest

from cipherfab.report.numbers import deviation, duration, number, ratio


@pytest.mark.parametrize(
    "value, text",
    [
        (None, "–"), (0, "0"), (0.0512, "0.0512"), (2.97, "2.970"),
        (24.437, "24.44"), (336.7, "336.7"),
        (43098.2, "43,098"), (6.0, "6"), (-3.5, "-3.500"),
    ],
)  # fmt: skip
def test_numbers_have_four_significant_digits(value, text):
    """Four digits, whole numbers as they are, thousands separated."""
    assert number(value) == text


def test_deviation_is_the_larger_side():
    """The side that deviates more counts; one seed has none."""
    assert (deviation((90, 100, 105)), deviation((5, 5, 5)), deviation(None)) == ("±10.0%", "", "")


def test_tiny_deviation_is_not_zero():
    """A spread too small to print is still said to be one."""
    assert deviation((9999.9, 10000, 10000)) == "±<0.1%"


def test_ratio_needs_a_reference():
    """A ratio to nothing or to zero is absent."""
    assert (ratio(3, 2), ratio(3, 0), ratio(None, 2)) == ("1.50×", "–", "–")


def test_durations():
    """Seconds below a minute, then minutes."""
    assert [duration(seconds) for seconds in (None, 0.421, 42.4, 71.0)] == [
        "–",
        "0.42 s",
        "42 s",
        "1 min 11 s",
    ]
