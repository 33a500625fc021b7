# SPDX-License-Identifier: Apache-2.0
"""The tools that are run by hand, each by itself."""

import importlib
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / "tools"


@pytest.mark.parametrize("name", sorted(path.stem for path in TOOLS.glob("*.py")))
def test_a_tool_finds_what_it_imports(monkeypatch, name):
    """What a tool takes from the package or from another tool is there under this name."""
    monkeypatch.setattr(sys, "path", [str(TOOLS), *sys.path])
    monkeypatch.setattr(sys, "argv", [name])
    importlib.import_module(name)
