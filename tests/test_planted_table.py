# SPDX-License-Identifier: Apache-2.0
"""`tools/planted_table.py`: the rows and the counts of planted bugs."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import planted_table  # noqa: E402


def bug(title, tested, proved, replayed=False):
    """A bug with the check that finds it, or none."""
    kinds = {"tested": tested, "proved": proved}
    judged = {kind: {"check": check, "remark": False, "seconds": 3.4, "replayed": replayed}
              for kind, check in kinds.items()}  # fmt: skip
    return {"title": title, "shows": "a shape", **judged}


def test_every_bug_has_a_row_and_is_counted(tmp_path, monkeypatch):
    """What finds a bug stands in its row; what finds nothing is said; a page is written anew."""
    bugs = [bug("a | b", "forgeries", "decryption", True), bug("c", "", "")]
    counts = {"count": 2, "found_by_testing": 1, "found_by_proof": 1, "replayed": 1, "missed": []}
    result, page = tmp_path / "planted.json", tmp_path / "page.md"
    result.write_text(json.dumps({"bugs": bugs, **counts}))
    page.write_text("<!-- planted -->\nold\n<!-- /planted -->\n")
    monkeypatch.setattr(sys, "argv", ["tool", str(result), "--write", str(page)])
    planted_table.main()
    said = page.read_text()
    assert "| a / b | a shape | forgeries, 3 s | decryption, 3 s | yes |" in said
    assert "| c | a shape | missed, 3 s | open, 3 s | – |" in said
    assert "Of 2 bugs the tests miss 1. A proof finds 1" in said and "old" not in said
