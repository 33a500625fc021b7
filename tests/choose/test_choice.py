# SPDX-License-Identifier: Apache-2.0
"""Requests and their answers, on candidates that are written down here."""

import pytest

from cipherfab.choose.candidate import DATA_SET, STORE, Candidate, together
from cipherfab.choose.choice import RATIO, SPEED, choose
from cipherfab.choose.request import Request


def core(name, ge, mhz, bits, operations="encrypt decrypt", **more):
    """A candidate that takes ``bits`` of a long message in a cycle."""
    return Candidate(
        **{
            "core": name,
            "platform": "nangate45",
            "recipe": "area",
            "kind": "aead",
            "source": DATA_SET,
            "area_ge": ge,
            "fmax_mhz": mhz,
            "operations": frozenset(operations.split()),
            "bits_per_cycle": {"enc/pt/long": bits},
            **more,
        }
    )


SMALL = core("small", 3000, 500, 1)
MIDDLE = core("middle", 8000, 400, 8, "encrypt decrypt hash")
LARGE = core("large", 15000, 300, 32, version="SP 800-232")
ALL = [LARGE, SMALL, MIDDLE]


PASSED = {"model": True, "rtl": True}


def names(choice):
    """The cores that were found."""
    return [candidate.core for candidate in choice.found]


@pytest.mark.parametrize(
    "limits, found",
    [
        ({}, ["small", "middle", "large"]),
        ({"max_kge": 8}, ["small", "middle"]),
        ({"min_mbps": 3200}, ["middle", "large"]),
        ({"min_mbps": 1600, "at_mhz": 200}, ["middle", "large"]),
        ({"min_mbps": 1601, "at_mhz": 200}, ["large"]),
        ({"at_mhz": 401}, ["small"]),
        ({"needs": ("hash",)}, ["middle"]),
        ({"standard": "nist"}, ["large"]),
    ],
)
def test_a_core_is_found_if_it_keeps_every_limit(limits, found):
    """Limits are inclusive, throughput is that at the clock that is asked for, and the smallest
    core comes first.
    """
    assert names(choose(ALL, Request(**limits))) == found


def test_the_order_is_what_is_asked_for():
    """The fastest comes first, or the one with the most throughput for its area."""
    assert names(choose(ALL, Request(), best=SPEED)) == ["large", "middle", "small"]
    assert names(choose(ALL, Request(), best=RATIO)) == ["large", "middle", "small"]
    assert names(choose([*ALL, core("tiny", 100, 500, 1)], Request(), best=RATIO))[0] == "tiny"


def test_what_is_not_there_is_missed_and_not_ignored():
    """A core without an area or without a throughput of this size keeps no limit on it."""
    bare = core("bare", None, None, 1)
    choice = choose([bare], Request(max_kge=1, min_mbps=1, message="64"))
    assert not choice.found
    assert [(miss.option, miss.value) for miss in choice.nearest[0].misses] == [
        ("--max-kge", None),
        ("--min-mbps", None),
    ]


def test_an_impossible_request_says_what_each_core_misses_and_by_how_much():
    """The nearest core comes first, with every limit that it breaks."""
    choice = choose(ALL, Request(max_kge=7, min_mbps=2000, at_mhz=200))
    assert not choice.found
    assert [near.candidate.core for near in choice.nearest] == ["middle", "large", "small"]
    middle = choice.nearest[0]
    assert [miss.text for miss in middle.misses] == [
        "--max-kge 7: it has 8, 14.3% over",
        "--min-mbps 2000: it has 1600, 20.0% short",
    ]


def test_it_says_which_single_change_is_enough():
    """Of each limit the smallest change with which a core meets the request, if all others stay;
    and no other.
    """
    choice = choose(ALL, Request(max_kge=7, min_mbps=1000, at_mhz=200))
    assert [(near.candidate.core, near.misses[0].option) for near in choice.enough] == [
        ("middle", "--max-kge"),
        ("small", "--min-mbps"),
    ]
    for near in choice.enough:
        miss = near.misses[0]
        changed = {
            "--max-kge": {"max_kge": miss.value, "min_mbps": 1000},
            "--min-mbps": {"max_kge": 7, "min_mbps": miss.value},
        }
        assert near.candidate.core in names(
            choose(ALL, Request(at_mhz=200, **changed[miss.option]))
        )


def test_a_lacking_operation_is_further_away_than_a_number():
    """A core that cannot hash is not nearer than one that hashes and is much too large."""
    choice = choose([SMALL, MIDDLE], Request(max_kge=1, needs=("hash",)))
    assert [near.candidate.core for near in choice.nearest] == ["middle", "small"]


def test_only_verified_cores_if_that_is_asked_for():
    """A core that was not checked, or failed, does not count as verified."""
    marked = [
        core("passed", 1, 1, 1, checked=PASSED),
        core("failed", 1, 1, 1, checked={**PASSED, "rtl": False}),
        core("wrong", 1, 1, 1, checked=PASSED, wrong="area_ge: failed"),
        core("half", 1, 1, 1, checked={"rtl": True}),
        core("open", 1, 1, 1),
    ]
    assert names(choose(marked, Request(verified=True))) == ["passed"]


def test_other_kinds_and_platforms_are_not_considered():
    """A hash is no AEAD, and a row on another platform is none of this one."""
    other = [core("hash", 1, 1, 1, "hash", kind="hash"), core("fpga", 1, 1, 1, platform="ecp5")]
    assert choose(other, Request()).considered == 0


def test_each_core_is_shown_once():
    """Of two recipes of a core, the better one stands for it."""
    choice = choose([core("one", 20, 1, 1, recipe="balanced"), core("one", 10, 1, 1)], Request())
    assert [(found.core, found.area_ge) for found in choice.found] == [("one", 10)]


def test_what_was_measured_here_stands_before_what_came_with_the_package():
    """A row of the store takes the place of the same one of the data set."""
    mine = core("small", 2900, 500, 1, source=STORE)
    assert together([mine], ALL) == [mine, LARGE, MIDDLE]
