# SPDX-License-Identifier: Apache-2.0
"""`tools/proved_catalog.py`: what counts as proved, and what is tried again."""

import importlib.util
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cipherfab.errors import CallError
from cipherfab.verify.messages.prove import OPEN, PROVED, REFUTED

TOOL = Path(__file__).parents[3] / "tools" / "proved_catalog.py"
sys.path.insert(0, str(TOOL.parent))


@pytest.fixture(scope="module")
def tool():
    """The tool, which is no module of the package."""
    place = importlib.util.spec_from_file_location("proved_catalog", TOOL)
    found = importlib.util.module_from_spec(place)
    place.loader.exec_module(found)
    return found


def core(of: int, *verdicts: str) -> dict:
    """What is known of a core."""
    return {"of": of, "shapes": {f"shape {place}": {
        "verdict": verdict, "detail": "open: too long | 9; more", "seconds": 2.0, "key": "k"}
        for place, verdict in enumerate(verdicts)}}  # fmt: skip


def test_a_core_is_proved_only_as_a_whole(tool):
    """A shape that was not tried, or is open, leaves a core open; a refuted one refutes it."""
    assert tool.verdict(core(2, PROVED, PROVED)) == PROVED
    assert tool.verdict(core(3, PROVED, PROVED)) == OPEN
    assert tool.verdict(core(2, PROVED, OPEN)) == OPEN
    assert tool.verdict(core(2, REFUTED, OPEN)) == REFUTED
    assert tool.verdict(core(0)) == OPEN


def test_what_is_tried_again(tool):
    """What is not known, or was found of other code; what is open only if it is asked for."""
    known = {**core(1, OPEN)["shapes"]["shape 0"], "design": "d"}
    proved = {**known, "verdict": PROVED}

    def tries(found, key: str = "k", design: str = "d", *, again=False, earlier=False) -> bool:
        return tool.tries(found, key, design, SimpleNamespace(again=again, earlier=earlier))

    assert tries(None) and tries(known, "other")
    assert not tries(known) and tries(known, again=True)
    assert not tries(proved, again=True) and tries(proved, "other", again=True)
    # An earlier prover counts, of the same RTL alone; of a shape that says no RTL none is the same.
    assert not tries(proved, "other", earlier=True) and tries(known, earlier=True)
    assert tries(proved, "other", "changed", earlier=True)
    del proved["design"]
    assert tries(proved, "other", earlier=True) and not tries(proved, earlier=True)


def test_the_table_counts_what_was_not_tried(tool, tmp_path, monkeypatch, capsys):
    """Each core has its counts, with the first part of a reason; the sentence counts cores whose
    every shape is proved apart from those of which only some were tried. Refuted ends with 1.
    """
    results = tmp_path / "known.json"
    results.write_text(
        json.dumps(
            {"a": core(2, PROVED, PROVED), "b": core(9, PROVED), "c": core(3, PROVED, OPEN, OPEN)}
        )
    )
    monkeypatch.setattr(sys, "argv", ["tool", "--table", "--results", str(results)])
    assert tool.main() == 0
    printed = capsys.readouterr().out
    assert "| `c` | 1 | 2 | 0 | 0 | 3 | 6 | 2 × too long / 9 |" in printed
    assert "| `b` | 1 | 0 | 0 | 8 | 9 | 2 |  |" in printed
    assert (
        "1 of 3 cores have every shape proved, 2 every shape that was tried; of 6 shapes tried "
        "4 are proved, 2 open, 0 refuted." in printed
    )
    results.write_text(json.dumps({"a": core(1, REFUTED)}))
    assert tool.main() == 1


def test_runs_side_by_side_make_one_table(tool, tmp_path, monkeypatch, capsys):
    """What other runs know is put beside it, of a core known twice what has more shapes; the table
    is written between the marks of a page, and a page without them is refused.
    """
    first, other, page = (tmp_path / name for name in ("a.json", "b.json", "page.md"))
    first.write_text(json.dumps({"a": core(2, PROVED), "b": core(1, PROVED)}))
    other.write_text(json.dumps({"a": core(2, PROVED, PROVED), "c": core(1, OPEN)}))
    page.write_text("head\n<!-- catalog -->\nold\n<!-- /catalog -->\nend\n")
    words = ["tool", "--table", "--results", str(first), "--more", str(other), "--write", str(page)]
    monkeypatch.setattr(sys, "argv", words)
    assert tool.main() == 0
    said = page.read_text()
    assert "| `a` | 2 | 0 | 0 | 0 | 2 |" in said and "| `c` | 0 | 1 |" in said
    assert said.startswith("head\n<!-- catalog -->\n| core") and "old" not in said
    assert said.endswith("<!-- /catalog -->\nend\n") and "2 of 3 cores" in said
    page.write_text("no marks")
    with pytest.raises(CallError, match="catalog"):
        tool.main()
