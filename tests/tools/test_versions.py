# SPDX-License-Identifier: Apache-2.0
"""What is installed."""

import shutil

from cipherfab.tools.compiler import COMPILER
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


def test_the_compiler_is_the_one_that_is_called(tmp_path, monkeypatch):
    """A program called c++ is of no use where g++ is called, and nothing here calls make."""
    for name in ("c++", "make"):
        (tmp_path / name).write_text("#!/bin/sh\necho tool 1.2\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setattr(shutil, "which", _only(tmp_path))
    found = versions()
    assert (found["c++"]["version"] is None) == (COMPILER != "c++")
    assert found["make"]["version"] == "1.2" and found["make"]["optional"]


def _only(folder):
    """`shutil.which` that sees one folder."""
    return lambda name, *_, **__: str(folder / name) if (folder / name).is_file() else None
