# SPDX-License-Identifier: Apache-2.0
"""Tests of the search within a budget, on made-up designs."""

import pytest

from cipherfab.errors import CallError, ToolError
from cipherfab.implement.budget import Budget, best, search

BUDGET = Budget(luts=2000, ffs=4000)


def _evaluate(sizes, rates, seen=None):
    """Designs of these sizes and throughputs; a recipe that is not named changes them a little by
    its text.
    """

    def evaluate(candidates):
        if seen is not None:
            seen.extend(
                (each["design"], each["recipe"].record(), each["seed"]) for each in candidates
            )
        found = []
        for each in candidates:
            noise = sum(map(ord, each["recipe"].abc9)) % 50 if each["parts"] else 0
            found.append(
                {
                    "luts": sizes[each["design"]] - noise,
                    "flip_flops": 600,
                    "mbps": rates[each["design"]] + noise,
                }
            )
        return found

    return evaluate


def test_the_fastest_design_within_the_budget_is_found():
    """Of three designs the fastest that fits is the best one; the one that is too large is not,
    however fast.
    """
    found = search(
        3, _evaluate([1000, 1900, 2400], [100, 300, 900]), budget=BUDGET, runs=24, seed=1
    )
    assert found["best"]["design"] == 1 and found["best"]["within"] and found["best"]["mbps"] >= 300


def test_recipes_are_searched_too():
    """More runs find recipes that are better than the named ones."""
    evaluate = _evaluate([1900], [300])
    few, many = (
        search(1, evaluate, budget=BUDGET, runs=runs, seed=1)["best"]["mbps"] for runs in (2, 40)
    )
    assert few == 300 < many


def test_a_design_that_a_recipe_brings_within_the_budget_counts():
    """A design a little above the budget is tried with further recipes; one far above it is not."""
    found = search(2, _evaluate([2030, 4000], [500, 900]), budget=BUDGET, runs=40, seed=1)
    assert found["best"] and found["best"]["luts"] <= 2000
    assert sum(point["design"] == 1 for point in found["points"]) == 1


def test_the_same_seed_tries_the_same_candidates():
    """A search is replayed from its seed, a longer one begins like a shorter one, and another seed
    gives another search.
    """
    tried = {}
    for name, seed, runs in (
        ("first", 1, 24),
        ("again", 1, 24),
        ("longer", 1, 32),
        ("other", 2, 24),
    ):
        seen = tried.setdefault(name, [])
        search(
            2,
            _evaluate([1500, 1900], [100, 200], seen),
            budget=BUDGET,
            runs=runs,
            seed=seed,
            seeds=4,
        )
    assert tried["first"] == tried["again"] == tried["longer"][:24] != tried["other"]


def test_nothing_within_the_budget_has_no_best_point():
    """Where every design is too large, nothing is called the best."""
    assert search(1, _evaluate([9000], [100]), budget=BUDGET, runs=4, seed=1)["best"] is None


def test_failed_runs_are_counted_and_not_fatal():
    """A candidate that fails is counted; if all fail, there is no result."""
    found = search(
        2,
        lambda batch: [
            None if each["design"] else {"luts": 1, "flip_flops": 1, "mbps": 1.0} for each in batch
        ],
        budget=BUDGET,
        runs=4,
        seed=1,
    )
    assert found["failed"] >= 1 and found["best"]["design"] == 0
    with pytest.raises(ToolError, match="all 4 runs failed"):
        search(1, lambda batch: [None] * len(batch), budget=BUDGET, runs=4, seed=1)


def test_of_equally_fast_points_the_smaller_one_is_the_best():
    """Throughput counts first, then look-up tables; a point outside the budget or without a rate
    never does.
    """

    def point(mbps, luts, within=True):
        return {"mbps": mbps, "luts": luts, "within": within}

    assert best([point(5, 20), point(5, 10), point(9, 5, False), point(None, 1)]) == point(5, 10)


@pytest.mark.parametrize(
    "text", ["", "luts", "luts=0", "luts=-1", "luts=2000,luts=3", "area=5", "luts=２", "luts=1,"]
)
def test_a_budget_that_is_written_otherwise_is_refused(text):
    """A budget is look-up tables, flip-flops or both, in positive decimal numbers."""
    with pytest.raises(CallError, match="expected a budget"):
        Budget.parse(text)


def test_a_budget_may_limit_one_of_the_two():
    """What is not named has no limit."""
    assert Budget.parse("ffs=10").holds({"luts": 10**9, "flip_flops": 10})
    assert Budget.parse("luts=2000,ffs=4000") == BUDGET and not BUDGET.holds(
        {"luts": 1, "flip_flops": 4001}
    )
