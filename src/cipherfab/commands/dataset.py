# SPDX-License-Identifier: Apache-2.0
"""``cipherfab dataset``: making a data set, and saying what one holds."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..dataset import entry
from ..errors import ToolError
from ..plain import say

if TYPE_CHECKING:
    from ..dataset.build import Settings


def build(
    cores: Iterable[str], output: Path, settings: "Settings", say: Callable[[str], None]
) -> dict:
    """Bring cores into the file ``output``; those of the library if none is named.

    Raises:
        CallError: a name is wrong, or the file is no data set.
        ToolError: a tool is missing.
    """
    # Not at the top: `info` needs none of it.
    from ..dataset import plan
    from ..dataset.build import build_file
    from ..implement.placement.place import MISSING, available

    if settings.placed and not available():
        raise ToolError(MISSING)
    failures = build_file(output, cores or plan.cores(), settings, say)
    return {
        "path": str(output),
        "cores": len(entry.read(output)) if output.is_file() else 0,
        "failures": failures,
    }


def exit_code(result: dict) -> int:
    """3 if a core failed, else 0."""
    return 3 if result["failures"] else 0


def show_built(result: dict) -> None:
    """Print where the data set is and how large it is."""
    say(f"{result['path']}: {result['cores']} cores, {len(result['failures'])} failed")


def info(path: Path | None, *, today: bool = False) -> dict:
    """What a data set holds: counts by kind, platform and outcome of each link, and every version
    that it was made with.

    Args:
        today: build every core too, and count those whose RTL is that of their entry (``today``,
            else None).
    """
    entries = entry.read(path)
    runs = Counter(
        (run.platform, run.recipe, run.period_ps) for found in entries for run in found.runs
    )
    placed = Counter(
        (run.platform, run.recipe, run.period_ps)
        for found in entries
        for run in found.runs
        if run.placed_delay_ns is not None
    )
    links = Counter((link, found.passed(link)) for found in entries for link in found.verified)
    words = {True: "passed", False: "failed", None: "not verified here"}
    # A set, since most entries were made with the same versions.
    versions = {
        f"{tool} {version}" for found in entries for tool, version in found.versions.items()
    }
    return {
        "path": str(path or "the data set of the package"),
        "cores": len(entries),
        "kinds": dict(sorted(Counter(found.kind for found in entries).items())),
        "runs": [
            {
                "platform": platform,
                "recipe": recipe,
                "period_ps": period,
                "cores": count,
                "placed": placed[platform, recipe, period],
            }
            for (platform, recipe, period), count in sorted(runs.items())
        ],
        "links": {
            link: {words[passed]: count for (name, passed), count in links.items() if name == link}
            for link in dict.fromkeys(name for name, _ in links)
        },
        "versions": sorted(versions),
        "commits": sorted({found.commit for found in entries}),
        "today": _of_today(entries) if today else None,
    }


def _of_today(entries: Iterable[entry.Entry]) -> int:
    """How many entries are of the RTL that their core has today."""
    from ..dataset.again import of_today

    return sum(map(of_today, entries))


def show_info(result: dict) -> None:
    """Print ``info``."""
    say(
        f"{result['path']}: {result['cores']} cores "
        f"({', '.join(f'{n} {kind}' for kind, n in result['kinds'].items())})"
    )
    for run in result["runs"]:
        placed = f", {run['placed']} of them placed" * bool(run["placed"])
        say(
            f"  {run['cores']} on {run['platform']}, recipe {run['recipe']}, "
            f"{run['period_ps'] / 1000:g} ns{placed}"
        )
    for link, counts in result["links"].items():
        say(f"  {link}: {', '.join(f'{count} {word}' for word, count in counts.items())}")
    say(f"made with {', '.join(result['versions'])}")
    say(f"of commit {', '.join(result['commits']) or 'unknown'}")
    if result["today"] is not None:
        say(f"{result['today']} of {result['cores']} are of the RTL that their core has today")
