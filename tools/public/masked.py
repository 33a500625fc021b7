# SPDX-License-Identifier: Apache-2.0
"""The table of masked AEADs, public ones and ours, from what `public_masked` found."""

from collections.abc import Iterator, Mapping

from .table import short

HEAD = ("core", "order", "verify", "GE", "random bits a word", "words", "cycles", "largest t",
        "t-test", "with pauses of RDI")  # fmt: skip
"""Columns; words of RDI and cycles are those of one message."""


def table(rows: Mapping[str, Mapping]) -> Iterator[str]:
    """Head and rows, by algorithm and order, ours first."""
    yield "| " + " | ".join(HEAD) + " |"
    yield "|---" * 3 + "|--:" * 5 + "|---" * 2 + "|"
    for name in sorted(rows, key=lambda name: _place(name, rows[name])):
        yield "| " + " | ".join(line(name, rows[name])) + " |"


def _place(name: str, one: Mapping) -> tuple:
    return one.get("order", 9), one.get("algorithm", "~"), bool(one["hand"]), name


def line(name: str, one: Mapping) -> list[str]:
    """A row of the table."""
    called = f"{one['core']}" if one["hand"] else f"`{name}` (ours)"
    if "area_ge" not in one:
        told = _verified(one) if "unjudged" in one else ""
        why = short(one.get("unjudged") or one["failures"][0]).replace("|", "/")
        return [called, str(one.get("order", "")), told, *[""] * 6, f"not judged: {why}"]
    return [
        called,
        str(one["order"]),
        _verified(one),
        f"{one['area_ge']:,.0f}",
        f"{one['random']:,}",
        f"{one['random_words']:,}",
        f"{one['cycles']:,}",
        f"{one['max_t']:.2f} of {one['threshold']:.2f}",
        f"leaks, cycle {one['cycle']}" if one["leaks"] else "nothing found",
        f"leaks, {one['paused_t']:.2f}" if one["paused_leaks"] else f"{one['paused_t']:.2f}",
    ]


def _verified(one: Mapping) -> str:
    """The verdict, and of a core that fails the first check that does."""
    failures = one.get("failures", ())
    return (
        short(f"{one['verdict']}: {failures[0]}").replace("|", "/") if failures else one["verdict"]
    )


def words(one: Mapping) -> Iterator[str]:
    """What is said while the tool runs."""
    yield _verified(one)
    if "max_t" in one:
        yield f"|t| = {one['max_t']:.2f} of {one['threshold']:.2f}"
        yield f"with pauses {one['paused_t']:.2f}"
    yield f"{one['seconds']} s"
