# SPDX-License-Identifier: Apache-2.0
"""What is asked of types (tools/typed.py)."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import typed  # noqa: E402


def test_strict_files_and_folders_exist():
    """A file that was moved is not forgotten: every name in the tables is one of the source."""
    assert all((ROOT / name).is_file() for name in typed.STRICT)
    assert all((ROOT / "src/cipherfab" / name).exists() for name in typed.LEFT)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("src/cipherfab/lwc/core.py:3: error: x", "lwc"),
        ("src/cipherfab/design.py:9: error: y", "design.py"),
    ],
)
def test_a_complaint_is_of_a_folder(line, name):
    """A complaint counts for the folder of the package that its file is in."""
    assert typed.folder(line) == name


def test_one_complaint_more_fails(monkeypatch, capsys):
    """One complaint more than a folder is allowed, or any in a strict file, ends with 1."""
    allowed = typed.LEFT["lwc"]
    lines = ["src/cipherfab/lwc/core.py:3: error: x"] * allowed
    monkeypatch.setattr(sys, "argv", ["typed.py"])
    monkeypatch.setattr(typed, "complaints", lambda *given: [] if given else lines)
    assert not typed.main()
    monkeypatch.setattr(typed, "complaints", lambda *given: [] if given else [*lines, lines[0]])
    assert typed.main() and "FAILED" in capsys.readouterr().out
    wrong = [f"{typed.STRICT[0]}:1: error: z"]
    monkeypatch.setattr(typed, "complaints", lambda *given: wrong if given else lines)
    assert typed.main()
