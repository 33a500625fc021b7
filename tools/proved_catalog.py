# SPDX-License-Identifier: Apache-2.0
"""`verify --prove` over the catalog: which cores with the LWC API are proved, and why others are
not.

    python tools/proved_catalog.py [--stalls] [--proof-seconds S] [--first N] [--again] [--earlier]
        [CORE ...]
    python tools/proved_catalog.py [--stalls] --table [--json] [--more FILE ...] [--write PAGE]

Without names: the core that the bare name of each AEAD and hash function means. Each shape of the
default set is proved; *any order*, which is about all shapes of a core, is not tried here. With
``--stalls`` those of one message are proved under any stalls. What became of a shape stands in
`cipherfab-out/proved-catalog.json` (with ``--stalls`` in `proved-stalls.json`) as soon as it is
known, with the key of its job, so that the same command goes on where it was stopped; a shape whose
core or whose prover changed is proved again. ``--first N`` tries no more than N shapes of each
core, the longest of one message first, which soon says which modes are served. ``--again`` tries
again what was open, ``--earlier`` that alone: what an earlier prover proved of the same RTL counts.
``--table`` proves nothing and prints what is known, ``--more`` with what
other runs know (``--results``; of a core known twice, what has more shapes), and ``--write`` puts
it into docs/results/proved-messages.md. Ends with 1 if a shape was refuted.
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pages import filled

from cipherfab import catalog
from cipherfab.catalog.algorithm import Kind
from cipherfab.cores.build import build
from cipherfab.design import Design
from cipherfab.errors import CipherfabError
from cipherfab.results.cache import Cache, key_of
from cipherfab.results.digest import digest_design
from cipherfab.results.home import default_home
from cipherfab.runs.shapes import kept_in, messages_job
from cipherfab.verify.finding import Finding
from cipherfab.verify.messages import check
from cipherfab.verify.messages.prove import OPEN, PROVED, REFUTED
from cipherfab.verify.messages.prover import shape_of
from cipherfab.verify.messages.shapes import Shape
from cipherfab.verify.messages.stalls import AnyStalls
from cipherfab.verify.messages.waiting import ANY_STALLS

SAID = {True: PROVED, False: REFUTED, None: OPEN}

REASON = 120
"""Characters of a reason in a table."""


def main() -> int:
    """Prove and print."""
    options = asked()
    known = read(options.results) if options.results.exists() else {}
    for path in options.more:
        for name, found in read(path).items():
            if len(found["shapes"]) >= len(known.get(name, {"shapes": {}})["shapes"]):
                known[name] = found
    names = options.cores or (list(known) if options.table else served())
    for name in names if not options.table else ():
        try:
            design = build(name)
        except CipherfabError as error:
            print(f"{name}: {str(error).partition(';')[0]}", file=sys.stderr)
            continue
        found = known.setdefault(name, {"shapes": {}})
        found["of"] = len(shapes_of(design, options.stalls))
        for shape, result in proved(design, found["shapes"], options):
            found["shapes"][shape] = result
            write(options.results, known)
        print(line(name, found), flush=True)
    rows = {name: known[name] for name in names if name in known}
    show(rows, table(rows), options, mark="stalls" if options.stalls else "catalog")
    return int(any(verdict(found) == REFUTED for found in rows.values()))


def asked() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cores", nargs="*", metavar="CORE")
    parser.add_argument("--proof-seconds", type=int, default=60, help="time limit of a shape")
    parser.add_argument("--first", type=int, help="shapes of a core, the longest first")
    parser.add_argument("--again", action="store_true", help="try again what was open")
    parser.add_argument("--earlier", action="store_true", help="the same, whatever proved the rest")
    parser.add_argument("--table", action="store_true", help="prove nothing, print what is known")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--stalls", action="store_true", help="under any stalls")
    parser.add_argument("--results", type=Path, help="file of what is known")
    parser.add_argument("--more", type=Path, nargs="+", default=[], help="of other runs")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="with --table")
    options = parser.parse_args()
    if (options.more or options.write) and not options.table:
        parser.error("--more and --write go with --table")
    name = "proved-stalls.json" if options.stalls else "proved-catalog.json"
    options.results = options.results or default_home().root / name
    return options


def show(rows: Mapping, lines: Iterable[str], options: argparse.Namespace, *, mark: str) -> None:
    """Print what is known as JSON or as a table, and put the table into a page.

    Args:
        rows: what is known.
        lines: the table of that.
        options: ``json``, ``table`` and ``write``, the page.
        mark: name of the table's place in the page.
    """
    text = "\n".join(lines)
    if options.json:
        print(json.dumps(rows, indent=2))
    elif options.table:
        print(text)
    if options.write:
        options.write.write_text(filled(options.write.read_text(), {mark: text}))


def read(path: Path) -> dict:
    """What is known."""
    return json.loads(path.read_text())


def write(path: Path, known: Mapping) -> None:
    """Keep what is known, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(known, indent=1))
    os.replace(fresh, path)


def served() -> list[str]:
    """The AEADs and hash functions of the catalog."""
    return [one.name for one in catalog.ALGORITHMS.values() if one.kind in (Kind.AEAD, Kind.HASH)]


def shapes_of(design: Design, stalls: bool) -> list[Shape]:
    """The default set of a core; of it those that are proved under any stalls."""
    if check.refusal(design):
        return []
    return [
        shape for shape in check.shapes_of(design, all_shapes=False) if shape.single or not stalls
    ]


