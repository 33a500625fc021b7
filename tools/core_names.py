# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/reference/core-names.md from the literals of architectures and options.

python tools/core_names.py           # writes the page
python tools/core_names.py --check   # is the page what would be written?
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import takes
from cipherfab.cores.architectures import ARCHITECTURES
from cipherfab.cores.options import OPTIONS
from cipherfab.cores.vocabulary import NAMES, who_takes

FEW = 9
"""Names that a row lists."""
PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "core-names.md"
BARE = [one for one in ALGORITHMS.values() if one.primitive]
WITH_CORE = [one for one in ALGORITHMS.values() if one.model and takes(one.model)]
HEADINGS = f"of {len(BARE)} primitives | of {len(WITH_CORE)} AEADs, hashes"


def architectures() -> Iterator[str]:
    """The table of the architectures."""
    yield f"| architecture | meaning | {HEADINGS} |"
    yield "|---|---|--:|--:|"
    for name, one in ARCHITECTURES.items():
        yield f"| `{one.form}` | {_short(name)} | {_counted(one)} |"


def options() -> Iterator[str]:
    """The table of the options."""
    yield f"| option | meaning | goes with | not with | {HEADINGS} |"
    yield "|---|---|---|---|--:|--:|"
    for name, one in OPTIONS.items():
        parts = (" ".join(f"`{part}`" for part in each) for each in (one.goes_with, one.without))
        yield f"| `{one.form}` | {_short(name)} | {' | '.join(parts)} | {_counted(one)} |"


def _short(name: str) -> str:
    """What it means, with the names of those that take it if they are few."""
    text = {**ARCHITECTURES, **OPTIONS}[name].meaning.replace("{folded}", "many (`cipherfab list`)")
    for place, asked in NAMES.items():
        names = who_takes(name, asked)
        few = ", ".join(f"`{each}`" for each in names)
        text = text.replace(place, few if len(names) <= FEW else f"{len(names)} (`cipherfab list`)")
    return text


def _counted(one) -> str:
    """How many bare primitives, and how many AEADs and hashes with a core take it."""
    return " | ".join(str(sum(map(one.fits, each)) or "–") for each in (BARE, WITH_CORE))


def written(page: str) -> str:
    """The page with its tables made anew."""
    for table in (architectures, options):
        name, text = table.__name__, "\n".join(table())
        page = re.sub(
            rf"(?<=<!-- {name} -->\n).*?(?=\n<!-- /{name} -->)",
            lambda _, text=text: text,
            page,
            flags=re.DOTALL,
        )
    return page


def main() -> None:
    """Write the page, or say that it is not what would be written."""
    before = PAGE.read_text()
    after = written(before)
    if "--check" in sys.argv:
        sys.exit(before != after and f"{PAGE} is not what tools/core_names.py writes.")
    PAGE.write_text(after)


if __name__ == "__main__":
    main()
