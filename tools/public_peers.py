# SPDX-License-Identifier: Apache-2.0
"""Measures public cores with the LWC API beside ours, in one run, with what each of them has.

    python tools/public_peers.py --root CLONES [--on PLATFORM] [--recipe RECIPE] [--periods N]
                                 [--seeds N] [--workers N] [--functions] NAME ... [CORE ...]
    python tools/public_peers.py --table | --write PAGE [--part PART] [--json]

NAME is a description of tools/public, and NAME-wide that core on a bus as wide as its words, where
these have 64 or 128 bits; CORE is a core of ours. They are given to `cipherfab compare`
with these options and ``--no-netlist``; CLONES is that of `public_cores`. A core with ``mends`` in
its description is measured in a copy with them, whose name says so. ``--functions`` adds a table of
the cycles of each function of each core. What was done before a run was stopped is not done again.
The rows stand in `cipherfab-out/public-peers.json`, or the file of ``--results``, with the command;
``--table`` prints them again, and ``--write`` puts them between the marks ``<!-- PART -->`` and
``<!-- /PART -->`` of a page, ``peers`` if nothing is said. A core that does not verify is not
measured.
"""

import argparse
import json
import shlex
import sys
import tempfile
from pathlib import Path

from public import described, functions, peers, table
from public.described import Public
from public_cores import DESCRIPTIONS, write

from cipherfab.bench.bench import Settings
from cipherfab.bench.designs import build
from cipherfab.commands import compare
from cipherfab.design import Design
from cipherfab.errors import CallError, CipherfabError
from cipherfab.results.home import default_home

BUFFER = "a block"
"""What ours keep between the bus and the state."""


def main() -> int:
    """Measure and print."""
    options = asked()
    if not (options.table or options.write):
        write(options.results, measured(options))
    found = json.loads(options.results.read_text())
    text = peers.text(found)
    if options.write:
        page, part = options.write.read_text(), options.part
        marks = f"<!-- {part} -->", f"<!-- /{part} -->"
        options.write.write_text(table.fresh(page, text, *marks))
    else:
        print(json.dumps(found, indent=2) if options.json else text)
    return 0


def asked() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--root", type=Path, help="folder of the clones")
    parser.add_argument("--on", action="append", default=[], metavar="PLATFORM")
    parser.add_argument("--recipe", action="append", default=[])
    parser.add_argument("--periods", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--functions", action="store_true", help="cycles of each function")
    parser.add_argument("--table", action="store_true", help="measure nothing, print what is known")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into this page")
    parser.add_argument("--part", default="peers", help="name of the marks there")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--results", type=Path, help="file of what is known")
    options = parser.parse_args()
    options.results = options.results or default_home().root / "public-peers.json"
    return options


def measured(options: argparse.Namespace) -> dict:
    """The command, the features of each core, and the rows of `cipherfab compare`."""
    publics = {path.stem: path for path in DESCRIPTIONS.glob("*.toml")}
    with tempfile.TemporaryDirectory(prefix="cipherfab-peers-") as work:
        root, features, names, counted = Path(work), {}, [], {}
        for name in options.names:
            path = publics.get(name.removesuffix(described.WIDE))
            public = described.read(path) if path else None
            if public and name != public.name:
                public = described.on_wide_bus(public)
            names.append(_laid_out(public, options.root, root) if public else name)
            design = build(names[-1], root)
            features[design.name] = features_of(design, public)
            if options.functions:
                counted[design.name] = functions.cycles(design)
        settings = Settings(
            platforms=tuple(options.on or ["nangate45"]),
            recipes=tuple(options.recipe or ["balanced"]),
            periods=options.periods,
            seeds=options.seeds,
            netlist=False,
            workers=options.workers,
            root=root,
        )
        result, baseline, judged = compare.run(names, settings)
    rows = compare.records(result, baseline, judged)
    return {
        "command": _command(options),
        "features": features,
        **({"functions": counted} if counted else {}),
        "rows": rows,
    }


def _command(options: argparse.Namespace) -> str:
    words = [f"--on {one}" for one in options.on] + [f"--recipe {one}" for one in options.recipe]
    words += [f"--periods {options.periods}", f"--seeds {options.seeds}"]
    words += ["--functions"] * options.functions
    return " ".join(
        ["python tools/public_peers.py --root clones", *words, *map(shlex.quote, options.names)]
    )


def _laid_out(public: Public, clones: Path, root: Path) -> str:
    if why := described.missing(public, clones):
        raise CallError(f"{public.name}: {why}")
    lay_out = described.mended if public.mends else described.laid_out
    return str(lay_out(public, described.clone_of(public, clones), root / public.name))


def _source(public: Public) -> str:
    """Whose a core is, and what was mended in it."""
    mends = "; ".join(dict.fromkeys(mend["why"] for mend in public.mends))
    of = f"{public.repository} {public.commit[:7]}"
    return f"{of}, mended: {mends}" if mends else of


def features_of(design: Design, public: Public | None) -> dict:
    """What a core has, by the names of `peers.FEATURES` but its own."""
    interface = design.interface
    return {
        "of": _source(public) if public else peers.OURS,
        "computes": ", ".join(design.algorithms),
        "decrypts": "yes" if interface.decrypts else "no",
        "keeps its key": "yes" if interface.key_reuse else "no",
        "buffer": (public.buffer or "not told") if public else BUFFER,
        "bus": f"{interface.width} bits",
    }


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CipherfabError as error:
        sys.exit(f"error: {error}")
