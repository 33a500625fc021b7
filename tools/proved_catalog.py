# SPDX-License-Identifier: Apache-2.0
"""`verify --prove` over the catalog: which cores with the LWC API are proved, and why others are
not.

    python tools/proved_catalog.py [--seconds S] [--first N] [--again] [--table | --json] [CORE ...]

Without names: the core that the bare name of each AEAD and hash function means. What is known of a
core stands in `cipherfab-out/proved-catalog.json` as soon as it is finished, with the key of its
job, so that the same command goes on where it was stopped; a core whose RTL or whose prover changed
is proved again. ``--first N`` proves no more than N shapes of each core, the longest of one message
first, which soon says which modes are served; such a core does not count as proved. ``--again``
tries again what was open. ``--table`` proves nothing and prints what is known, for
docs/proved-messages.md. Ends with 1 if a shape was refuted.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from cipherfab import catalog
from cipherfab.bench.shapes import messages_job
from cipherfab.catalog.algorithm import Kind
from cipherfab.commands import proofs
from cipherfab.cores.build import build
from cipherfab.design import Design
from cipherfab.errors import CipherfabError
from cipherfab.results.cache import key_of
from cipherfab.results.home import default_home
from cipherfab.verify.messages import check
from cipherfab.verify.messages.prove import OPEN, PROVED, REFUTED
from cipherfab.verify.messages.shapes import Shape

SAID = {True: PROVED, False: REFUTED, None: OPEN}


def main() -> int:
    """Prove and print."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cores", nargs="*", metavar="CORE")
    parser.add_argument("--seconds", type=int, default=60, help="time limit of a shape")
    parser.add_argument("--first", type=int, help="shapes of a core, the longest first")
    parser.add_argument("--again", action="store_true", help="try again what was open")
    parser.add_argument("--table", action="store_true", help="prove nothing, print what is known")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--results", type=Path,
                        default=default_home().root / "proved-catalog.json")
    options = parser.parse_args()
    known = json.loads(options.results.read_text()) if options.results.exists() else {}
    names = options.cores or (list(known) if options.table else served())
    for name in names if not options.table else ():
        try:
            design = build(name)
        except CipherfabError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        key = key_of(messages_job(design, {"shapes": options.first}, options.seconds))
        if name in known and known[name]["key"] == key and not (
                options.again and verdict(known[name]) != PROVED):
            continue
        known[name] = {"key": key, **proved(design, options.seconds, options.first)}
        options.results.parent.mkdir(parents=True, exist_ok=True)
        options.results.write_text(json.dumps(known, indent=1))
        print(line(name, known[name]), flush=True)
    rows = {name: known[name] for name in names if name in known}
    if options.json:
        print(json.dumps(rows, indent=2))
    elif options.table:
        print("\n".join(table(rows)))
    return int(any(verdict(found) == REFUTED for found in rows.values()))


def served() -> list[str]:
    """The AEADs and hash functions of the catalog."""
    return [one.name for one in catalog.ALGORITHMS.values()
            if one.kind in (Kind.AEAD, Kind.HASH)]


def proved(design: Design, seconds: int, first: int | None) -> dict:
    """What became of the shapes of a core: of each its name, verdict, detail and seconds."""
    shapes = check.shapes_of(design, all_shapes=False) if not check.refusal(design) else []
    wanted = None if first is None else set(longest(shapes)[:first])
    begun, found = time.monotonic(), []
    with tempfile.TemporaryDirectory(prefix="cipherfab-proofs-") as work:
        for one in proofs.findings(design, Path(work), all_shapes=False, seconds=seconds,
                                   waveform=None, say=lambda text: None, only=wanted):
            found.append({"shape": one["check"], "verdict": SAID[one["passed"]],
                          "detail": one["detail"], "seconds": one["seconds"]})
    return {"shapes": found, "of": len(shapes), "seconds": time.monotonic() - begun}


def longest(shapes: list[Shape]) -> list[Shape]:
    """Shapes of one message, the longest of each way in turn, then the others."""
    single = [shape for shape in shapes if shape.single]
    ways: dict[str, list[Shape]] = {}
    for shape in sorted(single, key=lambda shape: -(shape.parts[0].ad + shape.parts[0].text)):
        ways.setdefault(str(shape.parts[0].operation), []).append(shape)
    turns = [shape for turn in range(len(single)) for way in ways.values()
             for shape in way[turn:turn + 1]]
    return [*turns, *(shape for shape in shapes if shape not in turns)]


def verdict(found: Mapping) -> str:
    """Of a core: `PROVED` only if every shape of its set is."""
    said = {shape["verdict"] for shape in found["shapes"]}
    if REFUTED in said:
        return REFUTED
    shapes = of_set(found)
    whole = len(shapes) == found["of"] and all(one["verdict"] == PROVED for one in shapes)
    return PROVED if whole else OPEN


def of_set(found: Mapping) -> list[Mapping]:
    """What is about one shape each; *any order* and the like are about all."""
    return [one for one in found["shapes"] if not one["shape"].startswith("any ")]


def reasons(found: Mapping) -> list[str]:
    """Why shapes are open, the most frequent reason first, each with how many it holds back."""
    counts: Counter[str] = Counter()
    for shape in found["shapes"]:
        if shape["verdict"] != PROVED:
            where = f"{shape['shape']}: " if shape["shape"].startswith("any ") else ""
            counts[where + shape["detail"].removeprefix("open: ").split("; ")[0][:160]] += 1
    return [f"{count} × {text}" for text, count in counts.most_common()]


def line(name: str, found: Mapping) -> str:
    """A core in a line."""
    count = Counter(shape["verdict"] for shape in of_set(found))
    return (f"{name}: {count[PROVED]} proved, {count[OPEN]} open, {count[REFUTED]} refuted of "
            f"{found['of']}, {found['seconds']:.0f} s {'; '.join(reasons(found))}")


def table(rows: Mapping[str, Mapping]) -> Iterator[str]:
    """The rows of docs/proved-messages.md."""
    yield "| core | proved | open | refuted | of | seconds | why open |"
    yield 7 * "|---" + "|"
    for name, found in rows.items():
        count = Counter(shape["verdict"] for shape in of_set(found))
        yield (f"| `{name}` | {count[PROVED]} | {count[OPEN]} | {count[REFUTED]} | {found['of']} | "
               f"{found['seconds']:.0f} | {'; '.join(reasons(found)).replace('|', '/')} |")
    whole = Counter(verdict(found) for found in rows.values())
    yield f"\n{whole[PROVED]} of {len(rows)} cores with every shape proved"


if __name__ == "__main__":
    sys.exit(main())
