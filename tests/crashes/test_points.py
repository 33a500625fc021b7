# SPDX-License-Identifier: Apache-2.0
"""A benchmark that is failed or killed at any call that changes its home goes on, and ends as if
nothing had been.
"""

import pytest

from . import layer

SOME = 89
"""Of how many points one is tried where time is short."""


@pytest.mark.parametrize("step", [SOME, pytest.param(1, marks=pytest.mark.slow)])
def test_after_any_fault_the_resumed_records_are_identical(step, capsys):
    """Each write, fsync, rename, … of a bench fails, or it is killed there: no traceback, then
    identical records.

    And two benches on one home at once end well, with the records of one.
    """
    found = layer.tried(step)
    with capsys.disabled():
        print(f"\n{layer.table(found)}")
    assert not any(found["wrong"].values()), found["wrong"]
    assert found["together"] == "identical"
    assert set(found["tried"]) == set(layer.MODES) and sum(map(len, found["tried"].values())) > 8
