# SPDX-License-Identifier: Apache-2.0
"""The store refuses unproved numbers, keeps everything once, and serves several processes."""

import multiprocessing
import sqlite3
from dataclasses import replace

import pytest

from cipherfab.errors import CallError, ToolError
from cipherfab.results import seals
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store
from cipherfab.results.upgrade import SCHEMA_VERSION

DESIGN = "d" * 64
PASSED = Evidence(
    link="rtl", check="official vectors", passed=True, core="toy/round", design=DESIGN
)
FAILED = Evidence(
    link="rtl",
    check="official vectors",
    passed=False,
    core="toy/round",
    design=DESIGN,
    detail={"vector": 3},
)


def area(value=1234.5, **fields):
    return Measurement(
        **{
            "core": "toy/round",
            "platform": "nangate45",
            "recipe": "area",
            "metric": "area_ge",
            "value": value,
            "design": DESIGN,
            "seed": 1,
            **fields,
        }
    )


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


def test_violated_invariants_are_listed(store):
    """An invariant about a data set is evidence without a design; only violated ones are
    violations.
    """
    good = Evidence(link="invariant", check="serial is not larger", passed=True, core="toy")
    bad = Evidence(
        link="invariant",
        check="GE at least flip-flops",
        passed=False,
        core="toy",
        detail={"ge": 10, "flip_flops": 3},
    )
    store.add_evidence(good, bad)
    assert store.violations() == [bad]


def test_exported_periods_in_ns_are_read():
    """A record that was exported with a period in ns is the one with that period in ps; a part of a
    ps is refused.
    """
    content = area(period_ps=2500).to_json()
    old = {**{key: value for key, value in content.items() if key != "period_ps"}, "period_ns": 2.5}
    assert Measurement.from_json(old) == area(period_ps=2500)
    with pytest.raises(CallError, match="whole ps"):
        area(period_ps=2.5)


def test_newer_database_is_refused(tmp_path):
    """A database of a later schema is not touched, and the message says what to do."""
    path = tmp_path / "store.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(CallError, match="newer cipherfab"):
        Store(path)


def test_other_file_is_refused(tmp_path):
    """A file that is no database is the caller's error, not a traceback."""
    (tmp_path / "store.sqlite").write_text(
        "not a database, but long enough to be taken for a header " * 40
    )
    with pytest.raises(CallError, match="cannot be used"):
        Store(tmp_path / "store.sqlite")


def _write_many(path, first, barrier):
    barrier.wait()
    with Store(path) as store:
        for seed in range(first, first + 25):
            store.add(
                evidence=[PASSED],
                measurements=[area(seed=seed), area(seed=seed, metric="delay_ns", value=2.0)],
            )


def test_what_is_written_while_all_is_checked_is_no_damage(tmp_path, monkeypatch):
    """Rows and their total are read as of one moment, though another process writes between."""
    path, total = tmp_path / "store.sqlite", seals._total
    with Store(path) as reading, Store(path) as writing:

        def slowly(database, table):
            if database is reading._database:
                writing.add(evidence=[PASSED], measurements=[area(seed=len(table))])
            return total(database, table)

        writing.add(evidence=[PASSED], measurements=[area(seed=0)])
        monkeypatch.setattr(seals, "_total", slowly)
        assert reading.damages() == []
        assert len(writing.rows()) == 3


def test_what_is_lost_stays_noticed_though_more_is_written(tmp_path):
    """A row that is taken out while a store is open is damage also behind the next records, new
    ones and some in the place of equal ones.
    """
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.add(evidence=[PASSED], measurements=[area(seed=seed) for seed in range(4)])
        store.add(evidence=[PASSED], measurements=[area(seed=1), area(seed=1), area(seed=7)])
        assert store.damages() == []
        with sqlite3.connect(path) as behind:
            behind.execute("DELETE FROM measurements WHERE seed = 2")
        store.add(measurements=[area(seed=3), area(seed=8)])
        assert "records are missing" in store.damages()[0].what


@pytest.fixture
def checked(monkeypatch):
    """An item for each time that a store was read through."""
    found, damages = [], seals.damages
    monkeypatch.setattr(seals, "damages", lambda database: found.append(1) or damages(database))
    return found


def changed_behind(path):
    """Another connection changes a field of every measurement."""
    with sqlite3.connect(path) as behind:
        behind.execute("UPDATE measurements SET value = value + 1")
    behind.close()


def is_found_damaged(path):
    """Opening the store and reading it ends with what is damaged."""
    with Store(path) as store, pytest.raises(ToolError, match="damaged"):
        store.rows()


def test_a_store_is_checked_again_only_if_it_was_touched(tmp_path, checked):
    """What this process left sound and nobody touched is not read through anew; a change of one
    field, a longer file or a log beside it is.
    """
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.add(evidence=[PASSED], measurements=[area(seed=0)])
    for _ in range(2):
        with Store(path) as store:
            assert len(store.rows()) == 1
    assert len(checked) == 1
    changed_behind(path)
    is_found_damaged(path)
    assert len(checked) == 2


def test_what_another_wrote_meanwhile_is_checked_at_the_next_opening(tmp_path, checked):
    """A store into which a second connection wrote while the first had it open is read through
    anew.
    """
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.add(evidence=[PASSED], measurements=[area(seed=0)])
        changed_behind(path)
    is_found_damaged(path)
    assert len(checked) == 2


def test_several_processes_write_at_once(tmp_path):
    """Processes that open a new store together and write together lose nothing."""
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(4)
    path = tmp_path / "store.sqlite"
    writers = [
        context.Process(target=_write_many, args=(path, 25 * index, barrier)) for index in range(4)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0] * 4
    with Store(path) as store:
        assert len(store.rows()) == 200 and len(store.evidence(history=True)) == 1
