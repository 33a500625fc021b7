# SPDX-License-Identifier: Apache-2.0
"""``cipherfab choose``, as a process."""

import json
import os
import re
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cipherfab.choose.candidate import Candidate
from cipherfab.choose.choice import Choice
from cipherfab.choose.request import Request
from cipherfab.commands import choose as command
from cipherfab.commands import emit
from cipherfab.dataset import entry
from cipherfab.results.records import Evidence, Measurement
from cipherfab.results.store import Store

BUDGET = (
    "--max-kge",
    "12",
    "--min-mbps",
    "1000",
    "--at-mhz",
    "200",
    "--on",
    "nangate45",
    "--message",
    "64",
)


def choose(home, *words):
    """The command on an empty home: what it returned, and the seconds of processor time that it
    took.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "cipherfab", "choose", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "CIPHERFAB_HOME": str(home)},
        timeout=120,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_the_package(core: str) -> entry.Entry:
    """What the package's data set says of a core, without energy and what was checked."""
    found = next(one for one in entry.read() if one.core == core)
    return replace(found, verified={}, runs=tuple(replace(run, energies={}) for run in found.runs))


def test_a_budget_is_answered_at_once_from_the_data_set(tmp_path):
    """After installation, without a store, the answer takes less than two seconds and keeps every
    limit.
    """
    done, seconds = choose(tmp_path, *BUDGET, "--needs", "decrypt", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0 and answer["found"], done.stderr
    for found in answer["found"]:
        assert (
            found["area_ge"] <= 12000
            and found["throughput_mbps"] >= 1000
            and found["fmax_mhz"] >= 200
        )
        assert "decrypt" in found["operations"] and found["source"] == "data set"
    assert seconds < 2
    assert not (tmp_path / "store.sqlite").exists()


def test_an_impossible_budget_names_what_is_missing(tmp_path):
    """With exit code 1 the nearest cores are shown, and of each what it misses and by how much."""
    done, seconds = choose(
        tmp_path, "--max-kge", "0.5", "--min-mbps", "1000", "--needs", "decrypt,hash"
    )
    assert done.returncode == 1 and seconds < 2
    assert "--max-kge 0.5: it has" in done.stdout and "% over" in done.stdout


@pytest.mark.parametrize(
    "words, text",
    [
        (
            ("--max-kge", "2", "--min-mbps", "90000"),
            "all of these would be:\n  --max-kge 2: it has",
        ),
        (
            ("--max-luts", "100"),
            "without --max-luts 100 (ascon-128, area). Lookup tables are counted",
        ),
        (("--verified",), "without --verified (ascon-128, area). `cipherfab bench ascon-128 --on"),
        (("--max-pj-per-bit", "1e-9"), "--energy` measures energy"),
        (("--kind", "hash", "--needs", "decrypt"), "without --needs decrypt ("),
    ],
)
def test_an_impossible_request_says_what_would_do(tmp_path, words, text):
    """Which limits would have to change or go, and what measures what is not known."""
    data = tmp_path / "two.jsonl"
    aead = of_the_package("ascon-128")
    entry.write([aead, replace(aead, core="ascon-hash", kind="hash", operations=["hash"])], data)
    done, _ = choose(tmp_path, *words, "--data", str(data))
    assert done.returncode == 1 and text in done.stdout, done.stdout


@pytest.mark.parametrize(
    "words, text",
    [
        (("--max-kge", "12kGE"), "expected a number above 0, got '12kGE'"),
        (("--needs", "decrypt,fly"), "fly"),
        (("--on", "moon"), "nothing is known"),
        (("--message", "17"), "17"),
        (("--max-kge", "nan"), "number"),
        (("--max-kge", "-1"), "-1"),
    ],
)
def test_a_wrong_request_says_what_is_expected(tmp_path, words, text):
    """Names and numbers that no core can have are wrong calls."""
    done, _ = choose(tmp_path, *words)
    assert done.returncode == 2 and text in done.stderr


def test_rows_of_the_store_are_considered(tmp_path, monkeypatch):
    """A core that was measured here is found beside those of the data set, with what its evidence
    says: without the model's known answers it is not verified, and a netlist that was checked is
    said to be.
    """
    facts = {
        "core": "ascon-128",
        "design": "d",
        "platform": "nangate45",
        "recipe": "area",
        "seed": 0,
        "period_ps": 5000,
    }
    said = {"core": "ascon-128", "design": "d", "passed": True}
    with Store(tmp_path / "store.sqlite") as store:
        store.add(
            evidence=[Evidence(link="rtl", check="known answers", **said)],
            measurements=[
                Measurement(metric="area_ge", value=100, **facts),
                Measurement(metric="fmax_mhz", value=500, **facts),
                Measurement(metric="throughput_mbps", workload="enc/pt/64", value=4000, **facts),
            ],
        )
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path))

    def found(**limits):
        return [
            (one.source, one.verified, one.netlist, one.mbps("64", 200), tuple(one.seeds))
            for one in command.run(
                best="area", top=3, data=None, max_kge=0.2, at_mhz=200, message="64", **limits
            ).choice.found
        ]

    assert found() == [("store", None, None, 1600, (0,))] and not found(verified=True)
    with Store(tmp_path / "store.sqlite") as store:
        store.add_evidence(
            Evidence(link="model", check="known answers", passed=True, core="ascon-128")
        )
        assert found(verified=True) == [("store", True, None, 1600, (0,))]
        netlist = {**said, "platform": "nangate45", "recipe": "area"}
        store.add_evidence(Evidence(link="gate", check="known answers", **netlist))
        assert found(verified=True) == [("store", True, True, 1600, (0,))]
        store.add_evidence(
            Evidence(link="equivalence", check="proof", **{**netlist, "passed": False})
        )
    assert not found(verified=True) and found()[0][1:3] == (False, False)


