# SPDX-License-Identifier: Apache-2.0
"""Writes docs/reference/dangers.md: what each mode does not protect its user from.

python tools/dangers.py           # writes the page
python tools/dangers.py --check   # is the page what would be written?
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cipherfab.catalog import ALGORITHMS
from cipherfab.modes import dangers

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "dangers.md"
HEAD = """# What a mode does not protect you from

`python tools/dangers.py` writes this page from the modes and the catalog.
`cipherfab emit` prints the same sentences in the README of a core.
"""
TITLES = {
    "RESPECTING": "Nonces must not repeat",
    "RESISTANT": "A repeated nonce shows whether two messages are the same",
    "ONLINE": "A repeated nonce shows what two messages begin with in common",
    "UNKEYED": "Hash functions",
    "TRANSPORT": "Tests of an interface",
}


def lines() -> Iterator[str]:
    """The page."""
    yield HEAD
    limits = defaultdict(list)
    for name, entry in ALGORITHMS.items():
        if entry.model is not None:
            limits[entry.model.dangers].append((name, entry.data_limit or "not recorded here"))
    for name, title in TITLES.items():
        said = getattr(dangers, name)
        yield f"## {title}\n\n{said.repeated} {said.unverified}\n"
        yield "| algorithm | most data for a key |\n|---|---|"
        yield from (f"| `{each}` | {limit} |" for each, limit in limits[said])
        yield ""
    yield (
        "*Not recorded here* says nothing of the document, which may have a limit: read it before "
        "you choose how long a key lives."
    )


def main() -> None:
    """Write the page, or say that it is not what would be written."""
    text = "\n".join(lines()) + "\n"
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text() != text and f"{PAGE} is not what tools/dangers.py writes.")
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
