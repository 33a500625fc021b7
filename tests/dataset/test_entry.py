# SPDX-License-Identifier: Apache-2.0
"""The data set that comes with the package, and its file format."""

import json
from dataclasses import replace

import pytest

from cipherfab.cores.names import parse
from cipherfab.dataset import entry
from cipherfab.errors import CallError
from cipherfab.results.records import LINKS

LEAST = 60
"""Cores that the data set has at least."""


@pytest.fixture(scope="module")
def shipped():
    """The entries that come with the package."""
    return entry.read()


def test_an_entry_survives_the_way_through_a_file(shipped, tmp_path):
    """What is written is read again, in the order of the names, and written again as the same
    bytes.
    """
    entry.write(reversed(shipped), tmp_path / "a.jsonl")
    entry.write(entry.read(tmp_path / "a.jsonl"), tmp_path / "b.jsonl")
    assert entry.read(tmp_path / "a.jsonl") == shipped
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"core": 1, "runs": [{"no": 1}]}'])
def test_a_line_that_is_no_entry_is_refused(line, tmp_path):
    """A broken line is a wrong call, and its number is named."""
    (tmp_path / "bad.jsonl").write_text(line + "\n")
    with pytest.raises(CallError, match="line 1"):
        entry.read(tmp_path / "bad.jsonl")


def test_the_data_set_has_many_cores_each_once(shipped):
    """Cores of different families, each under its shortest name."""
    assert len(shipped) >= LEAST and len({found.core for found in shipped}) == len(shipped)
    assert all(str(parse(found.core)) == found.core for found in shipped)


def test_what_an_entry_says_of_its_core_is_what_the_catalog_says(shipped):
    """Kind, title, version, bus and operations are those of the core's name."""
    for found in shipped:
        core = parse(found.core)
        algorithm = core.algorithm
        assert (found.algorithm, found.kind, found.title, found.document_version) == (
            algorithm.name,
            str(algorithm.kind),
            algorithm.title,
            algorithm.version,
        )
        assert found.bus == (core.bus if found.kind in ("aead", "hash") else None)
        assert ("hash" in found.operations) == (found.kind == "hash" or core.hash)


def test_every_run_has_its_numbers(shipped):
    """Each core has every recipe once, with an area or lookup tables, a frequency and the key of
    its job; and a long workload.
    """
    for found in shipped:
        runs = [(run.platform, run.recipe) for run in found.runs]
        assert len(set(runs)) == len(runs) and {
            ("nangate45", "area"),
            ("nangate45", "balanced"),
        } <= set(runs)
        assert all(
            (run.area_ge or run.luts) > 0 and run.fmax_mhz > 0 and len(run.job) == 64
            for run in found.runs
        )
        assert (
            any(name.endswith("/long") for name in found.workloads)
            and found.versions
            and found.commit
        )


def test_an_entry_says_of_every_link_whether_it_was_checked(shipped):
    """A link is passed or failed with a detail, or it is said that it was not checked; none has
    failed.
    """
    for found in shipped:
        # Entries made before there was link `messages` say nothing of it.
        assert set(found.verified) | {"messages"} == set(LINKS)
        assert all(
            (said["passed"] is None) == (said["detail"] == entry.NOT_HERE)
            for said in found.verified.values()
        )
        assert not any(said["passed"] is False for said in found.verified.values())
        assert (found.seed is None) == (found.passed("rtl") is None)


def test_lines_are_json(shipped):
    """Other programs can read a line."""
    assert json.loads(replace(shipped[0], seed=3).line())["seed"] == 3
