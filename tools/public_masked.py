# SPDX-License-Identifier: Apache-2.0
"""Judges public masked AEADs with the descriptions of tools/public/masked, beside ours.

    python tools/public_masked.py --root CLONES [--traces N] [--again] [--json] [NAME|CORE ...]
    python tools/public_masked.py --table | --write PAGE

NAME is a description, CORE a masked AEAD of ours; without any of them all descriptions are meant.
CLONES is that of `public_cores`. Each core is verified (`cipherfab verify`, simulation of the RTL,
seed 7) and mapped (Nangate45, recipe ``area``). Of a core with ``mends`` in its description it is
known that it fails: it is played with its official known answers alone, and what is verified is a
copy with the mends. Of both the first that can be read is measured. What a block costs is the
difference of two long messages. Then the t-test of `cipherfab leakage` is run on an
encryption of 20 bytes with 8 bytes of associated data and a new key, each change of a net by itself
without glitches, one fixed secret: with a word always on RDI, and with pauses, in which its data is
0. Of ours by HPC2 or HPC3 the proof of composition is tried on the permutation by itself. What came
of it stands in `cipherfab-out/public-masked.json` as soon as it is known, and the same command goes
on where it was stopped. ``--write`` puts the tables into a page, between the marks
``<!-- masked -->`` and ``<!-- /masked -->``.
"""

import argparse
import json
import sys
import tempfile
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from public import described, masked, masked_run, table
from public.described import Public
from public_cores import DESCRIPTIONS, verdict, with_ghdl, write

from cipherfab.design import Design
from cipherfab.errors import CallError, CipherfabError
from cipherfab.imports.designs import build
from cipherfab.results.home import default_home
from cipherfab.verify import chain
from cipherfab.verify.finding import Unfinished, to_json
from cipherfab.verify.rtl.check import plays_of
from cipherfab.verify.rtl.lwc_plays import Level
from cipherfab.verify.rtl.simulator import Simulator

FOLDER = DESCRIPTIONS / "masked"
SEED = masked_run.SEED
VERDICTS = ("verdict", "remarks", "failures", "mended")
"""What is known of a core's answers."""

NOT_PLAYED = "not played"


def main() -> int:
    """Judge and print."""
    options = asked()
    known = json.loads(options.results.read_text()) if options.results.exists() else {}
    publics = {path.stem: described.read(path) for path in sorted(FOLDER.glob("*.toml"))}
    for name in () if options.table or options.write else options.names or publics:
        if not options.again and _is_known(known.get(name, {}), options):
            continue
        known[name] = row(
            name, publics.get(name), options, {} if options.again else known.get(name, {})
        )
        write(options.results, known)
        print(f"{name}: {'; '.join(masked.words(known[name]))}", flush=True)
    rows = {name: one for name, one in known.items() if not options.names or name in options.names}
    text = masked.text(rows)
    if options.write:
        marks = "<!-- masked -->", "<!-- /masked -->"
        options.write.write_text(table.fresh(options.write.read_text(), text, *marks))
    else:
        print(json.dumps(rows, indent=2) if options.json else text)
    return 0


def _is_known(one: dict, options: argparse.Namespace) -> bool:
    enough = one.get("traces", 0) >= options.traces
    return enough and (options.measure or _played(one) or "area_ge" not in one)


def _played(one: dict) -> bool:
    """Whether the core, or its copy if that alone can be read, has its verdict."""
    return "mended" in one or one["verdict"] not in (NOT_PLAYED, table.NOT_READ)


