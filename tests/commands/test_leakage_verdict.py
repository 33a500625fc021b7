# SPDX-License-Identifier: Apache-2.0
"""The verdict of ``leakage``: a leak, nothing found, and between them what could not be decided."""

import pytest

from cipherfab.commands import leakage
from cipherfab.verify.gates import judges
from cipherfab.verify.gates.judges.coco import coco_lines
from cipherfab.verify.gates.judges.exact import Exact, single_lines
from cipherfab.verify.gates.judges.verdicts import (
    LEAKS,
    NOT_SHOWN,
    NOTHING,
    exit_code,
    of_exact,
    worst,
)

PAIR = ({"k": 0}, {"k": 1})
PASSED = {"passed": True, "leaks": [], "fault": ""}
EARLY = {"passed": False, "leaks": [], "fault": "cycle 8: products of too many shares"}
OPEN = {"passed": False, "leaks": [{"net": "n", "cycle": 2, "pair": None}], "fault": ""}
SHOWN = {
    "passed": False,
    "leaks": [*OPEN["leaks"], {"net": "m", "cycle": 2, "pair": PAIR}],
    "fault": "cycle 8: products of too many shares",
}


def found(**changes):
    """What the checks of a bare core found, nothing but for what is given."""
    return {
        "leaks": False,
        "uniform": True,
        "probed": PASSED,
        "parts": [],
        "whole": {},
        "prolead": None,
        "coco": None,
        "coco_of_part": None,
        "sets": None,
        **changes,
    }


def messages(**changes):
    """What the checks of a masked AEAD found, nothing but for what is given."""
    return {
        "messages": {"leaks": False, "uniform": True},
        "domains": {"passed": True},
        "whole": PASSED,
        "permutation": [PASSED],
        **changes,
    }


def coco(independent):
    """CocoAlma did not show a core to be secure; what was said of the view that it refused."""
    return {
        "leaks": True,
        "named": 100,
        "refused": [] if independent == "none" else [{"independent": independent}],
    }


@pytest.mark.parametrize(
    "checks, expected",
    [
        ({}, NOTHING),
        ({"probed": EARLY}, NOT_SHOWN),
        ({"probed": OPEN}, NOT_SHOWN),
        ({"probed": SHOWN}, LEAKS),
        ({"probed": {**EARLY, "complete": ["n7"]}}, LEAKS),
        ({"probed": EARLY, "leaks": True}, LEAKS),
        ({"uniform": False}, LEAKS),
        ({"whole": {"passed": False, "complete": [], "single": EARLY}}, NOT_SHOWN),
        ({"whole": {"passed": False, "complete": [], "single": SHOWN}}, LEAKS),
        ({"whole": {"passed": False, "complete": ["n7"], "single": None}}, LEAKS),
        (
            {"parts": [{"passed": False, "fault": "too many", "leak": None, "pair": None}]},
            NOT_SHOWN,
        ),
        ({"parts": [{"passed": False, "fault": "", "leak": [("n", 2)], "pair": None}]}, NOT_SHOWN),
        ({"parts": [{"passed": False, "fault": "", "leak": [("n", 2)], "pair": PAIR}]}, LEAKS),
        ({"coco": coco(None)}, NOT_SHOWN),
        ({"coco": coco("none")}, NOT_SHOWN),
        ({"coco": coco(True)}, NOTHING),
        ({"coco_of_part": coco(False)}, LEAKS),
        ({"prolead": {"leaks": True}, "probed": OPEN}, LEAKS),
        ({"sets": {"decides": True, "above": 1}}, LEAKS),
        ({"sets": {"decides": False, "above": 1}}, NOTHING),
    ],
)
def test_what_could_not_be_decided_is_neither_a_leak_nor_none(checks, expected):
    """A leak needs what tells two secrets apart; what ended early or was not decided is said to be
    that, and neither has exit code 0.
    """
    assert judges.verdict(found(**checks)) == expected
    assert leakage.exit_code(found(**checks)) == (expected != NOTHING)


@pytest.mark.parametrize(
    "checks, expected",
    [
        ({}, NOTHING),
        ({"domains": {"passed": False, "wrong": ["a cone"]}}, NOT_SHOWN),
        ({"whole": EARLY}, NOT_SHOWN),
        ({"permutation": [PASSED, SHOWN]}, LEAKS),
        ({"messages": {"leaks": True, "uniform": True}}, LEAKS),
        ({"messages": {"leaks": False, "uniform": False}, "whole": EARLY}, LEAKS),
    ],
)
def test_the_same_holds_of_whole_messages(checks, expected):
    """Of a masked AEAD a broken rule of domains is no leak yet, a handshake that hangs on secrets
    is one.
    """
    assert judges.verdict(messages(**checks)) == expected
    assert leakage.exit_code(messages(**checks)) == (expected != NOTHING)


def test_the_worst_verdict_counts():
    """Of several checks one that leaks stands before one that could not decide."""
    assert worst([NOTHING, NOT_SHOWN, LEAKS, NOTHING]) == LEAKS
    assert worst([NOTHING, NOT_SHOWN]) == NOT_SHOWN and worst([]) == NOTHING
    assert [exit_code(one) for one in (LEAKS, NOT_SHOWN, NOTHING)] == [1, 1, 0]


@pytest.mark.parametrize("single, word", [(PASSED, "pass"), (EARLY, "open"), (SHOWN, "FAIL")])
def test_the_line_of_a_check_says_which_it_is(single, word):
    """A check that did not decide is ``open`` in its line, and why stands below."""
    more = {"model": "M", "probes": 1, "cycles": 8, "leaking": len(single["leaks"]), "seconds": 1.0}
    text = "\n".join(single_lines({**single, **more}, "the whole core"))
    assert text.startswith(f"  {word}  M") and (single["fault"] in text)
    assert ("ended early" in text) == bool(single["fault"])
    leaks = [{**one, "transition": False, "registers": ["r"]} for one in single["leaks"]]
    probed = {**single, **more, "leaks": leaks, "complete": [], "not_covered": ["wires"]}
    text = "\n".join(Exact.lines({"probed": probed}))
    assert text.startswith(f"  {word}  M") and text.endswith("not covered: wires")
    assert (f"ended early: {single['fault']}" in text) == bool(single["fault"])
    assert ("ended early" in text) == bool(single["fault"])


def test_an_open_check_of_another_program_is_no_failure_in_its_line():
    """What CocoAlma refused and nobody could try is ``open``."""
    second = {**coco(None), "cycles": 3, "seconds": 1.0, "leak": "(cycle: 1)"}
    second["refused"][0] |= {"secrets": 1, "masks": 30, "pair": (), "cycle": 1, "cell": "n"}
    assert next(coco_lines(second)).startswith("  open  CocoAlma")


def test_a_check_without_a_pair_or_a_fault_is_not_passed_over():
    """A check that did not pass is never taken for one that did, whatever it says else."""
    assert of_exact({"passed": False}) == NOT_SHOWN
