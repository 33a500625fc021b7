# SPDX-License-Identifier: Apache-2.0
"""Where results live on disk."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from ..errors import of_the_system

ENVIRONMENT = "CIPHERFAB_HOME"
DEFAULT = "cipherfab-out"


@dataclass(frozen=True)
class Home:
    """One directory holds everything: ``store.sqlite``, ``cache/`` (finished jobs) and ``runs/``
    (jobs under way or failed).
    """

    root: Path

    def made(self, *folders: Path) -> None:
        """Make the home, and folders in it, if they are not there.

        Raises:
            CallError: that cannot be done there.
            ToolError: the disk is full or broken.
        """
        for folder in (self.root, *folders):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                why = (
                    error.strerror
                    if error.errno != errno.EEXIST
                    else (
                        "is a link that leads nowhere" if folder.is_symlink() else "is no directory"
                    )
                )
                raise of_the_system(
                    OSError(
                        error.errno,
                        f"{why}. Expected a home that can be written; {ENVIRONMENT} chooses it",
                        str(folder),
                    )
                ) from None

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
