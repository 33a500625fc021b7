# SPDX-License-Identifier: Apache-2.0
"""The log of OpenSTA is read, and nothing else is taken for one."""

import pytest

from cipherfab.errors import ToolError
from cipherfab.implement import timing


@pytest.mark.parametrize(
    "log", ["", "\x00\xff garbage", "group register_to_register\n", "group nonsense\n" * 4]
)
def test_what_is_no_report_is_the_tools_failure(log):
    """A tool that prints nothing or something else is a failed tool (exit 3), not a wrong
    design."""
    with pytest.raises(ToolError, match="expected a report"):
        timing.parse(log)


def test_a_report_without_paths_has_none():
    """A design without paths has a report on every group, each empty."""
    assert timing.parse("".join(f"group {name}\n" for name in timing.GROUPS)) == {}
