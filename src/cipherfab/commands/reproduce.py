# SPDX-License-Identifier: Apache-2.0
"""``cipherfab reproduce``."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import hexdigits
from typing import Any

from ..bench import record
from ..design import Design
from ..errors import CallError, ToolError
from ..implement import reproduce
from ..implement.flow import JOB, RESULT
from ..plain import say
from ..results.bundle import Bundle, check_name, read_bundle
from ..results.cache import read_entry, sound
from ..results.digest import canonical, digest_design
from ..results.home import Home, default_home
from ..results.records import Evidence, Measurement
from ..results.store import Store
from ..tools import sandbox

SHORTEST = 6
"""Digits of an id that are enough to ask with."""


def run(result: str) -> dict:
    """Run an implementation run again, and compare everything with the run's own result, the
    cache's entry and the store.

    Args:
        result: the id of a record, of a run in the cache (both may be cut to their first digits), a
            run directory of a cache, or a bundle.

    Raises:
        CallError: there is none, or several.
        ToolError: the entry, or the store, is not as it was written; then nothing runs.

    Returns:
        What `implement.reproduce` does; ``id``; ``directory``, relative to the home where it lies
        in it; ``compared``: with what.
    """
    if Path(result).is_file():
        return _of_bundle(Path(result))
    home = default_home()
    if Path(result).is_dir() and not (Path(result) / RESULT).is_file():
        raise CallError(f"{result or '.'}: expected a run directory of a cache, with {RESULT}.")
    entry = (
        # By its real path, since the folder's name is the run's id.
        Path(os.path.realpath(result)).parent
        if Path(result).is_dir()
        else (run_directory(result, home).parent)
    )
    found = finished(entry, home)
    check_job(str(entry), found.content, entry / "run")
    claims = _claims(found.content["result"], ((row.metric, row.value) for row in found.records))
    place = os.path.relpath(entry / "run", home.root)
    return {
        "id": entry.name,
        # A run directory in another home is named as the call named it.
        "directory": str(Path(result)) if place.startswith("..") else place,
        "compared": ["run", *claims],
        **reproduce.reproduce(entry / "run", claims=claims),
    }


@dataclass(frozen=True)
class Finished:
    """A run in the cache that is as it was written, and what the store says of it."""

    content: Mapping[str, Any]
    records: list[Measurement]


def finished(entry: Path, home: Home) -> Finished:
    """The entry of a run and its records, both as they were written: what `reproduce`, `cite` and
    `bundle` take for true, or refuse alike.

    Raises:
        ToolError: something of either is missing or differs.
    """
    content, records = sound(entry), []
    # Without a store the cache alone has claims: opening one would make it.
    if home.database.is_file():
        with Store(home.database) as store:
            place = os.path.relpath(entry, home.root)
            found = [row for row in store.rows(history=True) if row.provenance.directory == place]
            # The history has a number once for each record of it; the last one holds.
            # Both are needed to tell numbers apart: one run has a metric for several workloads.
            records = list({(row.metric, row.workload): row for row in found}.values())
        if stray := _stray(records, content, entry.name):
            raise ToolError(f"{home.database}: {stray}. `cipherfab scrub` names what is damaged.")
    return Finished(content, records)


def _stray(rows: Iterable[Measurement], content: Mapping[str, Any], key: str) -> str:
    """What of the records of a run is another one's; empty if nothing."""
    result, inputs = content.get("result"), content["job"]["inputs"]
    if not isinstance(result, dict) or not isinstance(inputs, dict) or "design" not in inputs:
        return ""  # no implementation run, which `check_job` says
    try:
        # The job of an implementation run leaves the interface out, see `flow.job`.
        design = Design(**{"interface": None, **inputs["design"]})
    except (CallError, TypeError, AttributeError):
        return "its job has no design"
    its = {"core": design.name, "design": digest_design(design),
           "platform": result.get("platform"), "recipe": (result.get("recipe") or {}).get("name"),
           "seed": result.get("seed"), "period_ps": result.get("period_ps")}  # fmt: skip
    origin = {"directory": f"cache/{content['job']['kind']}/{key}",
              "versions": content["job"]["versions"]}  # fmt: skip
    for row in rows:
        said = {name: getattr(row, name) for name in its} | {
            name: getattr(row.provenance, name) for name in origin
        }
        for name, value in {**its, **origin}.items():
            if said[name] != value:
                return f"record {row.id[:12]} says {name} {said[name]!r}, its run has {value!r}"
    return ""


def _of_bundle(path: Path) -> dict:
    """Run what a bundle holds, behind the wall that sources of others need, for whoever wrote it
    chose every script.
    """
    sandbox.require(str(path))
    with tempfile.TemporaryDirectory(prefix="cipherfab-bundle-") as work:
        found = read_bundle(path, Path(work))
        content = read_entry(found.entry)
        check_job(str(path), content, found.entry / "run")
        if not isinstance(content["result"], dict):
            raise CallError(f"{path}: expected an object for the result of its run.")
        # Sources become files, and a name could lead out of the folder.
        for name in content["job"]["inputs"]["design"]["sources"]:
            check_name(path, name)
        claims = _claims(content["result"], recorded(path, found, content))
        outcome = reproduce.reproduce(found.entry / "run", claims=claims)
    return {"id": found.key, "directory": str(path), "compared": ["run", *claims], **outcome}


