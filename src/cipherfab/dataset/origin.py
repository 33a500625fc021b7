# SPDX-License-Identifier: Apache-2.0
"""Which sources an entry of the data set comes from."""

import subprocess
from pathlib import Path


def commit() -> str:
    """The commit of the repository that the sources are from, ``+`` behind it if they differ; empty
    if there is none.
    """
    source = Path(__file__).parents[1]

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", "-C", str(source), *words],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout

    try:
        changed = git("status", "--porcelain", "--untracked-files=no", "--", str(source))
        return git("rev-parse", "HEAD").strip() + ("+" if changed.strip() else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def both(before: str, added: str, now: str) -> str:
    """The commit of an entry to which something was added later, such as ``energy``.

    Args:
        before, now: commits of the entry and of what was added.
    """
    return before if now == before else f"{before}, {added} {now}"
