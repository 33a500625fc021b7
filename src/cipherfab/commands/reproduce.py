"""``cipherfab reproduce``."""

from pathlib import Path
from string import hexdigits

from ..errors import CallError
from ..implement import reproduce
from ..results.home import Home, default_home
from ..results.store import Store

SHORTEST = 6
"""Digits of an id that are enough to ask with."""


def run(result: str) -> dict:
    """Run an implementation run again and compare every number.

    Args:
        result: the id of a record, of a run in the cache (both may be cut to their first digits), or a run directory.

    Raises:
        CallError: there is none, or several.
    """
    directory = Path(result) if Path(result).is_dir() else _find(result, default_home())
    return {"directory": str(directory), **reproduce.reproduce(directory)}


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
    verdict = "reproduced" if outcome["reproduced"] else "NOT reproduced"
    print(f"{outcome['directory']}: {verdict}, {outcome['numbers']} numbers compared, {len(outcome['differences'])} differ")
