# SPDX-License-Identifier: Apache-2.0
"""Whatever of a run, or of its records, is missing or differs: `reproduce`, `cite`, `bundle` and
`report` refuse it alike.
"""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.commands import reproduce
from cipherfab.implement import flow
from cipherfab.implement import reproduce as again
from cipherfab.results.digest import canonical, digest, digest_file


def removed(path: Path) -> None:
    """It is not there."""
    path.unlink()


def edited(path: Path) -> None:
    """One byte is another one."""
    text = bytearray(path.read_bytes() or b" ")
    text[len(text) // 2] ^= 1
    path.write_bytes(text)


def longer(path: Path) -> None:
    """A line break more."""
    path.write_bytes(path.read_bytes() + b"\n\n")


def renamed(path: Path) -> None:
    """It is called otherwise."""
    path.rename(path.with_name(path.name + ".old"))


def folder(path: Path) -> None:
    """A folder has its name."""
    path.unlink()
    path.mkdir()


def link(path: Path) -> None:
    """A link has its name, and leads to what it was."""
    path.rename(path.with_name(path.name + ".old"))
    path.symlink_to(path.name + ".old")


HANDS = (removed, edited, longer, renamed, folder, link)


def calls(identifier: str, output: Path) -> list[list[str]]:
    """The four commands."""
    return [
        ["reproduce", identifier],
        ["cite", identifier],
        ["bundle", identifier, "-o", str(output / "run.zip")],
        ["report", "-o", str(output / "page")],
    ]


@pytest.fixture
def copy(run, tmp_path, monkeypatch):
    """The home of the run as it is, to be changed, and its entry."""
    shutil.copytree(run[0].root, tmp_path / "home", symlinks=True)
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    return tmp_path / "home", tmp_path / "home" / "cache" / "implement" / run[1]


def refused(identifier: str, output: Path, monkeypatch) -> None:
    """Each command ends with 3, says that something is damaged, prints and writes nothing, and
    nothing runs.
    """
    monkeypatch.setattr(flow, "run_job", lambda *_: pytest.fail("it ran"))
    for words in calls(identifier, output):
        result = CliRunner().invoke(cli.main, words)
        assert isinstance(result.exception, SystemExit), (words, result.exception)
        assert result.exit_code == 3 and "damaged" in result.stderr, (words, result.output)
        assert result.stdout == "" and not list(output.iterdir())


def test_sound_ones_are_not_refused(copy, run, tmp_path):
    """The same calls of the home as it is end with 0."""
    output = tmp_path / "out"
    output.mkdir()
    for words in calls(run[1][:12], output):
        result = CliRunner().invoke(cli.main, words)
        assert result.exit_code == 0, (words, result.output)
    assert sorted(path.name for path in output.iterdir()) == ["page", "run.zip"]


@pytest.mark.parametrize("hand", HANDS)
def test_every_file_of_an_entry(hand, copy, run, tmp_path, monkeypatch):
    """Each file of the entry, removed, changed, renamed or replaced, is noticed by all four."""
    home, entry = copy
    output = tmp_path / "out"
    output.mkdir()
    files = [path for path in sorted(entry.rglob("*")) if path.is_file() and not path.is_symlink()]
    assert {"entry.json", "job.json", "result.json", "netlist.v", "tiny.v"} <= {
        path.name for path in files
    }
    for path in files:
        kept = path.read_bytes()
        hand(path)
        refused(run[1][:12], output, monkeypatch)
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        path.with_name(path.name + ".old").unlink(missing_ok=True)
        path.write_bytes(kept)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM measurements WHERE metric = 'area_ge'",
        "DELETE FROM measurements",
        "DELETE FROM evidence",
        "DELETE FROM totals",
        "UPDATE measurements SET value = 1 WHERE metric = 'fmax_mhz'",
        "UPDATE measurements SET core = 'ascon-128'",
        "UPDATE measurements SET provenance = '{}' WHERE metric = 'area_ge'",
        "UPDATE evidence SET passed = 0",
        "UPDATE evidence SET core = 'ascon-128'",
        "DROP TABLE evidence",
        "DROP TABLE measurements",
    ],
)
def test_every_kind_of_row(statement, copy, run, tmp_path, monkeypatch):
    """Rows of the store that are gone or changed are noticed by all four."""
    home, _ = copy
    (tmp_path / "out").mkdir()
    with closing(sqlite3.connect(home / "store.sqlite")) as database, database:
        database.execute(statement)
    refused(run[1][:12], tmp_path / "out", monkeypatch)


