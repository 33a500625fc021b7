# SPDX-License-Identifier: Apache-2.0
"""Work beside other work."""

import threading

import pytest

from cipherfab.errors import DesignError
from cipherfab.tools.beside import beside


def test_both_go_on_at_once():
    """The work runs before anybody waits for it, and its result is given as often as asked."""
    begun, may_end = threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        assert may_end.wait(10)
        return "done"

    result = beside(work)
    assert begun.wait(10)
    may_end.set()
    assert result() == result() == "done"


def test_an_error_is_the_callers():
    """What the work raises, whoever waits for it gets."""

    def work():
        raise DesignError("a latch")

    with pytest.raises(DesignError, match="a latch"):
        beside(work)()
