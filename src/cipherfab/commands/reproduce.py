"""``cipherfab reproduce``."""

import os
from pathlib import Path
from string import hexdigits

from ..bench import record
from ..errors import CallError
from ..implement import reproduce
from ..results.cache import damage, read_entry
from ..results.home import Home, default_home
from ..results.store import Store

SHORTEST = 6
"""Digits of an id that are enough to ask with."""


def run(result: str) -> dict:
    """Run an implementation run again, and compare every number with the run's own result, the cache's entry and the store.

    Args:
        result: the id of a record, of a run in the cache (both may be cut to their first digits), or a run directory.

    Raises:
        CallError: there is none, or several.
        ToolError: the store is not as it was written.

    Returns:
        What `implement.reproduce` does; ``damage``: what of the cache's entry is not as it was written, and then the run is not
        reproduced whatever its numbers are.
    """
    directory = Path(result) if Path(result).is_dir() else _find(result, default_home())
    what = damage(directory.parent) if (directory.parent / "entry.json").is_file() else ""
    outcome = reproduce.reproduce(directory, claims=_claims(directory, default_home()))
    return {"directory": str(directory), "damage": what, **outcome, "reproduced": outcome["reproduced"] and not what}


def _claims(directory: Path, home: Home) -> dict[str, dict]:
    """What is said of a run elsewhere, by the numbers' names in its result: in the store, and in the cache's entry."""
    claims: dict[str, dict] = {}
    entry = read_entry(directory.parent)
    if isinstance(entry.get("result"), dict):
        claims["cache"] = reproduce.numbers(entry["result"])
    if home.database.is_file():
        with Store(home.database) as store:
            place = os.path.relpath(directory.parent, home.root)
            rows = [row for row in store.rows() if row.provenance.directory == place]
        names = {row.metric: row.value for row in rows if row.metric in record.FIGURES}
        parts = {f"area.{row.metric.removeprefix('area_ge_')}.ge": row.value for row in rows
                 if row.metric.removeprefix("area_ge_") in record.AREA_PARTS}
        claims["store"] = {**names, **parts}
    return claims


def _find(identifier: str, home: Home) -> Path:
    if len(identifier) < SHORTEST or not set(identifier) <= set(hexdigits):
        raise CallError(f"'{identifier}': expected at least {SHORTEST} hexadecimal digits of an id, or a run directory.")
    runs = {path / "run" for path in (home.cache / "implement").glob(f"{identifier}*")}
    if not runs and home.database.is_file():
        with Store(home.database) as store:
            rows = [row for row in store.rows() if row.platform and row.id.startswith(identifier)]
        runs = {home.root / row.provenance.directory / "run" for row in rows}
    if len(runs) != 1:
        found = "several" if runs else "no"
        raise CallError(f"'{identifier}': {found} implementation runs of this id in {home.root}. The page and `bench --json` give "
                        "the id in `provenance.record`.")
    return runs.pop()


def show(outcome: dict) -> None:
    """Print whether the numbers are the same, and those that are not."""
    for name, values in outcome["changed_inputs"].items():
        print(f"input changed: {name}: {values['stored']} is now {values['measured']}")
    for name, values in outcome["differences"].items():
        print(f"differs: {name}: stored {values['stored']}, measured {values['measured']}")
    if outcome["damage"]:
        print(f"damaged: {outcome['damage']}; `cipherfab scrub --mend` moves the entry away, and its job runs again")
    verdict = "reproduced" if outcome["reproduced"] else "NOT reproduced"
    print(f"{outcome['directory']}: {verdict}, {outcome['numbers']} numbers compared, {len(outcome['differences'])} differ")
