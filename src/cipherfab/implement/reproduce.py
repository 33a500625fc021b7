# SPDX-License-Identifier: Apache-2.0
"""Run one run again from its stored inputs, and compare every number."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..errors import CallError
from . import flow


def reproduce(directory: Path, *, claims: Mapping[str, Mapping[str, float]] | None = None) -> dict:
    """Re-run the run in ``directory`` (its ``job.json``) in a fresh directory and compare with its
    ``result.json``.

    Args:
        directory: of a finished run.
        claims: numbers that are said of it elsewhere, by where and by their names in the result:
            they must be the same too.

    Returns:
        ``reproduced``: whether every number is the same; ``numbers``: how many were compared;
        ``differences``: for each one that is not, its name and its ``stored`` and ``measured``
        value; ``changed_inputs``: tools, files and sources that are not the same.

    Raises:
        CallError: there is no finished run; and what `flow.run_job` raises.
    """
    stored, job = (_load(Path(directory) / name) for name in (flow.RESULT, flow.JOB))
    with tempfile.TemporaryDirectory(prefix="cipherfab-reproduce-") as fresh:
        measured = flow.run_job(job, Path(fresh)).to_json()
    found = numbers(measured)
    differing, count = _compare(numbers(stored), found), len(numbers(stored))
    for where, claimed in (claims or {}).items():
        differing |= {f"{where}: {name}": {"stored": value, "measured": found.get(name)}
                      for name, value in claimed.items()
                      if found.get(name) != value}
        count += len(claimed)
    inputs = _compare(_inputs(stored), _inputs(measured))
    return {"reproduced": not differing, "numbers": count, "differences": differing,
            "changed_inputs": inputs}


def _load(path: Path) -> dict:
    try:
        return json.loads(path.read_text())
    except (OSError, json.JSONDecodeError):
        raise CallError(
            f"{path}: expected the file of a finished run, found none that can be read") from None


def numbers(result: dict) -> dict[str, float]:
    """Every number of a run's result, by the keys that lead to it, joined by points."""
    return {name: value for name, value in _leaves(result) if isinstance(value, int | float)}


def _inputs(result: dict) -> dict[str, str]:
    return {name: value for key in ("inputs", "versions")
            for name, value in _leaves(result[key], key)}


def _leaves(value, name: str = "") -> Iterator[tuple[str, object]]:
    """Every value that is not a dictionary, with the path of keys that leads to it."""
    if not isinstance(value, dict):
        yield name, value
        return
    for key, part in value.items():
        yield from _leaves(part, f"{name}.{key}" if name else key)


def _compare(stored: dict, measured: dict) -> dict[str, dict]:
    return {name: {"stored": stored.get(name), "measured": measured.get(name)}
            for name in sorted(set(stored) | set(measured))
            if stored.get(name) != measured.get(name)}
