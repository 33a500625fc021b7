# SPDX-License-Identifier: Apache-2.0
"""Types are checked by mypy: strictly where `STRICT` says so, and elsewhere no worse than before.

    python tools/typed.py [--json]

The source was written before types were checked. So each folder has a number of complaints that are
left, in `LEFT`; more than that fails, and so does any in a file of `STRICT`. Who mends some lowers
the number.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

STRICT = (
    "src/cipherfab/asked.py",
    "src/cipherfab/catalog/__init__.py",
    "src/cipherfab/choose/choice.py",
    "src/cipherfab/controllers/__init__.py",
    "src/cipherfab/cores/aead.py",
    "src/cipherfab/cores/foldings.py",
    "src/cipherfab/cores/names.py",
    "src/cipherfab/cores/text/bytewise.py",
    "src/cipherfab/cores/text/enumerations.py",
    "src/cipherfab/dataset/entry.py",
    "src/cipherfab/dataset/rows.py",
    "src/cipherfab/discovery.py",
    "src/cipherfab/emit/bridges/__init__.py",
    "src/cipherfab/given.py",
    "src/cipherfab/identifiers.py",
    "src/cipherfab/links.py",
    "src/cipherfab/imports/lwc.py",
    "src/cipherfab/lwc/ports.py",
    "src/cipherfab/lwc/protocol.py",
    "src/cipherfab/lwc/shared.py",
    "src/cipherfab/numbers.py",
    "src/cipherfab/outputs.py",
    "src/cipherfab/report/latex.py",
    "src/cipherfab/report/listing.py",
    "src/cipherfab/report/numbers.py",
    "src/cipherfab/results/digest.py",
    "src/cipherfab/results/home.py",
    "src/cipherfab/results/metrics.py",
    "src/cipherfab/results/package.py",
    "src/cipherfab/results/upgrade.py",
    "src/cipherfab/runs/jobs.py",
    "src/cipherfab/runs/outcome.py",
    "src/cipherfab/runs/where.py",
    "src/cipherfab/studies/benched.py",
    "src/cipherfab/studies/forkcipher/__init__.py",
    "src/cipherfab/studies/lilliput/__init__.py",
    "src/cipherfab/studies/listing.py",
    "src/cipherfab/studies/low_latency/__init__.py",
    "src/cipherfab/studies/low_latency/circuits/__init__.py",
    "src/cipherfab/studies/lwc_round2/__init__.py",
    "src/cipherfab/studies/settings.py",
    "src/cipherfab/studies/study.py",
    "src/cipherfab/studies/unrolled/__init__.py",
    "src/cipherfab/verify/equivalence/sweeping.py",
    "src/cipherfab/verify/gates/judges/__init__.py",
    "src/cipherfab/verify/gates/judges/exact.py",
    "src/cipherfab/verify/gates/judges/judge.py",
    "src/cipherfab/verify/gates/judges/toggles.py",
    "src/cipherfab/verify/gates/judges/verdicts.py",
    "src/cipherfab/words/__init__.py",
)
"""Files that are checked with ``--strict``: what users import, and what is new."""

LEFT = {
    "architectures": 71,
    "bench": 93,
    "catalog": 3,
    "choose": 5,
    "ciphers": 62,
    "cli": 3,
    "commands": 48,
    "controllers": 130,
    "cores": 102,
    "dataset": 11,
    "design.py": 1,
    "emit": 61,
    "energy": 4,
    "implement": 56,
    "imports": 159,
    "lwc": 45,
    "measure": 39,
    "modes": 22,
    "primitives": 61,
    "report": 48,
    "results": 20,
    "runs": 10,
    "studies": 86,
    "tools": 16,
    "verify": 1024,
    "words": 20,
}
"""Complaints that are left without ``--strict``, by folder of `src/cipherfab`."""

MISTAKES = {"call-arg": 6, "name-defined": 1, "attr-defined": 53}
"""Those of them that say that a call or a name is wrong, by mypy's code, in all folders together. A
forgotten caller is one of these, and must not hide in a folder that has mended others.
"""


def main() -> int:
    """Check and print; 1 if there is more to complain of than is allowed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="the counts by folder")
    lines = complaints()
    found = Counter(map(folder, lines))
    strict = [line for line in complaints("--strict", *STRICT) if line.startswith(STRICT)]
    worse = {name: count for name, count in found.items() if count > LEFT.get(name, 0)}
    kinds = Counter(line.rsplit("[", 1)[-1].rstrip("]") for line in lines)
    worse |= {code: kinds[code] for code, count in MISTAKES.items() if kinds[code] > count}
    if parser.parse_args().json:
        print(json.dumps({"left": dict(found), "strict": strict, "worse": worse}, indent=2))
        return bool(worse or strict)
    for name, count in sorted(found.items()):
        allowed = LEFT.get(name, 0)
        print(f"{name}: {count} of {allowed} allowed{' FAILED' if count > allowed else ''}")
    for code, count in MISTAKES.items():
        print(f"{code}: {kinds[code]} of {count} allowed{' FAILED' if code in worse else ''}")
    print("\n".join(strict) or f"{len(STRICT)} files are strict")
    return bool(worse or strict)


def complaints(*arguments: str) -> list[str]:
    """The lines with errors that mypy prints of some files; without arguments, of all."""
    command = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--no-error-summary"]
    done = subprocess.run(
        [*command, *(arguments or ["src/cipherfab"])], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode > 1 or done.stderr:
        raise SystemExit(f"mypy ended with {done.returncode}: {done.stderr.strip()}")
    return [line for line in done.stdout.splitlines() if ": error:" in line]


def folder(line: str) -> str:
    """The folder of the package that a line is about; the file's name for one beside them."""
    return re.sub(r"^src/cipherfab/([^/:]+).*", r"\1", line)


if __name__ == "__main__":
    sys.exit(main())
