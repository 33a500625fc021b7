# SPDX-License-Identifier: Apache-2.0
"""Run one run again from its stored inputs, and compare every number."""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ..errors import CallError
from . import flow

APART = ("inputs", "versions")
"""What a result says of what it was made from."""

Claim = tuple[Mapping[str, object], Callable[[str], bool]]


def reproduce(directory: Path, *, claims: Mapping[str, Claim] | None = None) -> dict:
    """Re-run the run in ``directory`` (its ``job.json``) in a fresh directory and compare with its
    ``result.json``.

    Args:
        directory: of a finished run.
        claims: what is said of it elsewhere, by where: facts by their names in the result, and
            which names are there. These must be there, be the same, and be all.

    Returns:
        ``reproduced``: whether every number is the same, and every name, and none is missing;
        ``numbers``: how many were compared;
        ``differences``: for each one that is not, its name and its ``stored`` and ``measured``
        value; ``changed_inputs``: tools, files and sources that are not the same.

    Raises:
        CallError: there is no finished run; and what `flow.run_job` raises.
    """
    stored, job = (_load(Path(directory) / name) for name in (flow.RESULT, flow.JOB))
    with tempfile.TemporaryDirectory(prefix="cipherfab-reproduce-") as fresh:
        measured = flow.run_job(job, Path(fresh)).to_json()
    # Versions and inputs are compared apart: with a newer tool the numbers may still be the same.
    found = facts(measured)
    differing, count = _compare(facts(stored), found), len(numbers(stored))
    for where, (claimed, names) in (claims or {}).items():
        expected = {name: value for name, value in found.items() if names(name)}
        differing |= {
            f"{where}: {name}": values for name, values in _compare(claimed, expected).items()
        }
        count += len(_numbers(claimed))
    inputs = _compare(_inputs(stored), _inputs(measured))
    return {
        "reproduced": not differing,
        "numbers": count,
        "differences": differing,
        "changed_inputs": inputs,
    }


def _load(path: Path) -> dict:
    try:
        content = json.loads(path.read_text())
    # The last one: JSON of brackets within brackets.
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise CallError(f"{path}: expected the file of a finished run, found none that can be read")
    return content


def facts(result: dict) -> dict[str, object]:
    """Everything that a run's result says, by the keys that lead to it, joined by points: numbers,
    names and texts, but not what it was made from, which is compared apart.
    """
    said = {key: value for key, value in result.items() if key not in APART}
    return {name: value for name, value in _leaves(said) if value is not None}


def numbers(result: dict) -> dict[str, float]:
    """The numbers among these, and among what it was made from."""
    return _numbers(dict(_leaves(result)))


def _numbers(facts: Mapping[str, object]) -> dict[str, float]:
    return {name: value for name, value in facts.items() if isinstance(value, int | float)}


def _inputs(result: dict) -> dict[str, str]:
    return {name: value for key in APART for name, value in _leaves(result.get(key, {}), key)}


def _leaves(value, name: str = "") -> Iterator[tuple[str, object]]:
    """Every value that is not a dictionary, with the path of keys that leads to it."""
    if not isinstance(value, dict):
        yield name, value
        return
    for key, part in value.items():
        yield from _leaves(part, f"{name}.{key}" if name else key)


def _compare(stored: dict, measured: dict) -> dict[str, dict]:
    """What differs; a name that one side does not have differs too."""
    return {
        name: {"stored": stored.get(name), "measured": measured.get(name)}
        for name in sorted(set(stored) | set(measured))
        if name not in stored or name not in measured or not _same(stored[name], measured[name])
    }


def _same(stored: object, measured: object) -> bool:
    """Equal, and no truth value where a number is: to Python 1 is ``True``."""
    return stored == measured and isinstance(stored, bool) == isinstance(measured, bool)
