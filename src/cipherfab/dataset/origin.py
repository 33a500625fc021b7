# SPDX-License-Identifier: Apache-2.0
"""Which sources and tools an entry of the data set comes from."""

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..runs.outcome import Outcome

SEVERAL = ", "
"""Between versions of one tool."""


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
    # An installed package lies in no repository, and there may be no git.
    except (OSError, subprocess.SubprocessError):
        return ""


def both(before: str, added: str, now: str) -> str:
    """The commit of an entry to which something was added later, such as ``energy``.

    Args:
        before, now: commits of the entry and of what was added.
    """
    return before if now == before else f"{before}, {added} {now}"


def versions(
    outcomes: Iterable[Outcome], before: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Versions of the tools that some jobs ran, by name; of a tool that has several all of them,
    with commas, in the order of their use.

    Args:
        before: those of the entry to which the results are added.
    """
    found = {name: text.split(SEVERAL) for name, text in (before or {}).items()}
    for outcome in outcomes:
        for name, version in outcome.job["versions"].items():
            found.setdefault(name, []).append(version)
    return {name: SEVERAL.join(dict.fromkeys(found[name])) for name in sorted(found)}