def recorded(path: Path, found: Bundle, content: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Metric and value of each record in a bundle.

    Args:
        content: of its entry.

    Raises:
        CallError: it has other things, a record that its id does not name, two of one number, or
            one of another run.
    """
    try:
        rows = [Measurement.from_json(row) for row in found.records]
        read = [*rows, *(Evidence.from_json(one) for one in found.evidence)]
        written = [*found.records, *found.evidence]
        same = all(
            canonical(one.to_json()) == canonical(said)
            for one, said in zip(read, written, strict=True)
        )
    # A bundle is a stranger's file: whatever its records are, it is refused and not a crash.
    except (CallError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise CallError(
            f"{path}: expected records as `cipherfab bundle` writes them: {error}"
        ) from None
    if not same:
        raise CallError(f"{path}: a record or a piece of evidence is not what its id says.")
    if len({(row.metric, row.workload) for row in rows}) < len(rows):
        raise CallError(f"{path}: a number has several records.")
    if stray := _stray(rows, content, found.key):
        raise CallError(f"{path}: {stray}.")
    return [(row.metric, row.value) for row in rows]


def check_job(where: str, content: Mapping[str, Any], run: Path) -> None:
    """What runs is the job that the id names.

    Args:
        where: what is named when it is not.
        content: of the entry.

    Raises:
        CallError: it is no implementation run, or another one.
    """
    try:
        inputs = content["job"]["inputs"]
        described = json.loads((run / JOB).read_text())
        # Without sources there is nothing to run.
        names = list(described["design"]["sources"]) and set(described)
    # JSON that is nested too deep ends the parser with a RecursionError.
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        names = set()
    if not names:
        raise CallError(f"{where}: it holds no implementation run, and only those are run again.")
    if described != {key: inputs.get(key) for key in names}:
        raise CallError(f"{where}: {JOB} is not the job that its id names.")


def _claims(
    result: Mapping[str, Any], numbers: Iterable[tuple[str, Any]]
) -> dict[str, reproduce.Claim]:
    """What is said of a run elsewhere, by the names in its result: in the cache's entry, and in the
    store if that has been told of it.

    Args:
        result: the entry's.
        numbers: metric and value of each record.
    """
    parts = {f"area_ge_{part}": f"area.{part}.ge" for part in record.AREA_PARTS}
    names = {**{name: name for name in record.FIGURES}, **parts}
    stored = {
        names[metric]: value for metric, value in numbers if metric in names and value is not None
    }
    # The entry has every number of its run; the store has those that records are made of.
    claims = {"cache": (reproduce.facts(result), lambda name: True)}
    return {**claims, "store": (stored, set(names.values()).__contains__)} if stored else claims


def run_directory(identifier: str, home: Home) -> Path:
    """The directory of the one implementation run whose id, or a record of whose numbers, begins
    so.

    Raises:
        CallError: there is none, or several.
    """
    found = located(identifier, home)
    if isinstance(found, Measurement):
        raise CallError(
            f"'{identifier}' is {found.metric} of {found.core}, which no "
            f"implementation run has: `cipherfab bench {found.core}` measures it "
            f"again, `cipherfab cite {identifier}` names it."
        )
    return found


def located(identifier: str, home: Home) -> Path | Measurement:
    """As `run_directory`, or the one record whose id begins so, if it is of no implementation, such
    as cycles.
    """
    if len(identifier) < SHORTEST or not set(identifier) <= set(hexdigits):
        raise CallError(
            f"'{identifier}': expected at least {SHORTEST} hexadecimal digits of an "
            f"id, or a run directory."
        )
    # Only hexadecimal digits come here, so the identifier is no pattern of its own.
    runs, rows = {path / "run" for path in (home.cache / "implement").glob(f"{identifier}*")}, []
    if not runs and home.database.is_file():
        with Store(home.database) as store:
            rows = [row for row in store.rows() if row.id.startswith(identifier)]
        # What has no platform, such as cycles, is of no implementation run.
        runs = {home.root / row.provenance.directory / "run" for row in rows if row.platform}
    if not runs and len(rows) == 1:
        return rows[0]
    if len(runs) != 1:
        found = "several" if runs else "no"
        raise CallError(
            f"'{identifier}': {found} implementation runs of this id in {home.root}. "
            f"The page and `bench --json` give "
            "the id in `provenance.record`. `cipherfab bundle ID` where it was made "
            "writes a file that "
            "`cipherfab reproduce FILE` runs anywhere."
        )
    return runs.pop()


def show(outcome: dict) -> None:
    """Print whether the numbers are the same, and those that are not."""
    for name, values in outcome["changed_inputs"].items():
        say(f"input changed: {name}: {values['stored']} is now {values['measured']}")
    for name, values in outcome["differences"].items():
        say(
            f"differs: {name}: stored {_shown(values['stored'])}, measured "
            f"{_shown(values['measured'])}"
        )
    verdict = "reproduced" if outcome["reproduced"] else "NOT reproduced"
    say(
        f"{outcome['directory']}: {verdict}, {outcome['numbers']} numbers compared with those of "
        f"the {', '.join(outcome['compared'])}, {len(outcome['differences'])} differ"
    )


def _shown(value: Any) -> Any:
    return "none" if value is None else value