@pytest.mark.parametrize(
    "checked, said",
    [
        ({"equivalence": True, "gate": True}, "rtl passed, netlist passed"),
        ({"gate": True}, "rtl passed, netlist passed by answers alone"),
        ({"equivalence": True}, "rtl passed, netlist passed by proof alone"),
        ({"gate": False}, "FAILED, netlist FAILED"),
        ({}, "rtl passed, netlist not checked"),
    ],
)
def test_a_netlist_that_was_checked_in_one_way_is_said_to_be(checked, said):
    """A proof that had no answer is no evidence; what is left stands alone."""
    links = {"model": True, "rtl": True, **checked}
    found = Candidate(core="c", platform="p", recipe="r", kind="aead", source="store",
                      operations=frozenset(), checked=links)  # fmt: skip
    assert command._verdict(found) == said


@pytest.mark.parametrize("design, told", [("today", False), ("", False), ("older", True)])
def test_figures_of_another_rtl_are_told_where_a_core_is_written(design, told, monkeypatch):
    """The data set may be older than the core: then its figures and its checks are not of what is
    written.
    """
    made = {"files": ["README.md"], "design": "today"}
    monkeypatch.setattr(emit, "run", lambda core, output, **how: made)
    first = Candidate(core="gift-cofb", platform="p", recipe="r", kind="aead", source="data set",
                      operations=frozenset(), design=design)  # fmt: skip
    choice = Choice(found=[first], nearest=[], enough=[], considered=1)
    files, said = command.write(command.Result(request=Request(), choice=choice), Path("x"))
    assert files == ["README.md"] and bool(said) == told
    assert not told or "gift-cofb: the RTL that was written is another one" in said


def test_what_was_not_checked_of_the_data_set_is_said(tmp_path):
    """Each line says that the known answers passed on the RTL and that the netlist, whose numbers
    these are, was not checked; period and seeds stand in it.
    """
    done, _ = choose(tmp_path, *BUDGET, "--verified")
    lines = [line for line in done.stdout.splitlines() if line.endswith("data set")]
    assert lines and all("rtl passed, netlist not checked" in line for line in lines)
    assert all(re.search(r" (area|balanced) +5 +0 ", line) for line in lines)
    done, _ = choose(tmp_path, *BUDGET, "--verified", "--json")
    answer = json.loads(done.stdout)["found"]
    assert {(one["netlist_checked"], one["period_ps"], *one["seeds"]) for one in answer} == {
        (None, 5000, 0)
    }


def test_a_frequency_after_placement_stands_beside_that_with_the_wire_load(tmp_path):
    """Of a core that was placed; an FPGA has no such column."""
    run = entry.Run(
        platform="nangate45", recipe="balanced", period_ps=5000, seed=0, area_ge=9000.0,
        delay_ns=1.25, fmax_mhz=800.0, placed_fmax_mhz=700.0,
    )  # fmt: skip
    found = next(one for one in entry.read() if one.core == "ascon-aead128")
    routed = replace(run, platform="ecp5", area_ge=None, luts=2000, placed_fmax_mhz=None)
    data = tmp_path / "set.jsonl"
    entry.write([replace(found, runs=(run, routed))], data)
    words = ("ascon-aead128", "--data", str(data), "--on")
    shown = choose(tmp_path, *words, "nangate45")[0].stdout
    assert "placed MHz" in shown and "700" in shown
    fpga = choose(tmp_path, *words, "ecp5")[0].stdout
    assert "placed" not in fpga and "2000" in fpga


def test_cores_of_one_algorithm(tmp_path):
    """With an algorithm only its cores are found, of its kind, the best one first; of a name that
    is not known near ones are named.
    """
    done, _ = choose(tmp_path, "xoodyak-r3", "--best", "throughput-per-area", "--json")
    answer = json.loads(done.stdout)
    found = [one["core"] for one in answer["found"]]
    assert len(found) > 1 and {core.partition("/")[0] for core in found} == {"xoodyak-r3"}
    ratios = [one["throughput_mbps"] / one["area_ge"] for one in answer["found"]]
    assert ratios == sorted(ratios, reverse=True)
    bare, _ = choose(tmp_path, "gift-128", "--json")
    assert json.loads(bare.stdout)["request"]["kind"] == "primitive"
    for words, said in (
        (["xoodjak-r3"], "did you mean xoodyak-r3"),
        (["gift-128", "--kind", "aead"], "0 implementations of gift-128 cores"),
    ):
        none, _ = choose(tmp_path, *words)
        assert none.returncode and said in none.stdout + none.stderr
