# SPDX-License-Identifier: Apache-2.0
"""A check that did not end is never evidence, neither for a design nor against it; and what ended
is told, whatever happens later.
"""

import errno
import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.bench import jobs, record
from cipherfab.commands import explore, explore_budget, explore_energy
from cipherfab.cores.build import build
from cipherfab.dataset.build import _verified
from cipherfab.emit.sheet import evidence
from cipherfab.errors import DesignError, ToolError
from cipherfab.verify.chain import outcomes
from cipherfab.verify.finding import (
    Finding,
    Unfinished,
    findings_of,
    from_json,
    not_lost,
    telling,
    to_json,
)


def found(**links):
    """Findings by link: of each, what its checks say."""
    return [
        Finding(link, f"check {number}", passed, "told", 0)
        for link, said in links.items()
        for number, passed in enumerate(said)
    ]


def outcome(**links):
    """What a job gives that found this."""
    return SimpleNamespace(
        ok=True, result={"findings": to_json(found(**links)), "platform": "nangate45"}
    )


WRITTEN = {
    "link": "rtl",
    "check": "random calls",
    "passed": None,
    "detail": "open",
    "seconds": 1.235,
    "seed": None,
    "messages": 3,
    "caveat": "odd",
}
"""What a job wrote."""


def test_a_finding_is_written_as_it_was_read():
    """Its JSON has the same fields in the same order, byte for byte, whatever fields it has."""
    (read,) = findings_of({"findings": [WRITTEN]})
    assert json.dumps(read.to_json()) == json.dumps(WRITTEN)
    assert (read.passed, read.caveat, read.more["messages"]) == (None, "odd", 3)
    assert findings_of({}) == [] and from_json(to_json([read])) == [read]
    assert Finding("rtl", "c", True, "d", 1.23456).to_json() == {
        "link": "rtl",
        "check": "c",
        "passed": True,
        "detail": "d",
        "seconds": 1.235,
        "seed": None,
    }


@pytest.mark.parametrize("passed", [0, 1, "", "proved", [], 1.0])
def test_a_finding_takes_no_other_verdict(passed):
    """Only True, False and None: what is merely like one of them would be counted as another."""
    with pytest.raises(TypeError, match="passed is True, False or None"):
        Finding("rtl", "c", passed, "d", 0)


@pytest.mark.parametrize(
    "said, expected",
    [
        ([True, None], True),
        ([None, True], True),
        ([None], None),
        ([None, None], None),
        ([True, None, False], False),
        ([None, False], False),
        ([True], True),
    ],
)
def test_an_open_check_counts_neither_way(said, expected):
    """A link failed if a check failed, passed if those that ended passed, else it is open; a link
    without a check has no outcome.
    """
    assert outcomes(found(rtl=said)) == {"rtl": expected}
    assert _verified([outcome(rtl=said)])["rtl"]["passed"] is expected
    told = record._told(found(rtl=said))
    assert {one.passed for one in told} == set(said) - {None}


@pytest.mark.parametrize(
    "equivalence, gate, expected",
    [
        ([True], [True], True),
        ([True, None], [True], True),
        ([None], [True], False),
        ([True], [None], False),
        ([], [], False),
    ],
)
def test_a_point_of_least_energy_is_proved_and_played(
    equivalence, gate, expected, monkeypatch, tmp_path
):
    """An open check beside others is no failure there; an open link is not "proved and played"."""
    made = outcome(equivalence=equivalence, gate=gate)
    made.directory = tmp_path
    monkeypatch.setattr(jobs, "gates_job", lambda *given: {})
    point = {"core": "c", "recipe": "r"}
    where = SimpleNamespace(run=lambda wave: [made])
    explore_energy._check([point], {"c": None}, {("c", "r"): made}, where)
    assert point["verified"] is expected


@pytest.mark.parametrize("gate, expected", [([True], True), ([True, None], True), ([None], False)])
def test_a_point_of_a_search_was_evaluated(gate, expected, monkeypatch):
    """A netlist that nothing was found of is not verified."""
    monkeypatch.setattr(explore.blocks, "netlist_job", lambda *given: {})
    searched = SimpleNamespace(
        where=SimpleNamespace(run=lambda wave: [outcome(gate=gate)]), designs={"d": None}
    )
    point = {"design": "d", "directory": "x", "platform": "p"}
    explore.Runner.check(searched, [point])
    assert point["verified"] is expected