def test_without_its_entry_a_renamed_run_is_none(copy, run, tmp_path, monkeypatch):
    """The design renamed in both files of a run, and `entry.json` gone: refused, and not run."""
    _, entry = copy
    (tmp_path / "out").mkdir()
    (entry / "entry.json").unlink()
    for name in ("job.json", "result.json"):
        path = entry / "run" / name
        path.write_text(path.read_text().replace('"tiny"', '"ascon-128"'))
    refused(run[1][:12], tmp_path / "out", monkeypatch)


def test_a_run_of_no_entry_is_refused(copy, tmp_path):
    """A folder with the files of a run beside no entry could say anything."""
    _, entry = copy
    shutil.copytree(entry / "run", tmp_path / "alone" / "run", symlinks=True)
    result = CliRunner().invoke(cli.main, ["reproduce", str(tmp_path / "alone" / "run")])
    assert result.exit_code == 3 and "entry.json" in result.stderr and result.stdout == ""


def resealed(entry: Path, change) -> None:
    """The entry with a changed content and all hashes made anew: what a forger with this program
    does.
    """
    content = json.loads((entry / "entry.json").read_text())
    change(content, entry / "run")
    content["files"] = {name: digest_file(entry / "run" / name) for name in content["files"]}
    content["sha256"] = digest({key: part for key, part in content.items() if key != "sha256"})
    (entry / "entry.json").write_text(canonical(content) + "\n")


def rename_job(content, run):
    """Another design in what would run."""
    (run / "job.json").write_text((run / "job.json").read_text().replace('"tiny"', '"other"', 1))


def test_a_forged_job_does_not_run(copy, run, monkeypatch):
    """With all hashes right, what would run must still be what the id names."""
    resealed(copy[1], rename_job)
    monkeypatch.setattr(flow, "run_job", lambda *_: pytest.fail("it ran"))
    result = CliRunner().invoke(cli.main, ["reproduce", run[1][:12]])
    assert result.exit_code == 2 and "not the job" in result.stderr


def without(name):
    """A change that leaves a number out of the run's result and of the entry's."""

    def change(content, run):
        del content["result"][name]
        (run / "result.json").write_text(json.dumps(content["result"]))

    return change


def called_otherwise(content, run):
    """The design renamed in the results."""
    content["result"]["design"] = "ascon-128"
    (run / "result.json").write_text(json.dumps(content["result"]))


def only_in_the_run(content, run):
    """A number less in the entry alone."""
    del content["result"]["delay_ns"]


@pytest.mark.parametrize(
    "change, name",
    [
        (without("fmax_mhz"), "fmax_mhz"),
        (called_otherwise, "design"),
        (only_in_the_run, "cache: delay_ns"),
    ],
    ids=["number", "name", "entry"],
)
def test_what_one_side_does_not_say_differs(change, name, copy, run, monkeypatch):
    """With all hashes right, a number that is missing in the stored result, or another name, is not
    reproduced.
    """
    stored = json.loads((copy[1] / "run" / "result.json").read_text())
    found = flow.Implementation.from_json(stored)
    resealed(copy[1], change)
    monkeypatch.setattr(flow, "run_job", lambda *_: found)
    outcome = reproduce.run(run[1][:12])
    assert not outcome["reproduced"] and name in outcome["differences"]


@pytest.mark.parametrize("gone", ["area_ge", "fmax_mhz", "area.sequential.ge"])
def test_what_is_not_measured_any_more_differs(gone, copy, run, monkeypatch):
    """A number of the run, the entry and the store that running again does not give is told of each
    of them.
    """
    measured = json.loads((copy[1] / "run" / "result.json").read_text())
    *path, last = gone.split(".")
    place = measured
    for key in path:
        place = place[key]
    del place[last]
    monkeypatch.setattr(flow, "run_job", lambda *_: flow.Implementation.from_json(measured))
    outcome = reproduce.run(run[1][:12])
    assert not outcome["reproduced"]
    assert {gone, f"cache: {gone}", f"store: {gone}"} <= set(outcome["differences"])
    assert all(values["measured"] is None for values in outcome["differences"].values())


def test_missing_and_none_are_not_the_same():
    """Of two lists of facts a name that one of them does not have differs, whatever it says."""
    assert again._compare({"a": 1, "b": None}, {"a": 1})["b"] == {"stored": None, "measured": None}
    assert again._compare({}, {"a": 0})["a"] == {"stored": None, "measured": 0}
    assert again._compare({"a": 1}, {"a": 1}) == {}


def test_no_absolute_path_is_printed(copy, run):
    """The run is named by its place in the home."""
    result = CliRunner().invoke(cli.main, ["reproduce", run[1][:12]])
    assert result.exit_code == 0 and os.sep + "home" not in result.stdout
    assert result.stdout.startswith("cache/implement/") and "run, cache, store" in result.stdout
    assert str(copy[0]) not in result.stdout
