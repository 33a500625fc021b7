# SPDX-License-Identifier: Apache-2.0
"""The table of planted bugs of docs/results/planted-bugs.md.

    cipherfab mutate CORE --planted --prove --seed 1 --json > planted.json
    python tools/planted_table.py planted.json [--write PAGE]

Of each bug: where it shows, whether the tests of `verify` find it and in how long, which proof
finds it and in how long, and whether the simulation showed the messages. ``--write`` puts it
between the marks ``<!-- planted -->`` and ``<!-- /planted -->`` of a page.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from public.table import fresh

NOTHING = "–"


def main() -> None:
    """Print or write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("result", type=Path, help="what the command printed with --json")
    parser.add_argument("--write", type=Path, metavar="PAGE")
    options = parser.parse_args()
    text = "\n".join(table(json.loads(options.result.read_text())))
    if options.write:
        marks = "<!-- planted -->", "<!-- /planted -->"
        options.write.write_text(fresh(options.write.read_text(), text, *marks))
    else:
        print(text)


def table(result: Mapping) -> Iterator[str]:
    """A row for each bug, and a sentence that counts them."""
    yield "| planted | shows in | tests | proof | replayed |"
    yield 5 * "|---" + "|"
    for bug in result["bugs"]:
        tested, proved = bug["tested"], bug["proved"]
        shown = "yes" if proved["replayed"] else "no" if proved["check"] else NOTHING
        cells = bug["title"], bug["shows"], found(tested, "missed"), found(proved, "open"), shown
        yield "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"
    count, missed = result["count"], result["count"] - result["found_by_testing"]
    yield (
        f"\nOf {count} bugs the tests miss {missed}. A proof finds {result['found_by_proof']}, and "
        f"the simulation shows the messages of {result['replayed']} of these. Of those that show "
        f"in a shape of the set no proof finds {len(result['missed'])}."
    )


def found(judged: Mapping, nothing: str) -> str:
    """What finds a bug, and the seconds of all that was asked."""
    remark = " (remark)" if judged["remark"] else ""
    return f"{judged['check'] or nothing}{remark}, {judged['seconds']:.0f} s"


if __name__ == "__main__":
    main()
