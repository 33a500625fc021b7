# SPDX-License-Identifier: Apache-2.0
"""The table of public cores in docs/results/verified-cores.md, and the sentence above it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cipherfab.errors import CallError

BEGIN, END = "<!-- public -->", "<!-- /public -->"
VERIFIED, FAILED, NOT_READ, NOT_JUDGED = "verified", "FAILED", "not read", "not judged"
HEAD = ("repository, commit", "core", "algorithm", "reader", "verdict", "remarks", "s")
LONGEST = 160
"""Characters of a remark in the table."""

UNKNOWN = "not shown whose"
"""What stands behind a core that fails and of which no second simulator showed a counterexample."""


def short(text: str) -> str:
    """A text in one line of at most `LONGEST` characters."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def table(rows: Mapping[str, Mapping]) -> Iterator[str]:
    """The sentence and the table of the page, from what is known of each description: cores that
    verify first, then by repository.
    """
    yield sentence(list(rows.values()))
    yield ""
    yield "| " + " | ".join(HEAD) + " |"
    yield "|---" * (len(HEAD) - 1) + "|--:|"
    for name in sorted(rows, key=lambda name: _place(name, rows[name])):
        cells = (text.replace("|", "/") for text in line(name, rows[name]))
        yield "| " + " | ".join(cells) + " |"


def _place(name: str, one: Mapping) -> tuple:
    return one["verdict"] != VERIFIED, one["repository"].lower(), name


def sentence(rows: Sequence[Mapping]) -> str:
    """How many cores have which verdict."""
    count = Counter(one["verdict"] for one in rows)
    plain = sum(one["verdict"] == VERIFIED and not one["remarks"] for one in rows)
    shown = sum(one["verdict"] == FAILED and bool(one.get("played")) for one in rows)
    rest = count[NOT_READ] + count[NOT_JUDGED]
    return (
        f"Of {len(rows)} public cores {count[VERIFIED]} are verified, {plain} of them without a "
        f"remark. {count[FAILED]} fail; of {shown} of these a reduced counterexample shows in a "
        f"second simulator that it is the core. {rest} are not read, or not "
        f"judged."
    )


def line(name: str, one: Mapping) -> list[str]:
    """A row of the table; ``name`` is that of the description."""
    return [
        f"{one['repository']} {one['commit'][:7]}",
        f"`{name}`: {one['core']}",
        ", ".join(f"`{name}`" for name in one.get("algorithms", ())),
        one.get("reader", "").replace(", its netlist gate by gate", ""),
        one["verdict"],
        remarks(one),
        f"{one['seconds']:.0f}",
    ]


def remarks(one: Mapping) -> str:
    """What stands beside a verdict: what a core that passes does not do, or what fails, and whose
    fault it is shown to be.
    """
    if one["verdict"] != FAILED:
        return "; ".join(one["remarks"])
    whose = one.get("played") or UNKNOWN
    return f"{one.get('fails') or short(one['failures'][0])}; {whose}"


def fresh(page: str, text: str, first: str = BEGIN, last: str = END) -> str:
    """A page with ``text`` between two marks; raises `CallError` if they are not there."""
    before, begin, rest = page.partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        raise CallError(f"expected {first} and {last} in the page")
    return f"{before}{first}\n{text}\n{last}{after}"