@pytest.mark.parametrize("rtl, expected", [([True, None], True), ([None], False), ([], False)])
def test_a_point_within_a_budget_was_played(rtl, expected):
    """An open proof of tags beside what was played leaves a core verified; nothing played does
    not."""
    assert explore_budget._passed([outcome(model=[True]), outcome(rtl=rtl)]) is expected


def test_a_data_sheet_does_not_call_an_open_check_failed():
    """Nor a passed one."""
    facts = [{"core": "c", "evidence": to_json(found(rtl=[True, None]))}]
    assert "1 checks passed (rtl: check 0)" in evidence("c", facts)
    assert evidence("c", [{"evidence": to_json(found(rtl=[None]))}]).startswith("Not verified")


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


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device", "/full"),
        OSError(errno.EIO, "Input/output error"),
        ToolError("g++: exit code 1."),
    ],
)
def test_a_failed_check_outlives_the_machine(error):
    """If a check failed before a tool or the disk did, both are said and the design is wrong; with
    only passed ones what was raised goes on, for nothing was decided.
    """
    with pytest.raises(Unfinished, match="Before that: FAIL check 1: told") as raised:
        with not_lost(found(gate=[False])), not_lost(found(rtl=[True, False])):
            raise error
    assert raised.value.exit_code == DesignError.exit_code
    assert str(getattr(error, "strerror", None) or error) in str(raised.value)
    assert str(raised.value).count("Before that") == 1
    assert [one.link for one in raised.value.findings] == ["rtl", "rtl", "gate"]
    with pytest.raises(type(error)), not_lost(found(rtl=[True, None])):
        raise error


def test_a_verdict_that_cannot_be_kept_is_told(monkeypatch, tmp_path):
    """A job whose design failed, on a disk that is full when its result is to be kept: the report
    says which check failed, and that the design is wrong.
    """
    from cipherfab.results.cache import Cache
    from cipherfab.results.home import Home
    from cipherfab.runs import jobs as runs

    def full(*given):
        raise OSError(errno.ENOSPC, "No space left on device")

    cache, said = Cache(Home(tmp_path)), {}
    monkeypatch.setattr(
        runs, "_function", lambda job: lambda job, run: {"findings": to_json(found(**said))}
    )
    monkeypatch.setattr(Cache, "commit", full)
    job = {"kind": "rtl", "function": "f", "inputs": {}, "versions": {}, "code": {}}
    for checks, code in (([True, False], 1), ([True], 3)):
        said["rtl"] = checks
        report = runs.execute(job, str(tmp_path), cache.identity())
        assert report.exit_code == code and "No space left" in report.error
        assert ("FAIL check 1: told" in report.error) is (code == 1)


def test_verify_tells_what_failed_before_the_disk_was_full(monkeypatch):
    """The command ends with exit code 1 and the check, though the netlist could not be made."""
    chain = "cipherfab.verify.chain"
    monkeypatch.setattr(f"{chain}.check_model", lambda *given: found(model=[True]))
    monkeypatch.setattr(f"{chain}.check_rtl", lambda *given, **more: found(rtl=[True, False]))

    def full(*given):
        raise ToolError("no space")

    monkeypatch.setattr("cipherfab.commands.verify._At.netlist", full)
    result = CliRunner().invoke(cli.main, ["verify", "ascon-p-6", "--netlist"])
    assert result.exit_code == 1 and "FAIL check 1: told" in result.output, result.output


def test_a_failure_tells_more_than_a_remark_and_an_usual_remark_nothing():
    """Of several findings the first that fails, wherever it stands; else the first with a remark
    that is not said of every core; else none."""
    fine, odd, new = (
        Finding("rtl", name, True, "told", 0, more=more)
        for name, more in (("fine", {}), ("odd", {"caveat": "usual"}), ("new", {"caveat": "new"}))
    )
    wrong = Finding("rtl", "wrong", False, "told", 0)
    assert telling([fine, new, wrong], ["usual"]) is wrong
    assert telling([fine, odd, new], ["usual"]) is new
    assert telling([fine, odd], ["usual"]) is None
