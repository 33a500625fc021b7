# SPDX-License-Identifier: Apache-2.0
"""What became of a job."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DONE, CACHED, FAILED = "done", "cached", "failed"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a job.

    Attributes:
        key: name of the job's result in the cache.
        status: ``done`` (now), ``cached`` (earlier) or ``failed``.
        result: what the job's function returned; None if it failed.
        directory: the run directory; of a failed job where its files are kept, None if nowhere.
        error: of a failed job, the message with the tail of its log; else empty.
        exit_code: 0, or what the command line returns for the error (1 wrong design, 2 wrong call,
            3 tool).
        seconds: how long it took, when it ran.
    """

    job: Mapping[str, Any]
    key: str
    status: str
    result: Mapping[str, Any] | None = None
    directory: Path | None = None
    error: str = ""
    exit_code: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether there is a result."""
        return self.status != FAILED
