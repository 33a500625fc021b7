# SPDX-License-Identifier: Apache-2.0
"""Rows as plain data."""

import json

import pytest

from cipherfab.errors import CallError
from cipherfab.report.data import METRICS, Point, plain, points


def test_missing_parts_are_read_from_the_core_name():
    """Algorithm and architecture come from the core's name where a row does not give them."""
    full, bare = points(
        [
            {"core": "ascon-128/unrolled=2,bus=16", "platform": "p"},
            {"core": "ascon-128", "platform": "p"},
        ]
    )
    assert (full.algorithm, full.architecture) == ("ascon-128", "unrolled=2")
    assert (bare.algorithm, bare.architecture) == ("ascon-128", "round")


def test_options_may_be_a_mapping():
    """Options given as a mapping are written as in a core name."""
    (point,) = points([{"core": "c", "platform": "p", "options": {"parallel": True, "bus": 16}}])
    assert point.options == "parallel,bus=16"


def test_unknown_keys_are_kept():
    """A key without a field is kept, not lost."""
    assert points([{"core": "c", "platform": "p", "colour": 3}])[0].extra == {"colour": 3}


@pytest.mark.parametrize(
    "row",
    [
        {"core": "c"},
        {"platform": "p"},
        {"core": "c", "platform": "p", "evidence": [{"link": "hope"}]},
    ],
)
def test_incomplete_rows_are_refused(row):
    """A row without core or platform, or with evidence for an unknown link, is a wrong call."""
    with pytest.raises(CallError):
        points([row])


def test_status_is_the_worst_that_applies():
    """A failed link outweighs the word verified, a failure outweighs a violation."""
    base = {"core": "c", "platform": "p", "verified": True}
    failed_link = base | {"evidence": [{"link": "gate", "passed": False}]}
    odd = base | {"violations": ["x"]}
    rows = [base, base | {"verified": False}, odd, failed_link, odd | {"failure": "y"}]
    assert [point.status for point in points(rows)] == [
        "ok",
        "unverified",
        "invariant",
        "failed",
        "failed",
    ]


def test_a_row_that_is_not_verified_says_so_whatever_else_it_violates():
    """Its status is that of the violation; a failure needs no further word."""
    base = {"core": "c", "platform": "p", "violations": ["x"]}
    (odd, good, failed) = points([base, base | {"verified": True}, base | {"failure": "y"}])
    assert odd.remarks == ["violates: x", "not verified"] and odd.status == "invariant"
    assert good.remarks == ["violates: x"] and "not verified" not in failed.remarks


def test_derived_metrics_need_both_parts():
    """Throughput per area is None, not an error, where one of the two is missing or zero."""
    (good, bad, zero) = points(
        {"core": "c", "platform": "p", "throughput_mbps": 100.0, "area_ge": area}
        for area in (2000.0, None, 0.0)
    )  # fmt: skip
    assert (
        good.value("throughput_per_kge"),
        bad.value("throughput_per_kge"),
        zero.value("throughput_per_kge"),
    ) == (50, None, None)


def test_plain_is_json_and_reads_back(rows):
    """A point survives the way through JSON, and numbers that are not finite become null."""
    first = points([rows[0] | {"delay_ns": float("nan")}])[0]
    text = json.dumps(plain(first), allow_nan=False)
    again = points([json.loads(text)])[0]
    assert again == first and again.delay_ns is None


def test_a_failed_link_is_not_hidden_by_a_later_pass():
    """Of several pieces of evidence for a link, a failed one speaks."""
    evidence = [{"link": "rtl", "passed": False}, {"link": "rtl", "passed": True}]
    assert (
        points([{"core": "c", "platform": "p", "evidence": evidence}])[0].link("rtl").passed
        is False
    )


def test_points_pass_unchanged():
    """Points may be given instead of mappings."""
    point = Point(core="c", platform="p")
    assert points([point])[0] is point


@pytest.mark.parametrize(
    "fields, target",
    [
        ({"period_ps": 5000, "seeds": [0]}, "5 ns, seed 0"),
        ({"period_ps": 653, "seeds": [0, 1, 2]}, "0.653 ns, seeds 0-2"),
        ({"seeds": [1, 3]}, "seeds 1,3"),
        ({"period_ps": 1300}, "1.3 ns"),
        ({}, ""),
    ],
)
def test_a_row_says_what_its_numbers_are_of(fields, target):
    """The target period and the seeds: with others the same core and recipe have other numbers."""
    (point,) = points([{"core": "a", "platform": "p", **fields}])
    assert point.target == target


@pytest.mark.parametrize(
    "fields, group",
    [
        ({"kind": "aead", "flip_flops": 300}, "AEADs"),
        ({"kind": "perm"}, "permutations"),
        ({"kind": "perm", "flip_flops": 0}, "permutations, no registers"),
        ({}, "others"),
    ],
)
def test_rows_of_one_kind_are_a_group(fields, group):
    """Rows that do other work, or have no registers, are no part of each other's rankings."""
    (point,) = points([{"core": "a", "platform": "p", **fields}])
    assert point.group == group and point.unregistered == group.endswith("no registers")


def test_no_worse_is_as_good_in_the_metric_s_direction():
    """Less area and more throughput are better, and equal is no worse."""
    area, rate = METRICS["area_ge"], METRICS["throughput_mbps"]
    assert area.no_worse(1, 2) and area.no_worse(2, 2) and not area.no_worse(3, 2)
    assert rate.no_worse(3, 2) and rate.no_worse(2, 2) and not rate.no_worse(1, 2)
