# SPDX-License-Identifier: Apache-2.0
"""`tools/breaks.py`: breaks are one line each, and drawn by a seed."""

import ast
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import breaks  # noqa: E402

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


def test_each_kind_breaks_one_line():
    """Every kind is found in a small function, each break is another valid text that differs in
    one line, and neither messages nor constants of the module are touched.
    """
    found = breaks.Places("a.py", SOURCE).found
    assert {change.kind for change in found} == set(breaks.KINDS)
    for change in found:
        after = change.made(SOURCE)
        ast.parse(after)
        lines = zip(SOURCE.splitlines(), after.splitlines(), strict=True)
        assert [number for number, (old, new) in enumerate(lines, 1) if old != new] == [change.line]
    assert not any("expected" in change.original or "LIMIT" in change.original for change in found)
    assert ("not found", "False") in {(change.original, change.changed) for change in found}
    assert "{'name': found}" in {change.changed for change in found}


def test_the_draw_is_that_of_the_seed():
    """The same seed draws the same breaks, a larger count begins with them, and another seed draws
    others; all kinds take turns.
    """
    first = breaks.draw(14, 1)
    assert breaks.draw(20, 1)[:14] == first and breaks.draw(14, 2) != first
    assert [change.kind for change in first[:7]] == list(breaks.KINDS)
