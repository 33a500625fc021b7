# SPDX-License-Identifier: Apache-2.0
"""``cipherfab second``."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import CallError
from ..plain import say as told
from ..verify.finding import MARKS, from_json, outcomes, to_json
from ..verify.second import check, harness

COLUMNS = ("what", "second text", "verdict", "seconds")


def run(
    names: Sequence[str],
    *,
    root: Path | None,
    seconds: int,
    native: bool,
    say: Callable[[str], None],
) -> list[dict]:
    """One finding for each comparison.

    Args:
        names: built-in harnesses, or paths of files that end with ``.toml``; none: all built-in
            ones whose C is below ``root``, the others as open.
        root: folder of the C, or of the clones that hold it, each called as its repository.

    Raises:
        CallError: a harness is unknown or wrong, or its C is missing.
        ToolError: the preprocessor is missing or refuses the C.
    """
    if not names and root is None:
        raise CallError(
            f"expected harnesses, or --root for all built-in ones: {', '.join(harness.built_in())}"
        )
    found = []
    # All are read before the first is compared, so that a wrong file is told at once.
    for one in [_read(name, root) for name in names or harness.built_in()]:
        if not names and one.missing():
            found += check.absent(one)
            continue
        with tempfile.TemporaryDirectory(prefix="cipherfab-second-") as work:
            found += check.check(one, Path(work), seconds=seconds, native=native, say=say)
    return to_json(found)


def _read(name: str, root: Path | None) -> harness.Harness:
    """A harness, in the clone of its repository where there is one below the root."""
    found = harness.read(name, root)
    # The root may be the clone itself, or the folder of several clones.
    clone = found.root / found.repository.rpartition("/")[2]
    if found.repository and found.missing() and clone.is_dir():
        return harness.read(name, clone)
    return found


def exit_code(found: Sequence[Mapping[str, Any]]) -> int:
    """1 if a comparison shows a difference, or C that is not defined."""
    return 1 if False in outcomes(from_json(found)).values() else 0


def show(found: Sequence[Mapping[str, Any]]) -> None:
    """Print a line for each comparison, and what each second text is."""
    for one in from_json(found):
        told(
            f"{MARKS[one.passed]}  {one.check}: {one.more['verdict']} ({one.seconds:.1f} s): "
            f"{one.detail}"
        )
    told("")
    for row in rows(found):
        told(" | ".join(row))


def rows(found: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """A table in the manner of Markdown's: `COLUMNS`, and a row for each comparison."""
    table = [COLUMNS, tuple("---" for _ in COLUMNS)]
    for one in from_json(found):
        source = one.more["source"]
        files = [name for name in source["files"] if name.endswith(".c")]
        text = (
            f"{source['repository']}, {source['commit'][:12]}, "
            f"{', '.join(name.rpartition('/')[2] for name in files)}"
            if source["repository"]
            else f"{one.more['harness']}, {one.more['function']}"
        )
        table.append((one.check, text, one.more["verdict"], f"{one.seconds:.1f}"))
    return table
