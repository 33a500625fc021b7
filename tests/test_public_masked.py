# SPDX-License-Identifier: Apache-2.0
"""tools/public_masked.py: what it keeps, and its table."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cipherfab.errors import CallError, DesignError

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import public_masked  # noqa: E402
from public import described, masked  # noqa: E402

FOUND = {"algorithm": "ascon-128", "order": 1, "random": 320, "verdict": "verified", "failures": []}
MEASURED = {"area_ge": 58_049.2, "fmax_mhz": 500.0, "cycles": 180, "random_words": 37, "max_t": 2.5,
            "cycle": 7, "threshold": 5.4, "leaks": False, "paused_t": 25.9, "paused_leaks": True,
            "measured_copy": False, "gadget": "dom",
            "block": {"bytes": 8, "cycles": 20, "words": 10}}  # fmt: skip


def run_tool(monkeypatch, capsys, tmp_path, *words: str) -> tuple[int, str]:
    """The code with which the tool ends, and what it prints."""
    arguments = ["tool", *words, "--results", str(tmp_path / "known.json")]
    monkeypatch.setattr(sys, "argv", arguments)
    return public_masked.main(), capsys.readouterr().out


@pytest.fixture
def judged(monkeypatch):
    """What is found of any core, and of how many that was asked."""
    asked = []

    def row(copies, work, options, before):
        asked.append(copies[0].path)
        return {**FOUND, **MEASURED}

    monkeypatch.setattr(public_masked, "_found", row)
    return asked


def test_a_core_is_judged_once(monkeypatch, capsys, tmp_path, judged):
    """What is known is not done again, but with more traces, or if that is asked for."""
    name = "ascon-128/masked=1"
    for words, count in (
        ((), 1),
        ((), 1),
        (("--again",), 2),
        (("--traces", "30000"), 3),
        (("--table",), 3),
    ):
        assert run_tool(monkeypatch, capsys, tmp_path, name, *words)[0] == 0
        assert judged == [name] * count


def test_the_table_has_what_was_found(monkeypatch, capsys, tmp_path, judged):
    """A row has verdict, area, cycles and random bits of a block, and both largest t."""
    out = run_tool(monkeypatch, capsys, tmp_path, "ascon-128/masked=1")[1]
    row = next(line for line in out.splitlines() if line.startswith("| `ascon"))
    assert row == (
        "| `ascon-128/masked=1` (ours) | 1 | DOM | verified |  | 58,049 | 320 | 20 of 8 bytes | "
        "400 | 1,600 | – | 2.50 of 5.40 | nothing found | leaks, 25.90 |"
    )
    page = tmp_path / "page.md"
    page.write_text("# Page\n<!-- masked -->\nold\n<!-- /masked -->\nrest\n")
    run_tool(monkeypatch, capsys, tmp_path, "--write", str(page))
    assert row in page.read_text() and "old" not in page.read_text()


def test_ours_stands_beside_a_public_core_of_its_algorithm_and_order():
    """Twice the area and half the random bits of ours are a product of one; another order has no
    row.
    """
    ours = {**FOUND, **MEASURED, "hand": "", "core": "x"}
    block = {**MEASURED["block"], "words": 5}
    theirs = {**ours, "hand": "a/b", "core": "of b", "area_ge": 2 * 58_049.2, "block": block}
    rows = {"ascon-128/masked=1": ours, "b-1": theirs, "b-2": {**theirs, "order": 2}}
    found = "\n".join(masked.beside(rows))
    assert found.count("of b") == 1
    assert "| of b | `ascon-128/masked=1` | 116,098 beside 58,049 |" in found
    assert "| 200 beside 400 | 1.00 |" in found


def test_what_fails_is_named(monkeypatch, capsys, tmp_path):
    """Of a core that cannot be read or measured the reason stands in its row."""

    def fail(copies, work, options, before):
        wrong = {"verdict": "not read", "failures": ["it is none"], "unjudged": "it is none"}
        if copies[0].path == "one":
            return wrong
        told = {"verdict": "FAILED", "failures": ["forgeries: word 2"], "unjudged": "no"}
        return {**FOUND, **told, "mended": {"verdict": "verified"}}

    monkeypatch.setattr(public_masked, "_found", fail)
    out = run_tool(monkeypatch, capsys, tmp_path, "one", "two")[1]
    assert "| not read: it is none |" in out and "| not judged: it is none |" in out
    assert "| FAILED: forgeries: word 2 | verified |" in out and "| not judged: no |" in out
    assert set(json.loads((tmp_path / "known.json").read_text())) == {"one", "two"}


def test_the_copy_is_measured_where_the_core_cannot_be_read(monkeypatch, tmp_path):
    """The first of both that is read is measured, and the copy alone is verified."""
    design = SimpleNamespace(
        third_party=True,
        interface=SimpleNamespace(aead="ascon-128", masking=SimpleNamespace(order=1, random=320)),
    )

    def read(path, tree):
        if path == "core":
            raise DesignError("a slice")
        return design

    monkeypatch.setattr(public_masked, "build", read)
    monkeypatch.setattr(public_masked, "_judged", lambda *given: {"verdict": "verified"})
    monkeypatch.setattr(public_masked.masked_run, "measured", lambda *given: ({"area_ge": 1}, ()))
    monkeypatch.setattr(public_masked.masked_run, "of_a_block", lambda given: {})
    monkeypatch.setattr(public_masked.masked_run, "tested", lambda *given: {"max_t": 1})
    copies = [public_masked._Copy(path, tmp_path) for path in ("core", "copy")]
    options = SimpleNamespace(traces=1024, measure=False)
    found = public_masked._found(copies, tmp_path, options, {})
    assert found["verdict"] == "not read" and found["failures"] == ["a slice"]
    assert found["mended"] == {"verdict": "verified"} and found["measured_copy"]
    assert found["area_ge"] == 1 and found["max_t"] == 1


def test_what_is_missing_is_added(monkeypatch, tmp_path):
    """With ``measure`` nothing is played; the same core then gets its verdict, and is not measured
    again.
    """
    interface = SimpleNamespace(aead="ascon-128", masking=SimpleNamespace(order=1, random=320))
    design = SimpleNamespace(third_party=True, interface=interface)
    done = []
    monkeypatch.setattr(public_masked, "build", lambda path, tree: design)
    monkeypatch.setattr(public_masked, "_judged", lambda *given: {"verdict": "verified"})
    monkeypatch.setattr(
        public_masked, "_measured", lambda *given: done.append(given) or {"max_t": 1}
    )
    copies = [public_masked._Copy("core", tmp_path)]
    first = public_masked._found(copies, tmp_path, SimpleNamespace(traces=1024, measure=True), {})
    assert first["verdict"] == "not played" and first["max_t"] == 1
    options = SimpleNamespace(traces=1024, measure=False)
    known = {**first, "traces": 1024, "area_ge": 1}
    assert not public_masked._is_known(known, options)
    second = public_masked._found(copies, tmp_path, options, known)
    assert second["verdict"] == "verified" and second["max_t"] == 1 and len(done) == 1


def test_a_clone_that_is_missing_is_named(monkeypatch, capsys, tmp_path):
    """The repository of a description, where no clone of it is."""
    name = sorted(public_masked.FOLDER.glob("*.toml"))[0].stem
    with pytest.raises(CallError, match="no clone below .*: git clone https://github.com/"):
        run_tool(monkeypatch, capsys, tmp_path, name, "--root", str(tmp_path))


@pytest.mark.parametrize("path", sorted(public_masked.FOLDER.glob("*.toml")), ids=lambda p: p.stem)
def test_each_description_says_shares_order_and_commit(path):
    """Its name is that of its file, it has one share more than its order, and a whole commit."""
    public = described.read(path)
    told = described.tomllib.loads(public.text)["lwc"]
    shares = {told["ports"][port]["num_shares"] for port in ("pdi", "sdi")}
    assert public.name == path.stem and len(public.commit) == 40
    assert shares == {told["sca_protection"]["order"] + 1}
