# SPDX-License-Identifier: Apache-2.0
"""What is installed."""

from cipherfab.tools.versions import TOOLS, versions


def test_every_tool_is_listed_with_its_use():
    """Each tool says what it is needed for and how to install it, and those of this project's own
    packages are here.
    """
    found = versions()
    assert list(found) == [tool.name for tool in TOOLS]
    assert all(entry["needed_for"] and entry["install"] for entry in found.values())
    assert found["yosys"]["version"] and found["amaranth"]["version"][0].isdigit()


def test_missing_programs_have_no_version(tmp_path, monkeypatch):
    """With an empty path, programs are missing, and Python packages are still found."""
    monkeypatch.setenv("PATH", str(tmp_path))
    found = versions()
    assert found["sta"]["version"] is None and "apt-get install opensta" in found["sta"]["install"]
    assert found["yosys"]["version"]
