# SPDX-License-Identifier: Apache-2.0
"""What is changed behind the program's back is noticed: every single flipped bit that would change
a number, and more.
"""

import json
import random
import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.errors import CipherfabError, ToolError
from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store

FLIPS = 2_400
"""Of the store and of the cache together; a part of them where time is short."""

JOBS = [
    {
        "kind": "toy",
        "function": "toy:run",
        "inputs": {"seed": seed},
        "versions": {"yosys": "0.70"},
        "code": {},
    }
    for seed in range(3)
]


def fill(home: Home) -> None:
    """A store with two designs, a replaced record and several seeds, and a cache with three
    entries.
    """
    cache = Cache(home)
    for job in JOBS:
        with cache.workspace(job) as run:
            (run / "netlist.v").write_text(
                f"module a; wire w{job['inputs']['seed']}; endmodule\n" * 20
            )
            (run / "result.json").write_text(json.dumps({"area_ge": 7.25 + job["inputs"]["seed"]}))
            cache.commit(job, {"area_ge": 7.25 + job["inputs"]["seed"]}, run, 1.5)
    with Store(home.database) as store:
        for design in ("a" * 64, "b" * 64):
            store.add_evidence(
                Evidence(
                    link="rtl",
                    check="known answers",
                    passed=True,
                    core=design[:3],
                    design=design,
                    seed=1,
                    detail={"text": "2178 messages"},
                )
            )
            for seed in range(4):
                for value in (100.5, 200.25 + seed):
                    store.add_measurements(
                        Measurement(
                            core=design[:3],
                            platform="nangate45",
                            recipe="area",
                            metric="area_ge",
                            value=value,
                            design=design,
                            seed=seed,
                            provenance=Provenance(
                                versions={"yosys": "0.70"},
                                inputs={"x.v": "c" * 64},
                                directory="cache/toy/x",
                            ),
                        )
                    )


def records(home: Home) -> list:
    """Everything that a user may come to see of the store: rows, evidence, summaries."""
    with Store(home.database) as store:
        rows = [row.to_json() for row in store.rows(history=True)] + [
            row.to_json() for row in store.rows()
        ]
        return json.loads(
            json.dumps(
                rows
                + [record.to_json() for record in store.evidence(history=True)]
                + store.summaries()
            )
        )


def entries(home: Home) -> list:
    """The same of the cache: results, and a file of each run; None for a miss."""
    found = map(Cache(home).get, JOBS)
    return [
        [entry.result, entry.seconds, (entry.directory / "netlist.v").read_text()]
        if entry
        else None
        for entry in found
    ]


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> Path:
    """A home that no test changes."""
    root = tmp_path_factory.mktemp("filled") / "home"
    fill(Home(root))
    return root


@pytest.fixture
def home(filled, tmp_path, monkeypatch) -> Home:
    """A copy of it."""
    shutil.copytree(filled, tmp_path / "home")
    monkeypatch.setenv("CIPHERFAB_HOME", str(tmp_path / "home"))
    return Home(tmp_path / "home")


def flipped(home: Home, file: Path, place: int, bit: int, read) -> str:
    """What became of one flipped bit: ``noticed``, ``harmless`` (all is shown as it was), or
    ``WRONG``; all is put back.
    """
    good, truth = file.read_bytes(), read(home)
    bad = bytearray(good)
    bad[place] ^= 1 << bit
    file.write_bytes(bad)
    try:
        seen = read(home)
    except CipherfabError:
        seen = None
    entry = (
        file
        if file == home.database
        else home.cache / Path(*file.relative_to(home.cache).parts[:2])
    )
    for away in (home.root / "damaged").glob("*"):
        away.rename(entry)
    file.write_bytes(good)
    # SQLite would take those of the flipped file for those of the good one.
    for suffix in ("-wal", "-shm"):
        Path(f"{file}{suffix}").unlink(missing_ok=True)
    if seen == truth:
        return "harmless"
    return (
        "noticed"
        if seen is None or all(now in (None, then) for now, then in zip(seen, truth, strict=True))
        else "WRONG"
    )


