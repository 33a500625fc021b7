# SPDX-License-Identifier: Apache-2.0
"""`tools/proved_netlists.py`: what counts as proved, and what is verified again."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cipherfab.errors import ToolError

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
import proved_netlists as tool  # noqa: E402

LINKS = "model", "rtl", "equivalence", "gate"


def core(**verdicts: bool | None) -> dict:
    """What is known of a core, whose links passed unless ``verdicts`` say otherwise."""
    said = {**dict.fromkeys(LINKS, True), **verdicts}
    return {
        "design": "d",
        "recipe": "area",
        "seconds": 1.0,
        "findings": [
            {
                "link": link,
                "check": "plays",
                "passed": passed,
                "detail": f"of {link}",
                "messages": 7,
            }
            for link, passed in said.items()
        ],
    }


def test_a_core_passes_only_with_all_its_links():
    """One that is open leaves it open, a failure fails it, and a link that is not there is open."""
    assert tool.verdict(core()) == tool.PASSED
    assert tool.verdict(core(equivalence=None)) == tool.OPEN
    assert tool.verdict(core(rtl=None, gate=False)) == tool.FAILED
    nothing = {**core(rtl=None)["findings"][1], "check": "each bit of the tag", "messages": 0}
    assert tool.verdict({**core(), "findings": [*core()["findings"], nothing]}) == tool.PASSED
    without = core()
    del without["findings"][-1]
    assert tool.verdict(without) == tool.OPEN
    assert tool.verdict(without, "equivalence") == tool.PASSED


def test_what_is_verified_again():
    """What is of other RTL or another recipe; what did not pass only if it is asked for."""

    def settled(known, design="d", recipe="area", *, again=False) -> bool:
        return tool.settled(known, design, SimpleNamespace(recipe=recipe, again=again))

    assert settled(core()) and settled(core(), again=True) and settled(core(gate=None))
    assert not settled(None) and not settled(core(gate=None), again=True)
    assert not settled(core(), "changed") and not settled(core(), recipe="balanced")


def test_a_run_that_was_stopped_is_no_finding(monkeypatch):
    """Without a record of checks nothing is known of the core, so nothing is kept."""
    stopped = SimpleNamespace(stdout="", stderr="interrupted; it goes on", returncode=130)
    monkeypatch.setattr(tool.subprocess, "run", lambda *_, **__: stopped)
    with pytest.raises(ToolError, match="not verified: interrupted"):
        tool.found_of("ace", "area")


def test_the_table_counts_proofs_apart_from_the_rest():
    """A core whose RTL has an open check may have a proved netlist."""
    rows = {"a": core(), "b": core(rtl=None), "c": core(equivalence=None)}
    text = list(tool.table(rows))
    assert "3 cores. The netlists of 2 are proved equal to their RTL. Of 1 every" in text[-1]
    assert text[3].startswith("| `b` | open | 7 | passed | passed | 7 | of equivalence; rtl, plays")
