# SPDX-License-Identifier: Apache-2.0
"""``cipherfab list``."""

import hashlib
import json
import platform
from pathlib import Path

from .. import usercache
from ..plain import say
from ..report import printing
from ..report.listing import listing

PACKAGE = Path(__file__).resolve().parent.parent


def content(kind: str | None = None) -> dict:
    """Everything that can be named on the command line, as plain data.

    To know it, every cipher, mode and controller is imported. So it is kept in the user's cache for
    as long as no file of the package changes.
    """
    folder = usercache.folder(f"list-{_sources(PACKAGE)}", _write)
    listed = json.loads((folder / "list.json").read_text())
    chosen = [one for one in listed["algorithms"] if kind in (None, one["kind"])]
    return {**listed, "algorithms": chosen}


def _write(folder: Path) -> None:
    (folder / "list.json").write_text(json.dumps(made()))


def made() -> dict:
    """The same, made anew; nothing is kept."""
    from ..catalog import ALGORITHMS
    from ..cores.architectures import ARCHITECTURES
    from ..cores.options import OPTIONS
    from ..cores.vocabulary import meaning
    from ..implement import platforms
    from ..implement.recipes import RECIPES

    return {"algorithms": [{"name": entry.name, "kind": str(entry.kind),
                            "title": entry.title, "version": entry.version,
                            "document": entry.document,
                            "known_answers_sha256": entry.known_answers.sha256}
                           for entry in ALGORITHMS.values()],
            "architectures": {name: meaning(name) for name in ARCHITECTURES},
            "options": {name: meaning(name) for name in OPTIONS},
            "platforms": [*platforms.names(), *platforms.FORMS],
            "recipes": list(RECIPES)}  # fmt: skip


def _sources(package: Path) -> str:
    """What stands for the package's files as they are: names, sizes and times of change."""
    found = hashlib.sha256(platform.python_version().encode())
    for path in sorted(package.rglob("*.py")):
        stat = path.stat()
        # A tool that keeps the old time of change and the size cannot keep ctime.
        found.update(f"{path} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns}\n".encode())
    return found.hexdigest()


def show(listed: dict) -> None:
    """Print ``content``."""
    printing.show(
        listing(listed["algorithms"], ("name", "kind", "title", "version", "document"), worded=True)
    )
    for title in ("architectures", "options"):
        say(f"{title}:", apart=True)
        for name, text in listed[title].items():
            say(f"  {name:12} {text}")
    say(f"platforms: {', '.join(listed['platforms'])}", apart=True)
    say(f"recipes:   {', '.join(listed['recipes'])}")