@pytest.mark.parametrize("flips", [FLIPS // 12, pytest.param(FLIPS, marks=pytest.mark.slow)])
def test_every_flipped_bit_that_changes_a_number_is_noticed(home, flips, capsys):
    """Of many single flipped bits in store and cache none changes what is shown, and none ends in a
    traceback.
    """
    generator, counts = random.Random(flips), {}
    truth = records(home), entries(home)
    files = sorted(path for path in (home.cache / "toy").rglob("*") if path.is_file())
    for number in range(flips):
        file, read = (home.database, records) if number % 2 else (generator.choice(files), entries)
        found = flipped(
            home, file, generator.randrange(file.stat().st_size), generator.randrange(8), read
        )
        counts[file.name, found] = counts.get((file.name, found), 0) + 1
    with capsys.disabled():
        print(
            f"\n{flips} flipped bits: "
            + ", ".join(f"{name} {end} {count}" for (name, end), count in sorted(counts.items()))
        )
    assert sum(counts.values()) == flips and not any(end == "WRONG" for _, end in counts)
    assert (records(home), entries(home)) == truth


def edit(home: Home, statement: str) -> None:
    """Another program's change of the store."""
    with closing(sqlite3.connect(home.database)) as database, database:
        # A statement that finds no row would test nothing.
        assert database.execute(statement).rowcount > 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE measurements SET value = 7.0 WHERE sequence = 2",
        "UPDATE measurements SET status = 'failed' WHERE sequence = 3",
        "UPDATE measurements SET platform = 'ecp5' WHERE sequence = 4",
        "UPDATE measurements SET unit = 'um2' WHERE sequence = 4",
        "UPDATE measurements SET provenance = 'nonsense' WHERE sequence = 4",
        "DELETE FROM measurements WHERE sequence = 2",
        "UPDATE measurements SET sequence = 99 WHERE sequence = 1",
        "DELETE FROM evidence WHERE link = 'rtl'",
        "UPDATE evidence SET passed = 0",
        "UPDATE totals SET digest = ''",
        "UPDATE measurements SET seal = 'x' WHERE sequence = 1",
    ],
)
def test_a_changed_store_is_not_read(home, statement):
    """A value, a verdict, a place in the order, a lost record: nothing is read, `scrub` names it,
    and after --mend all goes on.
    """
    edit(home, statement)
    with pytest.raises(ToolError, match="cipherfab scrub"), Store(home.database) as store:
        store.rows()
    found = CliRunner().invoke(cli.main, ["scrub", "--json"])
    assert found.exit_code == 1 and json.loads(found.stdout)["damages"]
    assert CliRunner().invoke(cli.main, ["export", str(home.root / "x.csv")]).exit_code == 3
    CliRunner().invoke(cli.main, ["scrub", "--mend"])
    assert CliRunner().invoke(cli.main, ["scrub"]).exit_code == 0
    with Store(home.database) as store:
        truth = {100.5, *(200.25 + seed for seed in range(4))}
        assert {row.value for row in store.rows(history=True)} <= truth


def test_numbers_without_their_evidence_are_not_ok(home):
    """Sealed again by someone who has this program, a number whose evidence is gone is noticed all
    the same.
    """
    from cipherfab.results import seals

    with closing(sqlite3.connect(home.database)) as database, database:
        database.execute("DELETE FROM evidence")
        seals.close(database)
    with Store(home.database) as store:
        assert {damage.what for damage in store.damages()} == {
            "it is ok, and its evidence is missing"
        }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "{",
        "null",
        '{"job": 1, "result": 2, "seconds": 3, "files": 4, "sha256": 5}',
        # Deeper than the JSON parser goes: it raises a RecursionError here, no ValueError.
        "[" * 5000,
    ],
)
def test_a_damaged_entry_is_a_miss(home, text):
    """Whatever ``entry.json`` holds, the entry is moved away, the time estimate goes on, and the
    job can be committed again.
    """
    cache = Cache(home)
    path = cache.path(JOBS[0])
    (path / "entry.json").write_text(text)
    assert (
        cache.get(JOBS[0]) is None and not path.exists() and list((home.root / "damaged").iterdir())
    )
    assert cache.typical_seconds("toy") == 1.5
    with cache.workspace(JOBS[0]) as run:
        assert cache.commit(JOBS[0], {"area_ge": 1}, run, 2.0).result == {"area_ge": 1}


def test_a_page_of_zeros_is_noticed(home):
    """A lost page of the file ends in a sentence, not in a traceback."""
    data = bytearray(home.database.read_bytes())
    # SQLite's header has the size of a page there, with the most significant byte first.
    size = struct.unpack(">H", data[16:18])[0]
    data[size : 2 * size] = bytes(size)
    home.database.write_bytes(data)
    result = CliRunner().invoke(cli.main, ["export", str(home.root / "x.csv")])
    assert (
        result.exit_code in (2, 3)
        and isinstance(result.exception, SystemExit)
        and "store.sqlite" in result.stderr
    )
