# SPDX-License-Identifier: Apache-2.0
"""``cipherfab kat``."""

from pathlib import Path

from ..errors import CallError
from ..verify import chain
from ..verify.answers import genkat


def regenerate(algorithm: str) -> tuple[dict, str]:
    """What the comparison with the official file says, and the regenerated file."""
    return genkat.check(algorithm), genkat.regenerate(algorithm).decode()


def write(path: Path, text: str) -> None:
    """Write the file.

    Raises:
        CallError: it cannot be written.
    """
    try:
        path.write_text(text)
    except OSError as error:
        raise CallError(f"{path}: cannot be written ({error.strerror}).") from None


def summary(result: dict) -> str:
    """One line: whether the file is the official one."""
    if result["passed"]:
        return (
            f"{result['algorithm']}: {result['records']} records, SHA-256 equals the official "
            f"file's, {result['sha256']}")
    return (
        f"{result['algorithm']}: NOT the official file. "
        f"{chain.check_model(result['algorithm'])[0]['detail']}")
