# SPDX-License-Identifier: Apache-2.0
"""``cipherfab emit``: what a package's data sheet takes its figures from."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from recorded import PASSED, area

from cipherfab.bench.work import waves
from cipherfab.commands import emit
from cipherfab.cores.build import build
from cipherfab.dataset import entry
from cipherfab.emit.sheet import section
from cipherfab.results.digest import digest_design
from cipherfab.results.store import Store
from cipherfab.verify.rtl import program

CORE = "skinny-64-64"


@pytest.fixture
def shipped(monkeypatch, tmp_path):
    """An empty home, and a data set of one entry, which is of exactly this text of the core."""
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path))
    found = next(one for one in entry.read() if one.core == CORE)
    entries = [replace(found, design=digest_design(build(CORE)))]
    monkeypatch.setattr(emit, "read", lambda: entries)
    return entries


def test_the_data_set_fills_the_sheet_of_a_core_that_nobody_measured_here(shipped):
    """A row for each run of the entry, which says its commit, and that no netlist was checked."""
    rows = emit.facts(build(CORE))
    assert [row["area_ge"] for row in rows] == [run.area_ge for run in shipped[0].runs]
    page = section(CORE, rows)
    assert (
        f"| model and RTL, not the netlist | data set of the package, commit "
        f"{shipped[0].commit[:7]} |"
    ) in page and "| nangate45 | area | 5 ns, seed 0 |" in page
    assert "No netlist whose numbers are below was checked" in page
    assert "2 checks passed (model, where the data set was made" in page


def test_an_entry_of_another_text_says_nothing(shipped):
    """Of a core whose text has changed since, the data set's figures are not shown."""
    shipped[0] = replace(shipped[0], design="0" * 64)
    assert emit.facts(build(CORE)) == []


def test_a_sheet_has_no_figures_of_another_text(monkeypatch, tmp_path):
    """Of two texts of a core that were measured here the figures of the later one are its own, and
    of the other one nothing is said.
    """
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path))
    monkeypatch.setattr(emit, "read", list)
    first = build(CORE)
    later = replace(first, sources={**first.sources, "more.sv": "module more; endmodule"})
    with Store(tmp_path / "store.sqlite") as store:
        for design, value in ((first, 900.0), (later, 950.0)):
            text = digest_design(design)
            known = replace(PASSED, core=CORE, design=text)
            store.add(evidence=[known], measurements=[area(value, core=CORE, design=text)])
    assert emit.facts(first) == []
    assert [row["area_ge"] for row in emit.facts(later)] == [950.0]


@pytest.mark.parametrize("formula, expected", [(None, {}), ("34", {"call": "34"})])
def test_where_no_formula_is_exact_none_is_shown(formula, expected, shipped, monkeypatch):
    """A core without any formula is written all the same; a primitive has that of its call."""
    result = {"formulas": {"enc": None} if formula is None else {}, "cycles_formula": formula}
    monkeypatch.setattr(emit, "run_all", lambda *_, **__: [SimpleNamespace(ok=True, result=result)])
    assert emit.measured(build(CORE)) == (expected, None)


def test_a_core_is_compiled_once(monkeypatch, tmp_path):
    """The simulator that records a message is the one that measures its cycles."""
    compiled = []
    whole = program._compile
    monkeypatch.setattr(
        program, "_compile", lambda design, *rest: compiled.append(design) or whole(design, *rest)
    )
    design = build("tinyjambu-128")
    found = waves.run({"inputs": {"design": design.to_json()}}, tmp_path)
    assert [one.name for one in compiled] == [design.name]
    assert found["cycles"]["formulas"]["enc"] and found["recording"]["signals"]["do_last"]
