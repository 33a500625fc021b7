# SPDX-License-Identifier: Apache-2.0
"""Verifies public cores with the descriptions of tools/public, and prints the table of
docs/results/verified-cores.md.

    python tools/public_cores.py --root CLONES [--again] [--json] [NAME ...]
    python tools/public_cores.py --table | --write PAGE [NAME ...]

Each description names a repository and a commit in its last section, ``[public]``, and its sources
relative to ``folder`` there. CLONES holds the clones, each called ``OWNER/NAME`` or ``NAME``; what
is read is the commit of that name, whatever is checked out. Then `cipherfab verify X.toml --seed 7`
is run, and a reduced counterexample, if ``[public]`` has one, is played in a second simulator, see
`public.second`. What came of it stands in `cipherfab-out/public-cores.json` as soon as it
is known, with the key of its job: sources as read, readers, and the code that verifies. So the same
command goes on where it was stopped, and does again what has changed, or all with ``--again``.
``--table`` verifies nothing and prints what is known; ``--write`` puts that into the page. Ends
with 1 if a core fails that is not known to (``fails`` in ``[public]``), or the other way round.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path

from public import described, second, table
from public.described import Public
from public.table import FAILED, NOT_JUDGED, NOT_READ, VERIFIED

from cipherfab.bench.jobs import rtl_job
from cipherfab.commands import verify
from cipherfab.design import Design
from cipherfab.errors import CallError, CipherfabError
from cipherfab.imports.designs import build
from cipherfab.results.cache import key_of
from cipherfab.results.home import default_home
from cipherfab.verify.finding import Unfinished, to_json

DESCRIPTIONS = Path(__file__).resolve().parent / "public"
SEED = 7
SAME = ("repository", "commit")
FACTS = (*SAME, "core", "fails")
"""What a row has of its description, and of it what a verdict is of."""


def verified(public: Public, clone: Path, known: Mapping | None, *, again: bool = False) -> dict:
    """What `cipherfab verify` says of a core, and a second simulator of its counterexample;
    ``known`` as it is if nothing has changed.
    """
    facts = {name: getattr(public, name) for name in FACTS}
    with tempfile.TemporaryDirectory(prefix="cipherfab-public-") as work:
        began, tree = time.monotonic(), Path(work) / "clone"
        path = described.laid_out(public, clone, tree)
        design = None
        try:
            design = build(str(path), tree)
            key = key_of(rtl_job(design, SEED))
            if again or not known or known.get("key") != key:
                known = {"key": key, **_facts(design), **judged(path, tree, Path(work))}
                known["seconds"] = round(time.monotonic() - began, 1)
            if known["verdict"] == FAILED and known.get("shown") != public.counterexample:
                played = second.played(design, path, tree, public.counterexample)
                known |= {"shown": public.counterexample, "played": played}
        except CipherfabError as error:
            told = table.short(str(error).replace(f"{tree}/", ""))
            spent = round(time.monotonic() - began, 1)
            verdict = NOT_JUDGED if design else NOT_READ
            known = {"key": "", "verdict": verdict, "remarks": [told], "seconds": spent}
    return {**known, **facts}


def _facts(design: Design) -> dict:
    origin = design.third_party
    return {"algorithms": design.algorithms, "reader": origin.reader, "licence": origin.licence}


def judged(path: Path, tree: Path, work: Path) -> dict:
    """Verdict, remarks and what failed; a core that failed before a tool gave up has failed."""
    try:
        asked = verify.Asked(root=tree, waveform=work / "failure.vcd")
        findings = verify.run(str(path), asked, seed=SEED, say=lambda text: None)["findings"]
    except Unfinished as error:
        findings = to_json(error.findings)
    return verdict(findings)


def verdict(findings: Iterable[Mapping]) -> dict:
    """What a list of findings comes to."""
    failed = [one for one in findings if one["passed"] is False]
    caveats = [one["caveat"].partition(":")[0] for one in findings if one.get("caveat")]
    return {
        "verdict": FAILED if failed else VERIFIED,
        "remarks": list(dict.fromkeys(caveats)),
        "failures": [f"{one['check']}: {one['detail']}" for one in failed],
    }


@contextmanager
def with_ghdl(major: int) -> Iterator[None]:
    """That the first GHDL of that major version on ``PATH`` is the one that is taken.

    Raises:
        CallError: there is none.
    """
    path = os.environ["PATH"]
    folder = next((one for one in path.split(os.pathsep) if _is_ghdl(Path(one), major)), None)
    if folder is None:
        raise CallError(f"no GHDL {major} on PATH: tools/install-ghdl.sh brings version 6")
    os.environ["PATH"] = os.pathsep.join((folder, path))
    try:
        yield
    finally:
        os.environ["PATH"] = path


def _is_ghdl(folder: Path, major: int) -> bool:
    program = folder / "ghdl"
    if not program.is_file():
        return False
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return told.stdout.startswith(f"GHDL {major}.")


def asked() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--root", type=Path, help="folder of the clones")
    parser.add_argument("--descriptions", type=Path, default=DESCRIPTIONS, help="their folder")
    parser.add_argument("--again", action="store_true", help="verify what has not changed, too")
    parser.add_argument("--table", action="store_true", help="verify nothing, print what is known")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--results", type=Path, help="file of what is known")
    options = parser.parse_args()
    options.results = options.results or default_home().root / "public-cores.json"
    return options


def main() -> int:
    """Verify and print."""
    options = asked()
    known = json.loads(options.results.read_text()) if options.results.exists() else {}
    publics = {one.name: one for one in map(described.read, _paths(options.descriptions))}
    if wrong := [name for name in options.names if name not in publics]:
        raise CallError(f"no description {wrong[0]}; there are {', '.join(publics)}")
    chosen = [publics[name] for name in options.names or publics]
    lost = 0
    for public in () if options.table or options.write else chosen:
        if why := described.missing(public, options.root):
            lost += 1
            print(f"{public.name}: {why}", file=sys.stderr)
            continue
        with with_ghdl(public.ghdl) if public.vhdl else nullcontext():
            clone, before = described.clone_of(public, options.root), known.get(public.name)
            found = verified(public, clone, before, again=options.again)
        known[public.name] = found
        write(options.results, known)
        print(f"{public.name}: {found['verdict']}; {table.remarks(found)}", flush=True)
    rows = dict(_rows(chosen, known))
    text = "\n".join(table.table(rows))
    if options.write:
        options.write.write_text(table.fresh(options.write.read_text(), text))
    elif options.json or options.table:
        print(json.dumps(rows, indent=2) if options.json else text)
    other = [name for name, row in rows.items()
             if (row["verdict"] == VERIFIED) == bool(publics[name].fails)]  # fmt: skip
    for name in other:
        print(f"{name}: {rows[name]['verdict']}, and [public] says otherwise", file=sys.stderr)
    return int(bool(other or lost))


def _rows(chosen: Iterable[Public], known: Mapping) -> Iterator[tuple[str, dict]]:
    """What is known of each core at its commit, with what its description says today."""
    for one in chosen:
        facts = {name: getattr(one, name) for name in FACTS}
        row = known.get(one.name, {})
        if [row.get(name) for name in SAME] != [facts[name] for name in SAME]:
            row = {"verdict": NOT_JUDGED, "remarks": ["not run"], "seconds": 0}
        yield one.name, {**row, **facts}


def _paths(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.toml"))


def write(path: Path, known: Mapping) -> None:
    """Keep what is known, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(known, indent=1))
    os.replace(new, path)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CipherfabError as error:
        sys.exit(f"error: {error}")
