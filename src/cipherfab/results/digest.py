# SPDX-License-Identifier: Apache-2.0
"""SHA-256 over values in one canonical spelling, so that equal things have equal names on every
machine.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..design import Design


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces and no NaN: one spelling for each value.

    Raises:
        TypeError, ValueError: the value is not JSON.
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: Any) -> str:
    """SHA-256 (64 hexadecimal digits) of a JSON-able value."""
    return digest_text(canonical(value))


def digest_text(text: str) -> str:
    """SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_file(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_design(design: Design) -> str:
    """SHA-256 of a design: its top, clock, reset and sources by file name. Its name does not enter:
    equal RTL is one design.
    """
    return digest_sources(design.sources, top=design.top, clock=design.clock, reset=design.reset)


def digest_sources(
    sources: Mapping[str, str], *, top: str, clock: str = "clk", reset: str = "rst"
) -> str:
    """As :func:`digest_design`, for sources (text by file name) that are not a `Design`."""
    return digest({"sources": dict(sources), "top": top, "clock": clock, "reset": reset})
