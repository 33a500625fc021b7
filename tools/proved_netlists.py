# SPDX-License-Identifier: Apache-2.0
"""`verify --netlist` over the catalog: of which cores the netlist is proved equal to the RTL.

    python tools/proved_netlists.py [--recipe NAME] [--again] [CORE ...]
    python tools/proved_netlists.py --table [--json] [--write PAGE] [CORE ...]

Without names: the core that the bare name of each AEAD and hash function means. Each is verified
whole by `cipherfab verify CORE --netlist --on nangate45 --recipe NAME --seed 1 --json`: model,
RTL, the proof of its netlist, and the known answers at gate level. What was found stands in
`cipherfab-out/proved-netlists.json` as soon as it is known, with a digest of the RTL, so that the
same command goes on where it was stopped; a core whose RTL changed is verified again, with
``--again`` also one that did not pass. ``--table`` verifies nothing and prints what is known,
``--write`` puts it into docs/results/proved-netlists.md. Ends with 1 if a check failed.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from proved_catalog import read, served, show, write

from cipherfab.cores.build import build
from cipherfab.errors import CipherfabError, ToolError
from cipherfab.results.digest import digest_design
from cipherfab.results.home import default_home

SEED = 1
PASSED, FAILED, OPEN = "passed", "FAILED", "open"
SAID = {True: PASSED, False: FAILED, None: OPEN}

REASON = 160
"""Characters of what a check says, in a table."""


def main() -> int:
    """Verify and print."""
    options = asked()
    known = read(options.results) if options.results.exists() else {}
    names = options.cores or (list(known) if options.table else served())
    for name in () if options.table else names:
        try:
            design = digest_design(build(name))
        except CipherfabError as error:
            print(f"{name}: {str(error).partition(';')[0]}", file=sys.stderr)
            continue
        if settled(known.get(name), design, options):
            continue
        try:
            found = found_of(name, options.recipe)
        except ToolError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        known[name] = {"design": design, **found}
        write(options.results, known)
        print(f"{name}: {says(known[name])}", flush=True)
    rows = {name: known[name] for name in names if name in known}
    show(rows, table(rows), options, mark="netlists")
    return int(any(verdict(found) == FAILED for found in rows.values()))


def asked() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cores", nargs="*", metavar="CORE")
    parser.add_argument("--recipe", default="area", help="recipe of the netlists")
    parser.add_argument("--again", action="store_true", help="try again what did not pass")
    parser.add_argument("--table", action="store_true", help="verify nothing, print what is known")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--results", type=Path, help="file of what is known")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="with --table")
    options = parser.parse_args()
    if options.write and not options.table:
        parser.error("--write goes with --table")
    options.results = options.results or default_home().root / "proved-netlists.json"
    return options


def settled(known: Mapping | None, design: str, options: argparse.Namespace) -> bool:
    """Whether what is known of a core stands: it is of this RTL and this recipe, and passed or is
    not asked for again.
    """
    if known is None or known["design"] != design or known["recipe"] != options.recipe:
        return False
    return verdict(known) == PASSED or not options.again


def found_of(name: str, recipe: str) -> dict:
    """What `verify` of a core finds: each check with its link, verdict, text and messages.

    Raises:
        ToolError: it was stopped, or something failed that says nothing of the core.
    """
    begun = time.monotonic()
    command = ["cipherfab", "verify", name, "--netlist", "--on", "nangate45"]
    command += ["--recipe", recipe, "--seed", str(SEED), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        findings = json.loads(done.stdout)["findings"]
    except (ValueError, KeyError):
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise ToolError(f"not verified: {lines[-1]}") from None
    kept = "link", "check", "passed", "detail", "messages"
    return {
        "recipe": recipe,
        "seconds": round(time.monotonic() - begun, 1),
        "findings": [{key: one[key] for key in kept if key in one} for one in findings],
    }


def of_link(found: Mapping, *links: str) -> list[Mapping]:
    """The checks of some links of a core."""
    return [one for one in found["findings"] if one["link"] in links]


def verdict(found: Mapping, *links: str) -> str:
    """Of a core, or of some of its links: `PASSED` only if each check did, and there is one; one
    that had no time to play anything is none.
    """
    every = of_link(found, *links) if links else found["findings"]
    checks = [one for one in every if one["passed"] is not None or one.get("messages") != 0]
    if any(one["passed"] is False for one in checks):
        return FAILED
    there = {one["link"] for one in checks} >= set(links or ("model", "rtl", "equivalence", "gate"))
    return PASSED if there and all(one["passed"] for one in checks) else OPEN


def messages(found: Mapping, link: str) -> str:
    """How many messages were played on the RTL or at gate level."""
    return f"{sum(one.get('messages', 0) for one in of_link(found, link)):,}"


def says(found: Mapping) -> str:
    """A core in a line: its verdict, and what its proof and each check that did not pass says."""
    proof = "; ".join(one["detail"] for one in of_link(found, "equivalence"))
    rest = [
        f"{one['link']}, {one['check']}: {SAID[one['passed']]}, {one['detail']}"
        for one in found["findings"]
        if not one["passed"] and one["link"] != "equivalence"
    ]
    return "; ".join((verdict(found), proof, *rest))


def table(rows: Mapping[str, Mapping]) -> Iterator[str]:
    """The rows of docs/results/proved-netlists.md, and the sentence below them."""
    yield "| core | RTL | messages | netlist equals RTL | gate level | messages | what it says |"
    yield "|---|---|--:|---|---|--:|---|"
    for name, found in rows.items():
        said = says(found).partition("; ")[2].replace("|", "/")
        yield (
            f"| `{name}` | {verdict(found, 'model', 'rtl')} | {messages(found, 'rtl')} | "
            f"{verdict(found, 'equivalence')} | {verdict(found, 'gate')} | "
            f"{messages(found, 'gate')} | {said[:REASON]} |"
        )
    proved = sum(verdict(found, "equivalence") == PASSED for found in rows.values())
    passed = sum(verdict(found) == PASSED for found in rows.values())
    yield (
        f"\n{len(rows)} cores. The netlists of {proved} are proved equal to their RTL. "
        f"Of {passed} every check passed."
    )


if __name__ == "__main__":
    sys.exit(main())
