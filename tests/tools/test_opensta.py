# SPDX-License-Identifier: Apache-2.0
"""OpenSTA in a process of its own."""

import pytest

from cipherfab.errors import ToolError
from cipherfab.tools import opensta


def test_log_is_returned(tmp_path):
    """What the script prints is in the log, which is kept."""
    assert "4.5" in opensta.run_sta("puts [expr 9 / 2.0]\n", directory=tmp_path)
    assert "4.5" in (tmp_path / "sta.log").read_text()


def test_error_that_exits_with_0_is_an_error(tmp_path):
    """OpenSTA prints an error and exits with 0; the caller gets a tool error all the same."""
    with pytest.raises(ToolError, match="none.lib"):
        opensta.run_sta("read_liberty none.lib\n", directory=tmp_path)


def test_missing_program(tmp_path, monkeypatch):
    """Without `sta` in the path the message says how to install it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="apt-get install opensta"):
        opensta.run_sta("exit\n", directory=tmp_path)