def asked() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--root", type=Path, help="folder of the clones")
    parser.add_argument("--traces", type=int, default=20_000)
    parser.add_argument(
        "--measure", action="store_true", help="leave the verdicts out, or as known"
    )
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
    ``before`` what was found with fewer traces, whose verdicts stay.

    Raises:
        CallError: its clone is missing, or it has no shares on the bus.
    """
    began = time.monotonic()
    if public and (why := described.missing(public, options.root)):
        raise CallError(f"{name}: {why}")
    facts = {
        "hand": public.repository if public else "",
        "commit": public.commit if public else "",
        "core": public.core if public else name,
        "gadget": public.gadget if public else "",
        "traces": options.traces,
    }
    with tempfile.TemporaryDirectory(prefix="cipherfab-masked-") as work:
        at = Path(work)
        with with_ghdl(public.ghdl) if public else nullcontext():
            copies = _copies(name, public, options.root, at)
            found = _found(copies, at, options, before)
    return {**facts, **found, "seconds": round(time.monotonic() - began)}


@dataclass(frozen=True)
class _Copy:
    """A core as it is built: the description or name, and the folder of its sources."""

    path: str
    tree: Path


def _copies(name: str, public: Public | None, root: Path, work: Path) -> list[_Copy]:
    """The core, and the copy with its mends, if it has any."""
    if public is None:
        return [_Copy(name, work)]
    clone = described.clone_of(public, root)
    made = [(described.laid_out, work / "clone")]
    made += [(described.mended, work / "mended")] * bool(public.mends)
    return [_Copy(str(lay(public, clone, tree)), tree) for lay, tree in made]


def _found(copies: list[_Copy], work: Path, options: argparse.Namespace, before: dict) -> dict:
    """Verdicts and measurements; the first copy that can be read is measured."""
    found: dict = {"verdict": NOT_PLAYED}
    designs: list[tuple[_Copy, Design | None]] = []
    for copy in copies:
        try:
            designs.append((copy, build(copy.path, copy.tree)))
        except CipherfabError as error:
            told = table.short(str(error).replace(f"{copy.tree}/", ""))
            found |= {"verdict": table.NOT_READ, "failures": [told]}
            designs.append((copy, None))
    read = [(copy, design) for copy, design in designs if design]
    if not read:
        return {**found, "unjudged": found["failures"][0]}
    design = read[0][1]
    masking = getattr(design.interface, "masking", None)
    if not masking:
        raise CallError(f"{copies[0].path}: expected a masked AEAD, with shares on the bus")
    found |= {
        "algorithm": design.interface.aead,
        "order": masking.order,
        "random": masking.random,
        "measured_copy": read[0][0] is not copies[0],
    }
    found |= {key: before[key] for key in VERDICTS if key in before}
    try:
        if not options.measure and not _played(found):
            found |= _verdicts(designs, work)
    except CipherfabError as error:
        found |= {"verdict": table.NOT_JUDGED, "failures": [table.short(str(error))]}
    if "max_t" in before and before["traces"] >= options.traces:
        return {**before, **found}
    return found | _measured(copies[0].path, design, work / "netlist", options.traces)


def _measured(core: str, design: Design, work: Path, traces: int) -> dict:
    """What `masked_run` finds, and ``unjudged`` where it ends."""
    found: dict = {}
    try:
        facts, given = masked_run.measured(design, work)
        found |= facts
        if not design.third_party:
            found |= masked_run.scheme(core)
        found |= masked_run.of_a_block(given)
        found |= masked_run.tested(given, traces)
    except CipherfabError as error:
        found["unjudged"] = table.short(str(error))
    return found


def _verdicts(designs: list[tuple[_Copy, Design | None]], work: Path) -> dict:
    """``verdict`` of the core, and ``mended`` of its copy with mends. Of a core with mends it is
    known that it fails: its official known answers alone are played.
    """
    (_, design), *others = designs
    if not others:
        return _judged(design, work)
    found = {}
    if design:
        (work / "known").mkdir()
        check, play = next(iter(plays_of(design, SEED, Level.DEFAULT)))
        played = play(Simulator.build(design, work / "known"), None)
        found = {
            "verdict": table.NOT_JUDGED if played.passed else table.FAILED,
            "remarks": [],
            "failures": [f"{check}: {played.detail}"],
        }
    mended = others[0][1]
    return {**found, "mended": _judged(mended, work)} if mended else found


def _judged(design: Design, work: Path) -> dict:
    """As `public_cores.judged`, of a design that is built already."""
    at = work / "played"
    at.mkdir()
    try:
        findings = chain.check_rtl(design, at, seed=SEED, waveform=at / "failure.vcd")
    except Unfinished as error:
        findings = error.findings
    return verdict(to_json(findings))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CipherfabError as error:
        sys.exit(f"error: {error}")
