# SPDX-License-Identifier: Apache-2.0
"""Judges public masked AEADs with the descriptions of tools/public/masked, beside ours.

    python tools/public_masked.py --root CLONES [--traces N] [--again] [--json] [NAME|CORE ...]
    python tools/public_masked.py --table | --write PAGE

NAME is a description, CORE a masked AEAD of ours; without any of them all descriptions are meant.
CLONES is that of `public_cores`. Each core is verified (`cipherfab verify`, simulation of the RTL,
seed 7) and mapped (Nangate45, recipe ``area``). Then the t-test of `cipherfab leakage` is run on an
encryption of 20 bytes with 8 bytes of associated data and a new key, each change of a net by itself
without glitches, one fixed secret: with a word always on RDI, and with pauses, in which its data is
0. What came of it stands in `cipherfab-out/public-masked.json` as soon as it is known, and the same
command goes on where it was stopped. ``--write`` puts the table into a page, between the marks
``<!-- masked -->`` and ``<!-- /masked -->``.
"""

import argparse
import json
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

from public import described, masked, table
from public.described import Public
from public_cores import DESCRIPTIONS, judged, with_ghdl, write

from cipherfab.commands.mapping import on_cells
from cipherfab.design import Design
from cipherfab.errors import CallError, CipherfabError
from cipherfab.imports.designs import build
from cipherfab.results.home import default_home
from cipherfab.verify.gates import message_leakage

FOLDER = DESCRIPTIONS / "masked"
SEED = 7
VERDICT = ("verdict", "remarks", "failures")
"""What `public_cores.judged` says."""

PLATFORM, RECIPE = "nangate45", "area"


def main() -> int:
    """Judge and print."""
    options = asked()
    known = json.loads(options.results.read_text()) if options.results.exists() else {}
    publics = {path.stem: described.read(path) for path in sorted(FOLDER.glob("*.toml"))}
    for name in () if options.table or options.write else options.names or publics:
        if name in known and not options.again and known[name]["traces"] >= options.traces:
            continue
        known[name] = row(
            name, publics.get(name), options, {} if options.again else known.get(name, {})
        )
        write(options.results, known)
        print(f"{name}: {'; '.join(masked.words(known[name]))}", flush=True)
    rows = {name: one for name, one in known.items() if not options.names or name in options.names}
    text = "\n".join(masked.table(rows))
    if options.write:
        marks = "<!-- masked -->", "<!-- /masked -->"
        options.write.write_text(table.fresh(options.write.read_text(), text, *marks))
    else:
        print(json.dumps(rows, indent=2) if options.json else text)
    return 0


def asked() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--root", type=Path, help="folder of the clones")
    parser.add_argument("--traces", type=int, default=20_000)
    parser.add_argument("--again", action="store_true", help="judge what is known, too")
    parser.add_argument("--table", action="store_true", help="judge nothing, print what is known")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--results", type=Path, help="file of what is known")
    options = parser.parse_args()
    options.results = options.results or default_home().root / "public-masked.json"
    return options


def row(name: str, public: Public | None, options: argparse.Namespace, before: dict) -> dict:
    """What is found of one core; ``public`` is its description, None of a core of ours, and
    ``before`` what was found with fewer traces, whose verdict stays.

    Raises:
        CallError: its clone is missing, or it has no shares on the bus.
    """
    began = time.monotonic()
    if public and (why := described.missing(public, options.root)):
        raise CallError(f"{name}: {why}")
    with tempfile.TemporaryDirectory(prefix="cipherfab-masked-") as work:
        tree, path = Path(work) / "clone", name
        if public:
            path = str(described.laid_out(public, described.clone_of(public, options.root), tree))
        facts = {
            "hand": public.repository if public else "",
            "commit": public.commit if public else "",
            "core": public.core if public else name,
            "traces": options.traces,
        }
        try:
            with with_ghdl(public.ghdl) if public else nullcontext():
                found = _found(path, tree, Path(work), options.traces, before)
        except CipherfabError as error:
            told = table.short(str(error).replace(f"{tree}/", ""))
            found = {"verdict": table.NOT_JUDGED, "failures": [told]}
    return {**facts, **found, "seconds": round(time.monotonic() - began)}


def _found(path: str, tree: Path, work: Path, traces: int, before: dict) -> dict:
    design = build(path, tree)
    masking = getattr(design.interface, "masking", None)
    if not masking:
        raise CallError(f"{path}: expected a masked AEAD, with shares on the bus")
    found = {
        "algorithm": design.interface.aead,
        "order": masking.order,
        "random": masking.random,
        **(
            {name: before[name] for name in VERDICT}
            if before.get("random")
            else judged(path, tree, work)
        ),
    }
    try:
        return {**found, **_measured(design, work, traces)}
    except CipherfabError as error:
        return {**found, "unjudged": table.short(str(error))}


def _measured(design: Design, work: Path, traces: int) -> dict:
    """Area, cycles and random bits of one message, and its t-test."""
    with on_cells(design, PLATFORM, RECIPE) as made:
        area, given = made.area_ge, (design, made.directory / "netlist.v", made.liberty, work)
        played, paused = (
            message_leakage.assess(
                *given, decrypts=False, pausing=pausing, traces=traces, seed=SEED, each=True
            )
            for pausing in (False, True)
        )
    return {
        "area_ge": area,
        "cycles": played["cycles"] - message_leakage.MARGIN,
        "random_words": played["random_words"],
        "max_t": played["event"]["max_t"],
        "cycle": played["event"]["cycle"],
        "threshold": played["event"]["threshold"],
        "leaks": bool(played["leaks"] or not played["uniform"]),
        "paused_t": paused["event"]["max_t"],
        "paused_leaks": bool(paused["leaks"] or not paused["uniform"]),
    }


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CipherfabError as error:
        sys.exit(f"error: {error}")
