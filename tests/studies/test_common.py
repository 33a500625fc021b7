# SPDX-License-Identifier: Apache-2.0
"""What studies share."""

from cipherfab.studies.common import closest, dominates, kendall, ratios, rounded

METRICS = ("area", "delay")
PAPER = {"area": 10, "delay": 10}


def merit(point):
    """Throughput per area, up to a factor."""
    return 1 / (point["area"] * point["delay"])


def test_kendall_of_equal_and_of_reversed_order():
    """Tau is 1 for the same order, -1 for the reverse, and every pair swaps then."""
    values = {"a": 1, "b": 2, "c": 3}
    assert kendall(values, {"a": 10, "b": 30, "c": 70}) == (1.0, [])
    tau, swaps = kendall(values, {"a": 3, "b": 2, "c": 1})
    assert tau == -1 and sorted(swaps) == [("b", "a"), ("c", "a"), ("c", "b")]


def test_kendall_of_one_swap_of_four():
    """One swapped pair of six makes (5 - 1) / 6; the pair begins with the published better one."""
    tau, swaps = kendall({"a": 1, "b": 2, "c": 3, "d": 4}, {"a": 1, "b": 3, "c": 2, "d": 4})
    assert abs(tau - 4 / 6) < 1e-12 and swaps == [("c", "b")]


def test_kendall_leaves_out_what_one_side_lacks():
    """Names without a measurement are not ranked, and no pair at all is no agreement."""
    assert kendall({"a": 1, "b": 2, "c": 3}, {"a": 5, "c": 6}) == (1.0, [])
    assert kendall({"a": 1}, {}) == (None, []) == kendall({"a": 1, "b": 1}, {"a": 2, "b": 3})
    assert rounded(None) is None and rounded(2 / 3) == 0.667


def test_kendall_of_ties():
    """A tie on one side is no swap; tau-b scales by the pairs that differ."""
    tau, swaps = kendall({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 1, "c": 2})
    assert abs(tau - 2 / (3 * 2) ** 0.5) < 1e-12 and swaps == []


def test_domination_includes_equality():
    """A point equal to the published one dominates it; one worse number does not."""
    assert dominates(PAPER, PAPER, METRICS)
    assert not dominates({"area": 1, "delay": 10.1}, PAPER, METRICS)


def test_closest_prefers_merit_among_dominating_points():
    """A point with more merit that does not dominate is passed over; without a dominating one the
    worst quotient decides.
    """
    small, fast, balanced = (
        {"area": 1, "delay": 11},
        {"area": 30, "delay": 1},
        {"area": 9, "delay": 9},
    )
    better = {"area": 8, "delay": 9}
    assert closest([small, fast, balanced, better], PAPER, METRICS, merit=merit) == better
    assert closest([small, fast], PAPER, METRICS, merit=merit) == small
    assert closest([], PAPER, METRICS, merit=merit) is None


def test_ratios_skip_what_is_missing():
    """Only numbers that both sides have get a quotient."""
    assert ratios({"a": 3, "b": 1}, {"a": 2, "c": 5}) == {"a": 1.5}
