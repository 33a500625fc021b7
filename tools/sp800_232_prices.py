# SPDX-License-Identifier: Apache-2.0
"""What each option of a core of SP 800-232 costs: the table of docs/how-to/sp800-232.md.

    python tools/sp800_232_prices.py DIR             # prints the table
    python tools/sp800_232_prices.py DIR --write     # writes it into the page
    python tools/sp800_232_prices.py DIR --luts …    # the same for the table of look-up tables

Every core is synthesized for Nangate45 with one recipe, one requested period and one seed, mapped
and not placed; its cycles are those of its RTL without stalls. The second table has its look-up
tables after synthesis for Virtex-6. Every run is kept in DIR, one folder each, and is not made
again: a table that was stopped goes on where it was.
"""

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cipherfab.catalog import find
from cipherfab.cores.build import build
from cipherfab.design import Design
from cipherfab.implement.flow import RESULT, implement
from cipherfab.lwc.messages import Message, Operation, encryption, hashing
from cipherfab.lwc.streams import vectors
from cipherfab.report.markdown import row
from cipherfab.verify.rtl.simulator import Simulator

PAGE = Path(__file__).resolve().parents[1] / "docs" / "how-to" / "sp800-232.md"
BASE = "ascon-aead128/round,hash"
OPTIONS = ("", "xof", "tag=8", "noncemasking", "keylimit=53", "withheld=64", "selftest", "zeroise",
           "indicator",
           "xof,tag=8,noncemasking,keylimit=53,withheld=64,selftest,zeroise,indicator")  # fmt: skip
"""Those that stand behind `BASE`, each in a core of its own, and all in one."""

PLATFORM, RECIPE, PERIOD_PS, SEED = "nangate45", "area", 5_000, 0
FPGA = "virtex6"
"""Whose look-up tables have six inputs, as those of the 7 series; nothing is placed."""

SIZES = (0, 16, 64, 1536)
BLOCK = re.compile(r"(<!-- prices -->\n).*?(<!-- /prices -->\n)", re.DOTALL)
LUTS = re.compile(r"(<!-- luts -->\n).*?(<!-- /luts -->\n)", re.DOTALL)


def synthesized(design: Design, directory: Path, platform: str = PLATFORM) -> dict:
    """The result of a run, made once."""
    place = directory / f"{design.top}-{platform}-{RECIPE}-{PERIOD_PS}-{SEED}"
    if not (place / RESULT).exists():
        implement(design, platform, RECIPE, period_ps=PERIOD_PS, seed=SEED, directory=place)
    return json.loads((place / RESULT).read_text())


def played(design: Design, directory: Path) -> list[int]:
    """Cycles from the end of a reset to the first word, of encryptions and decryptions of `SIZES`
    bytes with the key in use, and of hashes of as many.
    """
    kept = directory / f"{design.top}-cycles.json"
    if not kept.exists():
        result = Simulator.build(design, directory).play(
            vectors(_messages(design), **design.interface.streamed), stall_seed=None, spaced=True
        )
        if not result.passed:
            raise SystemExit(f"{design.name}: {result.failure.text}")
        kept.write_text(json.dumps([result.first_cycles[0], *result.message_cycles[1:]]))
    return json.loads(kept.read_text())


def _messages(design: Design) -> list[Message]:
    interface = design.interface
    whole = _sealed(interface.aead, 0, new_key=True)
    most = interface.most_decrypted
    sealed = [_sealed(interface.aead, size) for size in SIZES]
    # What a memory for plaintext refuses is not decrypted.
    opened = [
        replace(one, operation=Operation.DECRYPT, data=one.result, result=one.data)
        for one in sealed
        if most is None or len(one.data) <= most - 4
    ]
    return [whole, *sealed, *opened, *(hashing(interface.hash, message=bytes(n)) for n in SIZES)]


def _sealed(name: str, size: int, *, new_key: bool = False) -> Message:
    # With nonce masking it is longer.
    key = bytes(find(name).model.key_bytes)
    return encryption(name, key=key, nonce=bytes(range(16)), plaintext=bytes(size), new_key=new_key)


def table(directory: Path) -> str:
    """A row for each core."""
    text = row("core", "GE", "of the first", "flip-flops", "MHz", "first word taken in cycle",
               "encryption of 0, 16, 64, 1,536 bytes", "decryption of 0, 16",
               "hash of 16")  # fmt: skip
    text += row("---", *["--:"] * 8)
    first = 0.0
    for options, design in _designs():
        run, cycles = synthesized(design, directory), played(design, directory)
        start, *rest = cycles
        sealed, opened, hashed = rest[:4], rest[4:-4], rest[-4:]
        ge = run["area_ge"]
        first = first or ge
        text += row(
            _named(options),
            f"{ge:,.0f}",
            f"{100 * ge / first:.0f} %",
            run["flip_flops"],
            f"{1000 / run['delay_ns']:,.0f}",
            start,
            ", ".join(f"{count:,}" for count in sealed),
            ", ".join(map(str, opened[:2])),
            hashed[1],
        )
        print(text.splitlines()[-1], flush=True)
    return text


def lut_table(directory: Path) -> str:
    """A row for each core: its look-up tables, and its flip-flops."""
    text = row("core", "LUTs", "of the first", "flip-flops") + row("---", *["--:"] * 3)
    first = 0
    for options, design in _designs():
        run = synthesized(design, directory, FPGA)
        luts = run["luts"]
        first = first or luts
        share = f"{100 * luts / first:.0f} %"
        text += row(_named(options), f"{luts:,}", share, f"{run['flip_flops']:,}")
        print(text.splitlines()[-1], flush=True)
    return text


def _designs() -> Iterator[tuple[str, Design]]:
    for options in OPTIONS:
        yield options, build(f"{BASE},{options}" if options else BASE)


def _named(options: str) -> str:
    return f"`…,{options}`" if options else f"`{BASE}`"


def main() -> None:
    """Print or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--luts", action="store_true")
    given = parser.parse_args()
    given.directory.mkdir(parents=True, exist_ok=True)
    make, block = (lut_table, LUTS) if given.luts else (table, BLOCK)
    made = make(given.directory)
    if given.write:
        text, count = block.subn(lambda at: at[1] + made + at[2], PAGE.read_text())
        if count != 1:
            raise SystemExit(f"{PAGE}: expected one table of prices, found {count}")
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
