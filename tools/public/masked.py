# SPDX-License-Identifier: Apache-2.0
"""The tables of masked AEADs, public ones and ours, from what `public_masked` found."""

from collections.abc import Iterator, Mapping

from cipherfab.report.markdown import table as markdown

from .table import short

HEAD = ("core", "order", "gadget", "verify", "its copy with mends", "GE", "random bits a word",
        "cycles a block", "random bits a byte", "Mbit/s", "composition",
        "largest t", "t-test", "with pauses of RDI")  # fmt: skip
"""Columns; of blocks inside a long message."""

BESIDE = ("theirs", "ours", "GE", "cycles a byte", "random bits a byte", "product, theirs to ours")

SAME = {"elephant-dumbo-v1": "elephant-dumbo-v2"}
"""Algorithms that are compared with another version, which has as many calls a block."""

LEFT_OUT = "–"


def text(rows: Mapping[str, Mapping]) -> str:
    """Both tables: what was found of each core, and ours beside theirs."""
    return "\n".join([*table(rows), "", *beside(rows)])


def table(rows: Mapping[str, Mapping]) -> Iterator[str]:
    """Head and rows, by algorithm and order, ours first."""
    yield "| " + " | ".join(HEAD) + " |"
    yield "|---|--:|---|---|---" + "|--:" * 5 + "|---|--:|---|---|"
    for name in sorted(rows, key=lambda name: _place(name, rows[name])):
        yield "| " + " | ".join(line(name, rows[name])) + " |"


def _place(name: str, one: Mapping) -> tuple:
    return one.get("order", 9), _family(one), bool(one["hand"]), name


def _family(one: Mapping) -> str:
    algorithm = one.get("algorithm", "~")
    return SAME.get(algorithm, algorithm)


def line(name: str, one: Mapping) -> list[str]:
    """A row of the table."""
    called = f"{one['core']}" if one["hand"] else f"`{name}` (ours)"
    copy = " (the copy)" * one.get("measured_copy", False)
    return [
        called,
        str(one.get("order", "")),
        one.get("gadget", "").upper(),
        _verified(one),
        _verified(one["mended"]) if "mended" in one else "",
        f"{one['area_ge']:,.0f}{copy}" if "area_ge" in one else "",
        f"{one['random']:,}" if "random" in one else "",
        *(_of_block(one) if "block" in one else [""] * 3),
        _composition(one),
        *_tested(one),
    ]


def _of_block(one: Mapping) -> list[str]:
    return [
        f"{one['block']['cycles']:,g} of {one['block']['bytes']} bytes",
        f"{_bits(one):,.0f}",
        f"{8 * one['fmax_mhz'] / _cycles(one):,.0f}",
    ]


def _tested(one: Mapping) -> list[str]:
    """Largest t, and what the test says without and with pauses of RDI."""
    if "max_t" not in one:
        why = short(one.get("unjudged", "")).replace("|", "/")
        return ["", f"not judged: {why}", ""]
    paused = "wrong answers"
    if "paused_t" in one:
        paused = (
            f"leaks, {one['paused_t']:.2f}" if one["paused_leaks"] else f"{one['paused_t']:.2f}"
        )
    return [
        f"{one['max_t']:.2f} of {one['threshold']:.2f}",
        f"leaks, cycle {one['cycle']}" if one["leaks"] else "nothing found",
        paused,
    ]


def _cycles(one: Mapping) -> float:
    return one["block"]["cycles"] / one["block"]["bytes"]


def _bits(one: Mapping) -> float:
    return one["random"] * one["block"]["words"] / one["block"]["bytes"]


def _composition(one: Mapping) -> str:
    found = one.get("composition")
    if not found:
        return LEFT_OUT
    if found["passed"]:
        return f"proved, {found['cycles']} cycles"
    return f"not shown, {found['count']} reasons"


def _verified(one: Mapping) -> str:
    """The verdict, and of a core that fails the first check that does."""
    failures, verdict = one.get("failures", ()), one["verdict"]
    return short(f"{verdict}: {failures[0]}").replace("|", "/") if failures else verdict


def beside(rows: Mapping[str, Mapping]) -> list[str]:
    """Each public core beside each of ours of its algorithm and order: area, cycles, random bits,
    and how many times their product is that of ours.
    """
    known = {name: one for name, one in rows.items() if "block" in one}
    pairs = [
        (theirs, name, ours)
        for theirs in sorted((one for one in known.values() if one["hand"]), key=_order)
        for name, ours in sorted(known.items())
        if not ours["hand"] and _order(ours) == _order(theirs)
    ]
    if not pairs:
        return []
    return [markdown(BESIDE, [_pair(*pair) for pair in pairs], left=2)]


def _order(one: Mapping) -> tuple:
    return one["order"], _family(one)


def _pair(theirs: Mapping, name: str, ours: Mapping) -> list[str]:
    both = theirs, ours
    return [
        theirs["core"],
        f"`{name}`",
        " beside ".join(f"{one['area_ge']:,.0f}" for one in both),
        " beside ".join(f"{_cycles(one):.2f}" for one in both),
        " beside ".join(f"{_bits(one):,.0f}" for one in both),
        f"{_product(theirs) / _product(ours):.2f}",
    ]


def _product(one: Mapping) -> float:
    return one["area_ge"] * _cycles(one) * _bits(one)


def words(one: Mapping) -> Iterator[str]:
    """What is said while the tool runs."""
    yield _verified(one)
    if "mended" in one:
        yield f"its copy with mends: {_verified(one['mended'])}"
    if "max_t" in one:
        yield f"|t| = {one['max_t']:.2f} of {one['threshold']:.2f}"
        yield f"with pauses {_tested(one)[2]}"
    if "unjudged" in one:
        yield f"not judged: {one['unjudged']}"
    yield f"{one['seconds']} s"
