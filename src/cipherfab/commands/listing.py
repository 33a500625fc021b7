# SPDX-License-Identifier: Apache-2.0
"""``cipherfab list``."""

from ..catalog import ALGORITHMS
from ..cores.architectures import ARCHITECTURES
from ..cores.options import OPTIONS
from ..cores.vocabulary import meaning
from ..implement import platforms
from ..implement.recipes import RECIPES
from ..plain import say
from ..report import printing
from ..report.listing import listing


def content(kind: str | None = None) -> dict:
    """Everything that can be named on the command line, as plain data."""
    chosen = [algorithm for algorithm in ALGORITHMS.values() if kind in (None, algorithm.kind)]
    return {
        "algorithms": [{"name": entry.name, "kind": str(entry.kind),
                        "title": entry.title, "version": entry.version,
                        "document": entry.document,
                        "known_answers_sha256": entry.known_answers.sha256} for entry in chosen],
        "architectures": {name: meaning(name) for name in ARCHITECTURES},
        "options": {name: meaning(name) for name in OPTIONS},
        "platforms": [*platforms.names(), *platforms.FORMS],
        "recipes": list(RECIPES)}  # fmt: skip


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
