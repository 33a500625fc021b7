# SPDX-License-Identifier: Apache-2.0
"""What is said of a core that is made of gadgets."""

from types import SimpleNamespace

from cipherfab.verify.gates.judges.gadgets import Gadgets
from cipherfab.verify.gates.judges.verdicts import LEAKS, NOT_SHOWN, NOTHING

WHOLE = {"complete": [], "cones": 12, "single": None, "passed": True}
PART = {
    "part": "product",
    "area_ge": 20.4,
    "model": "one probe",
    "views": 30,
    "sets": 30,
    "seconds": 0.1,
    "passed": True,
    "fault": None,
    "leak": [],
    "pair": None,
}


def found(whole=(), **part):
    """What `Gadgets.assess` gives, with changes."""
    return {"whole": WHOLE | dict(whole), "parts": [PART | part]}


def test_a_core_without_gadgets_is_not_judged():
    """Nothing is read, said or decided."""
    nothing = Gadgets().assess(SimpleNamespace(by_gadgets=False))
    assert nothing == {"parts": [], "whole": {}}
    assert not list(Gadgets.lines(nothing)) and not list(Gadgets.verdicts(nothing))


def test_the_whole_and_each_part_have_a_verdict():
    """A cone with all shares leaks; a part that could not be decided is not shown."""
    assert list(Gadgets.verdicts(found())) == [NOTHING, NOTHING]
    assert list(Gadgets.verdicts(found({"complete": ["u3"], "passed": False}))) == [LEAKS, NOTHING]
    assert list(Gadgets.verdicts(found(passed=False, fault="late"))) == [NOTHING, NOT_SHOWN]


def test_what_is_not_proved_is_said():
    """Passing lines say that the parts' composition is not proved; failing ones name the place."""
    passing = list(Gadgets.lines(found()))
    assert passing[0].startswith("  pass") and "12 cones" in passing[0]
    assert passing[1].startswith("  pass  product, by itself, 20 GE")
    assert passing[-1].endswith("is not proved here")
    wrong = found({"complete": ["u3"], "passed": False}, passed=False, leak=[("n1", 2)])
    text = "\n".join(Gadgets.lines(wrong))
    assert "  FAIL  no cone" in text and "12 cones, u3" in text
    assert "n1 in cycle 2: not decided" in text
