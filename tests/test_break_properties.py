# SPDX-License-Identifier: Apache-2.0
"""`tools/break_properties.py`: the tests that look at a break are found, and say what they see."""

import argparse
import sys
import tomllib
from pathlib import Path

from test_breaks import SOURCE

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import break_properties as tool  # noqa: E402
import breaks  # noqa: E402


def test_the_mirror_comes_first_and_importers_follow():
    """A file's own test is the first of those that look at it; a file without one is looked at by
    who imports it.
    """
    tests, package = tool.Tests(), breaks.PACKAGE
    cells = tests.of(package / "verify" / "gates" / "cells.py")
    assert cells[0] == ROOT / "tests" / "verify" / "gates" / "test_cells.py"
    assert len(cells) == tool.MOST_TESTS
    for path in sorted({path for pattern in breaks.CHECKS for path in package.glob(pattern)}):
        assert path.name == "__init__.py" or tests.of(path), path
    records = tests.of(package / "results" / "records.py")
    assert records and all("cipherfab.results" in name.read_text() for name in records)


def test_reasons_are_those_of_breaks_that_exist():
    """Every listed equivalence is of a break that can still be made, and says why."""
    reasons = tomllib.loads(tool.REASONS.read_text())["equivalent"]
    paths = {path for pattern in breaks.CHECKS for path in breaks.PACKAGE.glob(pattern)}
    keys = {
        change.key
        for path in paths
        for change in breaks.Places(str(path.relative_to(breaks.PACKAGE)), path.read_text()).found
    }
    assert set(reasons) <= keys
    assert all(len(reason) > 20 for reason in reasons.values())


def test_a_break_is_judged_by_its_tests(tmp_path, monkeypatch):
    """A test that fails with the break and passes without it kills; one that passes lets it
    survive; one that always fails says nothing. The file is as before.
    """
    place = tmp_path / "src" / "cipherfab" / "a.py"
    place.parent.mkdir(parents=True)
    place.write_text(SOURCE)
    change = next(
        change for change in breaks.Places("a.py", SOURCE).found if change.kind == "drop check"
    )
    texts = {
        "killed": "import pytest\n\ndef test(): pytest.raises(ValueError, check, [], [])\n",
        "survived": "def test(): assert check([1], [1]) \n",
        "void": "def test(): check(1)\n",
    }
    options = argparse.Namespace(front="", seconds=60)
    for verdict, text in texts.items():
        load = f"exec(open({str(place)!r}).read())\n"
        (tmp_path / f"test_{verdict}.py").write_text(load + text)
        found = tool.judge(change, tmp_path, [f"test_{verdict}.py"], options)
        assert found["verdict"] == verdict, found
        assert place.read_text() == SOURCE