def proved(design: Design, known: Mapping, options: argparse.Namespace) -> Iterator[tuple]:
    """Each shape that is tried, by name, and what became of it."""
    shapes = shapes_of(design, options.stalls)
    more = {"stalls": ANY_STALLS} if options.stalls else {}
    jobs = {shape.name: {**shape_of(shape), **more} for shape in shapes}
    keys = {name: key_of(messages_job(design, job)) for name, job in jobs.items()}
    digest = digest_design(design)
    wanted = [
        shape
        for shape in longest(shapes)[: options.first]
        if tries(known.get(shape.name), keys[shape.name], digest, options)
    ]
    if not wanted:
        return
    kept = kept_in(Cache(default_home()), design)
    with tempfile.TemporaryDirectory(prefix="cipherfab-proofs-") as work:
        if options.stalls:
            prover = check.Prover(design, Path(work), seconds=options.proof_seconds)
            found = (
                stalled(
                    shape,
                    kept(
                        jobs[shape.name], lambda shape=shape: prover.result(shape, along=AnyStalls)
                    ),
                )
                for shape in wanted
            )
        else:
            found = check.check_messages(
                design,
                Path(work),
                all_shapes=False,
                seconds=options.proof_seconds,
                waveform=None,
                say=lambda text: None,
                kept=kept,
                only=wanted,
            )
        for one in found:
            yield (
                one.check,
                {
                    "verdict": SAID[one.passed],
                    "detail": one.detail,
                    "seconds": one.seconds,
                    "key": keys[one.check],
                    "design": digest,
                },
            )


def stalled(shape: Shape, found: Mapping) -> Finding:
    """The finding of a shape under any stalls; a counterexample is not played here."""
    passed = True if found["verdict"] == PROVED else None
    played = ", which `verify --prove` plays" if found["verdict"] == REFUTED else ""
    return Finding(check.LINK, shape.name, passed, f"{found['detail']}{played}", found["seconds"])


def tries(known: Mapping | None, key: str, design: str, options: argparse.Namespace) -> bool:
    """Whether a shape of which this is known, or nothing, is to be proved.

    Args:
        known: what became of it.
        key: of its job, which code and RTL are part of.
        design: the digest of its RTL.
        options: with ``earlier`` what was proved of this RTL counts, whichever prover did it.
    """
    if known is None:
        return True
    if known["verdict"] == PROVED:
        same = options.earlier and known.get("design") == design
        return known["key"] != key and not same
    return known["key"] != key or options.again or options.earlier


def longest(shapes: Sequence[Shape]) -> list[Shape]:
    """Shapes of one message, the longest of each way in turn, then the others."""
    ways: dict[str, list[Shape]] = {}
    for shape in sorted(
        (shape for shape in shapes if shape.single),
        key=lambda shape: -(shape.parts[0].ad + shape.parts[0].text),
    ):
        ways.setdefault(str(shape.parts[0].operation), []).append(shape)
    turns = [
        shape
        for turn in range(len(shapes))
        for way in ways.values()
        for shape in way[turn : turn + 1]
    ]
    return [*turns, *(shape for shape in shapes if shape not in turns)]


def count(found: Mapping) -> Counter:
    """How many shapes of a core have each verdict."""
    return Counter(shape["verdict"] for shape in found["shapes"].values())


def verdict(found: Mapping) -> str:
    """Of a core: `PROVED` only if every shape of its set is."""
    said = count(found)
    if said[REFUTED]:
        return REFUTED
    return PROVED if found["of"] and said[PROVED] == found["of"] else OPEN


def seconds(found: Mapping) -> float:
    """Of all shapes of a core."""
    return sum(shape["seconds"] for shape in found["shapes"].values())


def reasons(found: Mapping) -> list[str]:
    """Why shapes are open, the most frequent reason first, each with how many it holds back."""
    counts = Counter(
        shape["detail"].removeprefix("open: ").partition("; ")[0][:REASON]
        for shape in found["shapes"].values()
        if shape["verdict"] != PROVED
    )
    return [f"{number} × {text}" for text, number in counts.most_common()]


def line(name: str, found: Mapping) -> str:
    """A core in a line."""
    said = count(found)
    return (
        f"{name}: {said[PROVED]} proved, {said[OPEN]} open, {said[REFUTED]} refuted of "
        f"{found['of']}, {seconds(found):.0f} s {'; '.join(reasons(found))}"
    )


def table(rows: Mapping[str, Mapping]) -> Iterator[str]:
    """The rows of docs/results/proved-messages.md."""
    yield "| core | proved | open | refuted | not tried | of | seconds | why open |"
    yield 8 * "|---" + "|"
    total: Counter[str] = Counter()
    for name, found in rows.items():
        said = count(found)
        total += said
        rest = found["of"] - len(found["shapes"])
        yield (
            f"| `{name}` | {said[PROVED]} | {said[OPEN]} | {said[REFUTED]} | {rest} | "
            f"{found['of']} | {seconds(found):.0f} | "
            f"{'; '.join(reasons(found)).replace('|', '/')} |"
        )
    whole = sum(verdict(found) == PROVED for found in rows.values())
    tried = sum(not count(found).keys() - {PROVED} for found in rows.values())
    yield (
        f"\n{whole} of {len(rows)} cores have every shape proved, {tried} every shape that was "
        f"tried; of {sum(total.values())} shapes tried {total[PROVED]} are proved, "
        f"{total[OPEN]} open, {total[REFUTED]} refuted."
    )


if __name__ == "__main__":
    sys.exit(main())
