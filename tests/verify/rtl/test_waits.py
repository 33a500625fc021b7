# SPDX-License-Identifier: Apache-2.0
"""Which long waits took place."""

from cipherfab.verify.rtl.simulator import Wait
from cipherfab.verify.rtl.waits import Asked, met


def test_a_wait_that_was_too_short_meets_no_goal():
    """A goal is met if its wait lasted as long as it says; a wait without a goal meets none."""

    def asked(goal: str, cycles: int) -> Asked:
        return Asked(goal=goal, wait=Wait(port="do", position=0, ports=("do",), cycles=cycles))

    plan = [asked("long", 300), asked("short", 5), asked("", 5)]
    assert met(plan, [299, 5, 9]) == {"short"}
