# SPDX-License-Identifier: Apache-2.0
"""A check that did not end is never evidence, neither for a design nor against it."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.bench import jobs, record
from cipherfab.commands import explore, explore_budget, explore_energy
from cipherfab.cores.build import build
from cipherfab.dataset.build import _verified
from cipherfab.emit.sheet import evidence
from cipherfab.verify.chain import outcomes
from cipherfab.verify.finding import finding


def found(**links):
    """Findings by link: of each, what its checks say."""
    return [finding(link, f"check {number}", passed, "told", 0)
            for link, said in links.items() for number, passed in enumerate(said)]


def outcome(**links):
    """What a job gives that found this."""
    return SimpleNamespace(ok=True, result={"findings": found(**links), "platform": "nangate45"})


@pytest.mark.parametrize("said, expected", [
    ([True, None], True), ([None, True], True), ([None], None), ([None, None], None),
    ([True, None, False], False), ([None, False], False), ([True], True)])
def test_an_open_check_counts_neither_way(said, expected):
    """A link failed if a check failed, passed if those that ended passed, else it is open; a link
    without a check has no outcome.
    """
    assert outcomes(found(rtl=said)) == {"rtl": expected}
    assert _verified([outcome(rtl=said)])["rtl"]["passed"] is expected
    told = record._told(found(rtl=said))
    assert {one["passed"] for one in told} == set(said) - {None}


@pytest.mark.parametrize("equivalence, gate, expected", [
    ([True], [True], True), ([True, None], [True], True), ([None], [True], False),
    ([True], [None], False), ([], [], False)])
def test_a_point_of_least_energy_is_proved_and_played(equivalence, gate, expected, monkeypatch,
                                                      tmp_path):
    """An open check beside others is no failure there; an open link is not "proved and played"."""
    made = outcome(equivalence=equivalence, gate=gate)
    made.directory = tmp_path
    monkeypatch.setattr(explore_energy, "run_all", lambda *given, **more: [made])
    monkeypatch.setattr(jobs, "gates_job", lambda *given: {})
    point = {"core": "c", "recipe": "r"}
    explore_energy._check([point], {"c": None}, {("c", "r"): made}, {})
    assert point["verified"] is expected


@pytest.mark.parametrize("gate, expected", [([True], True), ([True, None], True), ([None], False)])
def test_a_point_of_a_search_was_evaluated(gate, expected, monkeypatch):
    """A netlist that nothing was found of is not verified."""
    monkeypatch.setattr(explore.blocks, "netlist_job", lambda *given: {})
    searched = SimpleNamespace(_run=lambda wave: [outcome(gate=gate)], designs={"d": None})
    point = {"design": "d", "directory": "x", "platform": "p"}
    explore.Runner.check(searched, [point])
    assert point["verified"] is expected


@pytest.mark.parametrize("rtl, expected", [([True, None], True), ([None], False), ([], False)])
def test_a_point_within_a_budget_was_played(rtl, expected):
    """An open proof of tags beside what was played leaves a core verified; nothing played does not.
    """
    assert explore_budget._passed([outcome(model=[True]), outcome(rtl=rtl)]) is expected


def test_a_data_sheet_does_not_call_an_open_check_failed():
    """Nor a passed one."""
    facts = [{"core": "c", "evidence": found(rtl=[True, None])}]
    assert "1 checks passed (rtl: check 0)" in evidence("c", facts)
    assert evidence("c", [{"evidence": found(rtl=[None])}]).startswith("Not verified")


@pytest.mark.parametrize("rtl, code", [([None], 2), ([True, None], 0), ([None, False], 1)])
def test_the_exit_code_of_verify(rtl, code, monkeypatch):
    """With nothing but open checks of the RTL, a good model verifies nothing."""
    core = build("ascon-128").name
    chain = "cipherfab.verify.chain"
    monkeypatch.setattr(f"{chain}.check_model", lambda *given: found(model=[True]))
    monkeypatch.setattr(f"{chain}.check_rtl", lambda *given, **more: found(rtl=rtl))
    result = CliRunner().invoke(cli.main, ["verify", core])
    assert result.exit_code == code, result.output
    assert ("verified" in result.output.splitlines()[-1]) is (code != 1)
