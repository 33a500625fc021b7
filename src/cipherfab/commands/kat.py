# SPDX-License-Identifier: Apache-2.0
"""``cipherfab kat``."""

from pathlib import Path

from .. import outputs
from ..verify import chain
from ..verify.answers import genkat


def regenerate(algorithm: str) -> tuple[dict, str]:
    """What the comparison with the official file says, and the regenerated file."""
    return genkat.check(algorithm), genkat.regenerate(algorithm).decode()


def write(path: Path, text: str) -> None:
    """Write the file."""
    with outputs.whole(path) as partial:
        partial.write_text(text)


def refuse(path: Path) -> None:
    """Before anything is computed. Raises `CallError`: see `outputs.one_file`."""
    outputs.one_file(path, lambda head: head.startswith(b"Count = "))


def summary(result: dict) -> str:
    """One line: whether the file is the official one."""
    if result["passed"]:
        return (
            f"{result['algorithm']}: {result['records']} records, SHA-256 equals the official "
            f"file's, {result['sha256']}"
        )
    return (
        f"{result['algorithm']}: NOT the official file. "
        f"{chain.check_model(result['algorithm'])[0].detail}"
    )
