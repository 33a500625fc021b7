# SPDX-License-Identifier: Apache-2.0
"""tests/slow.txt and the tool that writes it."""

import re
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
sys.path.insert(0, str(TESTS.parent / "tools"))

import slow_tests  # noqa: E402

LINES = [line for line in (TESTS / "slow.txt").read_text().splitlines() if not line.startswith("#")]


def test_every_line_names_a_test():
    """Nothing is listed that is not there any more, and nothing twice."""
    missing = [
        line
        for line in LINES
        if not re.search(
            rf"^def {re.escape(line.partition('::')[2].partition('[')[0])}\(",
            (TESTS.parent / line.partition("::")[0]).read_text(),
            re.M,
        )
    ]
    assert not missing and len(set(LINES)) == len(LINES)


class Item:
    """A test as pytest collects it, with these marks."""

    def __init__(self, nodeid, *marks):
        self.nodeid, self.marks = nodeid, {mark: getattr(pytest.mark, mark).mark for mark in marks}

    def get_closest_marker(self, name):
        """The mark, or None."""
        return self.marks.get(name)

    def add_marker(self, mark):
        """Note a mark."""
        self.marks[mark.name] = mark.mark


def test_a_long_test_is_slow(request):
    """A listed test gets the mark when it is collected, and one that is to run always does not;
    nor does a test that is not listed.
    """
    plugins = request.config.pluginmanager.get_plugins()
    (here,) = (
        one for one in plugins if getattr(one, "__file__", None) == str(TESTS / "conftest.py")
    )
    items = [Item(LINES[0]), Item(LINES[1], "always"), Item("tests/test_slow.py::test_none")]
    here.pytest_collection_modifyitems(items)
    assert [set(item.marks) for item in items] == [{"slow"}, {"always"}, set()]


def test_what_took_long_is_found(tmp_path, monkeypatch, capsys):
    """Tests of at least so many seconds are written, and what was listed before and did not run."""
    junit = tmp_path / "junit.xml"
    junit.write_text(
        "<testsuites><testsuite>"
        '<testcase classname="tests.a.test_b" name="test_c[1-x]" time="9.0"/>'
        '<testcase classname="tests.a.test_b" name="test_d" time="1.0"/>'
        "</testsuite></testsuites>"
    )
    monkeypatch.setattr(slow_tests, "LIST", tmp_path / "slow.txt")
    (tmp_path / "slow.txt").write_text("# why\ntests/a/test_b.py::test_d\ntests/e.py::test_f\n")
    for scale, found in (("2", "test_c[1-x]"), ("8", None)):
        monkeypatch.setattr("sys.argv", ["slow", str(junit), "--scale", scale, "--write"])
        slow_tests.main()
        listed = slow_tests.listed()
        assert listed == {"tests/e.py::test_f", *([f"tests/a/test_b.py::{found}"] * bool(found))}
    assert "1 of 2 tests; without them 0 s of 5" in capsys.readouterr().out
