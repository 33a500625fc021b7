# SPDX-License-Identifier: Apache-2.0
"""Where results live on disk."""

import os
from dataclasses import dataclass
from pathlib import Path

ENVIRONMENT = "CIPHERFAB_HOME"
DEFAULT = "cipherfab-out"


@dataclass(frozen=True)
class Home:
    """One directory holds everything: ``store.sqlite``, ``cache/`` (finished jobs) and ``runs/``
    (jobs under way or failed).
    """

    root: Path

    @property
    def database(self) -> Path:
        return self.root / "store.sqlite"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def runs(self) -> Path:
        return self.root / "runs"


def default_home() -> Home:
    """The directory named by ``CIPHERFAB_HOME``, else ``cipherfab-out`` in the current one; not yet
    created.
    """
    return Home(Path(os.environ.get(ENVIRONMENT) or DEFAULT).absolute())
