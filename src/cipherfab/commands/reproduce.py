# SPDX-License-Identifier: Apache-2.0
"""``cipherfab reproduce``."""

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from string import hexdigits

from ..bench import record
from ..errors import CallError
from ..implement import reproduce
from ..implement.flow import JOB
from ..plain import say
from ..results.bundle import Bundle, check_name, read_bundle
from ..results.cache import damage, read_entry
from ..results.home import Home, default_home
from ..results.records import Measurement
from ..results.store import Store
from ..tools import sandbox

SHORTEST = 6
"""Digits of an id that are enough to ask with."""


def run(result: str) -> dict:
    """Run an implementation run again, and compare every number with the run's own result, the
    cache's entry and the store.

    Args:
        result: the id of a record, of a run in the cache (both may be cut to their first digits), a
            run directory, or a bundle.

    Raises:
        CallError: there is none, or several.
        ToolError: the store is not as it was written.

    Returns:
        What `implement.reproduce` does; ``damage``: what of the cache's entry is not as it was
        written, and then the run is not reproduced whatever its numbers are.
    """
    if Path(result).is_file():
        return _of_bundle(Path(result))
    directory = Path(result) if Path(result).is_dir() else run_directory(result, default_home())
    what = damage(directory.parent) if (directory.parent / "entry.json").is_file() else ""
    outcome = reproduce.reproduce(directory, claims=_claims(directory, default_home()))
    return {"directory": str(directory), "damage": what, **outcome,
            "reproduced": outcome["reproduced"] and not what}


def _of_bundle(path: Path) -> dict:
    """Run what a bundle holds, behind the wall that sources of others need, for whoever wrote it
    chose every script.
    """
    sandbox.require(str(path))
    with tempfile.TemporaryDirectory(prefix="cipherfab-bundle-") as work:
        found = read_bundle(path, Path(work))
        _check_job(path, found)
        claims = {"cache": reproduce.numbers(read_entry(found.entry)["result"]),
                  "store": _recorded((row["metric"], row["value"]) for row in found.records)}
        outcome = reproduce.reproduce(found.entry / "run", claims=claims)
    return {"directory": str(path), "id": found.key, "damage": "", **outcome}


def _check_job(path: Path, found: Bundle) -> None:
    """What runs is the job that the id names, and its sources stay in their folder.

    Raises:
        CallError: it is no implementation run, or another one.
    """
    inputs = read_entry(found.entry)["job"]["inputs"]
    try:
        described = json.loads((found.entry / "run" / JOB).read_text())
        names = list(described["design"]["sources"])
    except (OSError, ValueError, KeyError, TypeError):
        raise CallError(
            f"{path}: it holds no implementation run, and only those are run again.") from None
    if described != {key: inputs.get(key) for key in described}:
        raise CallError(f"{path}: {JOB} is not the job that the id {found.key[:12]} names.")
    for name in names:
        check_name(path, name)


def _recorded(numbers: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Numbers of records by their names in a run's result."""
    numbers = list(numbers)
    names = {metric: value for metric, value in numbers if metric in record.FIGURES}
    parts = {f"area.{part}.ge": value for metric, value in numbers
             if (part := metric.removeprefix("area_ge_")) in record.AREA_PARTS}
    return {**names, **parts}


def _claims(directory: Path, home: Home) -> dict[str, dict]:
    """What is said of a run elsewhere, by the numbers' names in its result: in the store, and in
    the cache's entry.
    """
    claims: dict[str, dict] = {}
    entry = read_entry(directory.parent)
    if isinstance(entry.get("result"), dict):
        claims["cache"] = reproduce.numbers(entry["result"])
    if home.database.is_file():
        with Store(home.database) as store:
            place = os.path.relpath(directory.parent, home.root)
            rows = [row for row in store.rows() if row.provenance.directory == place]
        claims["store"] = _recorded((row.metric, row.value) for row in rows)
    return claims


def run_directory(identifier: str, home: Home) -> Path:
    """The directory of the one implementation run whose id, or a record of whose numbers, begins
    so.

    Raises:
        CallError: there is none, or several.
    """
    found = located(identifier, home)
    if isinstance(found, Measurement):
        raise CallError(f"'{identifier}' is {found.metric} of {found.core}, which no "
                        f"implementation run has: `cipherfab bench {found.core}` measures it "
                        f"again, `cipherfab cite {identifier}` names it.")
    return found


def located(identifier: str, home: Home) -> Path | Measurement:
    """As `run_directory`, or the one record whose id begins so, if it is of no implementation, such
    as cycles.
    """
    if len(identifier) < SHORTEST or not set(identifier) <= set(hexdigits):
        raise CallError(f"'{identifier}': expected at least {SHORTEST} hexadecimal digits of an "
                        f"id, or a run directory.")
    runs, rows = {path / "run" for path in (home.cache / "implement").glob(f"{identifier}*")}, []
    if not runs and home.database.is_file():
        with Store(home.database) as store:
            rows = [row for row in store.rows() if row.id.startswith(identifier)]
        runs = {home.root / row.provenance.directory / "run" for row in rows if row.platform}
    if not runs and len(rows) == 1:
        return rows[0]
    if len(runs) != 1:
        found = "several" if runs else "no"
        raise CallError(f"'{identifier}': {found} implementation runs of this id in {home.root}. "
                        f"The page and `bench --json` give "
                        "the id in `provenance.record`. `cipherfab bundle ID` where it was made "
                        "writes a file that "
                        "`cipherfab reproduce FILE` runs anywhere.")
    return runs.pop()


def show(outcome: dict) -> None:
    """Print whether the numbers are the same, and those that are not."""
    for name, values in outcome["changed_inputs"].items():
        say(f"input changed: {name}: {values['stored']} is now {values['measured']}")
    for name, values in outcome["differences"].items():
        say(f"differs: {name}: stored {values['stored']}, measured {values['measured']}")
    if outcome["damage"]:
        say(f"damaged: {outcome['damage']}; `cipherfab scrub --mend` moves the entry away, and "
            f"its job runs again")
    verdict = "reproduced" if outcome["reproduced"] else "NOT reproduced"
    say(f"{outcome['directory']}: {verdict}, {outcome['numbers']} numbers compared, "
        f"{len(outcome['differences'])} differ")
