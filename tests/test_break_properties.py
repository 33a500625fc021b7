# SPDX-License-Identifier: Apache-2.0
"""`tools/break_properties.py`: breaks are one line each, and the tests that look are found."""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

SOURCE = '''"""A file."""

LIMIT = 3


def check(found, keys, *, most=2):
    """Whether all is well."""
    if not found:
        raise ValueError("nothing: expected 3")
    keys.append(len(found))
    kept = {"name": found, "é": keys}
    return kept and all(key < most for key in keys if key)
'''


@pytest.fixture(scope="module")
def tool():
    """The script as a module."""
    place = ROOT / "tools" / "break_properties.py"
    spec = importlib.util.spec_from_file_location("break_properties", place)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_each_kind_breaks_one_line(tool):
    """Every kind is found in a small function, each break is another valid text that differs in
    one line, and neither messages nor constants of the module are touched.
    """
    found = tool.Places("a.py", SOURCE).found
    assert {change.kind for change in found} == set(tool.KINDS)
    for change in found:
        after = change.made(SOURCE)
        ast.parse(after)
        lines = zip(SOURCE.splitlines(), after.splitlines(), strict=True)
        assert [number for number, (old, new) in enumerate(lines, 1) if old != new] == [change.line]
    assert not any("expected" in change.original or "LIMIT" in change.original for change in found)
    assert ("not found", "False") in {(change.original, change.changed) for change in found}
    assert "{'name': found}" in {change.changed for change in found}


def test_the_draw_is_that_of_the_seed(tool):
    """The same seed draws the same breaks, a larger count begins with them, and another seed draws
    others; all kinds take turns.
    """
    first = tool.draw(14, 1)
    assert tool.draw(20, 1)[:14] == first and tool.draw(14, 2) != first
    assert [change.kind for change in first[:7]] == list(tool.KINDS)


def test_the_mirror_comes_first_and_importers_follow(tool):
    """A file's own test is the first of those that look at it; a file without one is looked at by
    who imports it.
    """
    tests, package = tool.Tests(), tool.PACKAGE
    cells = tests.of(package / "verify" / "gates" / "cells.py")
    assert cells[0] == ROOT / "tests" / "verify" / "gates" / "test_cells.py"
    assert len(cells) == tool.MOST_TESTS
    for path in sorted({path for pattern in tool.CHECKS for path in package.glob(pattern)}):
        assert path.name == "__init__.py" or tests.of(path), path
    records = tests.of(package / "results" / "records.py")
    assert records and all("cipherfab.results" in name.read_text() for name in records)


def test_reasons_are_those_of_breaks_that_exist(tool):
    """Every listed equivalence is of a break that can still be made, and says why."""
    reasons = tool.tomllib.loads(tool.REASONS.read_text())["equivalent"]
    paths = {path for pattern in tool.CHECKS for path in tool.PACKAGE.glob(pattern)}
    keys = {
        change.key
        for path in paths
        for change in tool.Places(str(path.relative_to(tool.PACKAGE)), path.read_text()).found
    }
    assert set(reasons) <= keys
    assert all(len(reason) > 20 for reason in reasons.values())


def test_a_break_is_judged_by_its_tests(tool, tmp_path, monkeypatch):
    """A test that fails with the break and passes without it kills; one that passes lets it
    survive; one that always fails says nothing. The file is as before.
    """
    place = tmp_path / "src" / "cipherfab" / "a.py"
    place.parent.mkdir(parents=True)
    place.write_text(SOURCE)
    change = next(
        change for change in tool.Places("a.py", SOURCE).found if change.kind == "drop check"
    )
    texts = {
        "killed": "import pytest\n\ndef test(): pytest.raises(ValueError, check, [], [])\n",
        "survived": "def test(): assert check([1], [1]) \n",
        "void": "def test(): check(1)\n",
    }
    options = tool.argparse.Namespace(front="", seconds=60)
    for verdict, text in texts.items():
        load = f"exec(open({str(place)!r}).read())\n"
        (tmp_path / f"test_{verdict}.py").write_text(load + text)
        found = tool.judge(change, tmp_path, [f"test_{verdict}.py"], options)
        assert found["verdict"] == verdict, found
        assert place.read_text() == SOURCE
