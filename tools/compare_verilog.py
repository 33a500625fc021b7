# SPDX-License-Identifier: Apache-2.0
"""Which cores' Verilog differs between two checkouts of cipherfab: `python tools/compare_verilog.py
BEFORE AFTER [CORE…]`.

Each checkout builds every core with its own source, in a process of its own; what is compared is
the SHA-256 of all files of a design. Prints one line for each core that differs (or fails in one of
the two) and exits with 1 if there is any. To be run before and after a change that is to leave the
hardware alone.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

CORES = """
aes-128/inner=3 aes-128/round gift-64/round,encdec prince/round,redundant=3,encdec
ascon-128/full ascon-128/round ascon-128/round,hash ascon-128/serial=32,bus=16,hash ascon-128/serial=8,bus=32
ascon-128/unrolled=2,bus=16 ascon-128/unrolled=6,hash ascon-128a/full,bus=16 ascon-128a/serial=2,bus=8 ascon-128a/unrolled=4
ascon-aead128/serial=16,hash ascon-aead128/unrolled=4,bus=8,hash
ascon-p-12/full ascon-p-12/masked=1 ascon-p-12/pipelined=5 ascon-p-12/round,redundant=3 ascon-p-6/inner=3 ascon-p-6/masked=1
ascon-p-6/serial=8 ascon-p-8/pipelined=1 ascon-p-8/serial=32 ascon-p-8/unrolled=2
forkskinny-128-192/full forkskinny-128-192/threefold forkskinny-128-256/round,encdec forkskinny-128-256/serial=8,restart
forkskinny-128-288/round,parallel,encdec forkskinny-64-192/pipelined=5 forkskinny-64-192/round,duplicated,encdec
forkskinny-64-192/round,parallel forkskinny-64-192/round,restart forkskinny-64-192/round,rewind,encdec
forkskinny-64-192/serial=4,encdec forkskinny-64-192/unrolled=3,encdec
gift-128-bitsliced/round gift-128/unrolled=2,encdec gift-64/round
keccak-f-200/round keccak-p-400-8/unrolled=2
lilliput-i-128/unrolled=2,bus=8 lilliput-i-192/round,bus=16,enconly lilliput-ii-128/round,buffer=32,bus=8
lilliput-ii-192/full,buffer=128 lilliput-tbc-i-128/inner=2,encdec lilliput-tbc-i-128/masked=1
lilliput-tbc-i-128/round,redundant=7,encdec lilliput-tbc-i-128/serial=8,encdec lilliput-tbc-ii-128/masked=1
lilliput-tbc-ii-128/serial=8 lilliput-tbc-ii-192/round,encdec
paef-forkskinny-128-192/unrolled=3 paef-forkskinny-128-288/round,bus=16 paef-forkskinny-64-192/round,enconly
photon-256/round prince/full prince/round,encdec prince-v2/full
romulus-n/round romulus-n/unrolled=4,bus=8 romulus-n/folded=1,inplace romulus-n1/unrolled=2,bus=16 romulus-n3/round,bus=8
saef-forkskinny-128-192/round,parallel,enconly saef-forkskinny-128-256/round,parallel,bus=8
skinny-128-256/serial=8,encdec skinny-128-384plus/round skinny-64-64/inner=2,encdec skinny-64-64/round,redundant=3,encdec
skinny-64-64/serial=4 skinny-aead-m1/round,bus=8 skinny-aead-m2/unrolled=8 skinny-aead-m5/full,enconly
skinny-aead-m6/round,bus=16 sparkle-256-slim/round spongent-pi-160/unrolled=10 xoodoo-12/round
""".split()  # noqa: E501
"""The cores that are compared if none is named: each family, mode, architecture and option at least
once.
"""

BUILD = """
import hashlib, json, sys
try:
    from cipherfab.cores.build import build
except ModuleNotFoundError:     # checkouts in which all of this was one module
    from cipherfab.cores import build
for name in sys.argv[1:]:
    try:
        design = build(name)
        text = json.dumps([design.top, design.sources], sort_keys=True)
        found = hashlib.sha256(text.encode()).hexdigest()
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    print(json.dumps([name, found]), flush=True)
"""
"""What each checkout runs: it prints a core's name and the SHA-256 of its design, line by line."""


def fingerprints(checkout: Path, cores: list[str]) -> dict[str, str]:
    """The SHA-256 of each core's top and sources as ``checkout`` builds it, or the error with which
    it fails.
    """
    printed = subprocess.run(
        [sys.executable, "-c", BUILD, *cores],
        env=os.environ | {"PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    return dict(json.loads(line) for line in printed.splitlines())


def main() -> int:
    """Compare, print, and return the exit code."""
    parser = argparse.ArgumentParser(
        description="Which cores' Verilog differs between two checkouts of cipherfab."
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("cores", nargs="*", default=CORES, metavar="CORE")
    given = parser.parse_args()
    before, after = (
        fingerprints(checkout.resolve(), given.cores) for checkout in (given.before, given.after)
    )
    differing = [core for core in given.cores if before[core] != after[core] or " " in before[core]]
    for core in differing:
        print(f"{core}: {before[core]} before, {after[core]} after")
    print(f"{len(differing)} of {len(given.cores)} cores differ or fail")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
