# SPDX-License-Identifier: Apache-2.0
"""What is asked of the judges of a masked AEAD is not done twice."""

from types import SimpleNamespace

from cipherfab.verify.gates import judges
from cipherfab.verify.gates.judges.messages import Composable, Encryptions
from cipherfab.verify.gates.judges.verdicts import NOT_SHOWN


def test_the_permutation_is_not_judged_by_itself_beside_the_whole_core():
    """With ``--composition`` the whole core is tried, and no permutation is mapped: what is printed
    has no line of it, and the verdict is no better.
    """
    found = Composable(composition=True).assess(SimpleNamespace())
    assert found == {"composable": {}}
    assert judges.judges_of(found) == judges.OF_COMPOSABLE
    lines = list(Composable.lines(found))
    assert not any("permutation" in line for line in lines) and len(lines) == 2
    assert list(Composable.verdicts(found)) == [NOT_SHOWN]


def test_what_decides_in_the_pauses_of_rdi_is_printed():
    """A handshake that hangs on secrets in the pauses alone fails, and the line says so; an event
    that leaks there is in it, too.
    """
    test = {"leaks": False, "uniform": True, "traces": 512, "secrets": 1, "cycles": 9,
            "delays": None, "seed": 1, "max_t": 2.0, "cycle": 3, "threshold": 5.0,
            "event": None, "checked": 8,
            "opened": {"cycles": [], "max_t": 0.0}, "random_words": 4, "evaluations": 1,
            "seconds": 1}  # fmt: skip
    limits = {"unfollowed": "", "model": "", "not_covered": []}
    event = {"max_t": 9.5, "threshold": 7.0}
    for paused, words in (
        ({"uniform": False}, "same in all traces: NO"),
        ({"leaks": True, "event": event}, "of an event 9.50 (7.0)"),
    ):
        lines = list(Encryptions.lines({**limits, "messages": test, "paused": {**test, **paused}}))
        assert lines[0].startswith("  pass")
        assert lines[-1].startswith("  FAIL") and words in lines[-1]
