# SPDX-License-Identifier: Apache-2.0
"""The store refuses unproved numbers, keeps everything once, and serves several processes."""

from dataclasses import replace

import pytest
from recorded import DESIGN, FAILED, PASSED, area

from cipherfab.errors import CallError, ToolError
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "home" / "store.sqlite") as opened:
        yield opened


def test_number_without_known_answers_is_recorded_as_failed(store):
    """A measurement of a design that passed nothing is not ok, and says why."""
    (row,) = store.add_measurements(area())
    assert row.status == "failed" and "rtl" in row.reason
    assert store.rows(status="ok") == [] and store.rows() == [row]


def test_number_after_passing_evidence_is_ok_and_comes_back_whole(store):
    """What is stored for a proved design is what is read, and its identifier is the hash of its
    content.
    """
    (identifier,) = store.add_evidence(PASSED)
    measurement = area(
        evidence=[identifier],
        period_ps=2500,
        provenance=Provenance(
            versions={"yosys": "0.70"},
            inputs={"toy.v": "a" * 64},
            seeds={"hash": 1},
            directory="cache/x/run",
            command="cipherfab …",
        ),
    )
    assert store.add_measurements(measurement) == [measurement] == store.rows()
    assert store.rows()[0].id == measurement.id
    assert store.evidence() == [PASSED]


def test_failed_known_answers_are_a_record_and_fail_the_numbers(store):
    """After a failed run of the same check, an earlier pass does not count."""
    store.add_evidence(PASSED, FAILED)
    (row,) = store.add_measurements(area())
    assert row.status == "failed" and "official vectors" in row.reason
    assert [record.passed for record in store.evidence(history=True)] == [True, False]


def test_failed_gate_level_run_fails_its_own_netlists_number_only(store):
    """Evidence that a measurement names decides over that measurement."""
    store.add_evidence(PASSED)
    (gate,) = store.add_evidence(
        Evidence(
            link="gate", check="official vectors", passed=False, design=DESIGN, subject="n1", seed=1
        )
    )
    rows = store.add_measurements(area(evidence=[gate]), area(seed=2))
    assert [row.status for row in rows] == ["failed", "ok"]


def test_a_mended_description_is_judged_by_what_it_says(store):
    """A core of others that fails under a wrong algorithm passes under the right one, and fails
    again when the wrong one is named again.
    """
    for algorithm, passed in (("gift-64", False), ("gift-128", True), ("gift-64", False)):
        described = {"described": {"algorithms": [algorithm], "bus": None, "third_party": {}}}
        store.add_evidence(
            replace(
                PASSED,
                passed=passed,
                detail=described,
                check=f"official known answers of {algorithm}",
            )
        )
        (judged,) = store.add_measurements(area())
        assert (judged.status == "ok") is passed


def test_other_designs_evidence_does_not_count(store):
    """Evidence is bound to the SHA-256 of the design, not to the core's name."""
    store.add_evidence(PASSED)
    assert store.add_measurements(area(design="e" * 64))[0].status == "failed"


def test_unknown_evidence_is_refused_and_nothing_of_the_job_is_kept(store):
    """One job is one transaction: all of it or nothing."""
    with pytest.raises(CallError, match="not in the store"):
        store.add(evidence=[PASSED], measurements=[area(), area(seed=2, evidence=["no such"])])
    assert store.rows() == [] and store.evidence() == []


def test_recording_twice_keeps_one_row(store):
    """A job that ran twice leaves each record once."""
    for _ in range(2):
        store.add(evidence=[PASSED], measurements=[area(), area(seed=2)])
    assert len(store.rows(history=True)) == 2 and len(store.evidence(history=True)) == 1


def test_newest_value_counts_also_when_it_returns_to_an_old_one(store):
    """After A, B, A the rows show A once; the history shows both."""
    store.add_evidence(PASSED)
    for value in (1.0, 2.0, 1.0):
        store.add_measurements(area(value))
    assert [row.value for row in store.rows()] == [1.0]
    assert sorted(row.value for row in store.rows(history=True)) == [1.0, 2.0]


def test_filters_take_one_value_or_several_and_refuse_unknown_names(store):
    """Rows are found by field; a misspelt field is the caller's error."""
    store.add(evidence=[PASSED], measurements=[area(seed=seed) for seed in (1, 2, 3, None)])
    assert [row.seed for row in store.rows(seed=[1, 3])] == [1, 3]
    assert [row.seed for row in store.rows(seed=None, core="toy/round")] == [None]
    with pytest.raises(CallError, match="cannot filter by colour"):
        store.rows(colour="red")


@pytest.mark.parametrize(
    "fields",
    [
        {"metric": "area_gee"},
        {"value": "big"},
        {"value": None},
        {"value": float("nan")},
        {"status": "so"},
    ],
)
def test_malformed_measurements_are_refused(fields):
    """Unknown metrics, values of the wrong kind and unknown states never become records."""
    with pytest.raises(CallError):
        area(**fields)


def test_refused_number_keeps_its_reason(store):
    """A number that was refused has no value but a record."""
    store.add(
        evidence=[PASSED],
        measurements=[area(None, metric="energy_pj", status="refused", reason="coverage 31 %")],
    )
    assert [(row.value, row.reason) for row in store.rows(status="refused")] == [
        (None, "coverage 31 %")
    ]


def test_exported_periods_in_ns_are_read():
    """A record that was exported with a period in ns is the one with that period in ps; a part of a
    ps is refused.
    """
    content = area(period_ps=2500).to_json()
    old = {**{key: value for key, value in content.items() if key != "period_ps"}, "period_ns": 2.5}
    assert Measurement.from_json(old) == area(period_ps=2500)
    with pytest.raises(CallError, match="whole ps"):
        area(period_ps=2.5)


def test_a_full_disk_at_the_commit_is_a_sentence(tmp_path):
    """SQLite's own errors of the system end with exit code 3 and say that nothing was stored."""
    with Store(tmp_path / "store.sqlite") as store:
        # SQLite's error for a file that may not grow is that for a full disk.
        store._database.execute("PRAGMA max_page_count = 10")
        with pytest.raises(ToolError, match="Nothing of this was stored"):
            store.add_evidence(
                *(
                    Evidence(link="model", check=f"{number} {'x' * 500}", passed=True)
                    for number in range(500)
                )
            )
        assert store.evidence() == []
