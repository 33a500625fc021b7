# SPDX-License-Identifier: Apache-2.0
"""An answer of ABC counts only as far as it was checked."""

import time

import pytest
from tiny_versions import LOAD, versions

from cipherfab.errors import ToolError
from cipherfab.verify.equivalence import asked as module
from cipherfab.verify.equivalence.aig import FALSE, Aig
from cipherfab.verify.equivalence.asked import Asked
from cipherfab.verify.equivalence.miter import Miter, after_reset


def test_an_invariant_is_not_believed(tmp_path):
    """States that a proof excludes count only if the reset and every cycle stay outside of them."""
    design, one, two = versions(tmp_path, LOAD, "x <= in_x ^ {64{busy}};")
    first = [after_reset(side, design) for side in (one, two)]
    miter = Miter(one, two, design, first=first, apart=(), free={"x"})
    asked = Asked(miter, set(), tmp_path, "asked", time.monotonic() + 30)
    busy = ("register", "one", "busy")
    assert busy in miter.latches
    assert asked._checked([{busy: True}])[0] != "proved"
    for first in ([{busy: False}], [{busy: True}, {busy: False}]):
        assert asked._checked(first) == ("undecided", [])


@pytest.mark.parametrize("left", [False, True])
def test_an_abc_that_fails_decides_nothing(tmp_path, monkeypatch, left):
    """Whether an earlier question left files or not: that none of its states differs is said of
    that one.
    """
    design, one, two = versions(tmp_path, LOAD, "x <= in_x ^ {64{busy}};")
    first = [after_reset(side, design) for side in (one, two)]
    miter = Miter(one, two, design, first=first, apart=(), free={"x"})

    def fails(*_, **__):
        raise ToolError("ABC: out of time")

    monkeypatch.setattr(module, "run_abc", fails)
    for question in (Asked.verdict, Asked.correspondence):
        if left:
            Aig().write(tmp_path / "asked_reduced.aig", [FALSE])
        asked = Asked(miter, set(miter.differing), tmp_path, "asked", time.monotonic() + 30)
        assert question(asked)[0] == "undecided"
