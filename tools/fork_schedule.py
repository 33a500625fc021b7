# SPDX-License-Identifier: Apache-2.0
"""What mirrored branches would cost: ForkSkinny with both branches at once, beside the proposal of
`cipherfab.ciphers.forkskinny_mirrored`, as docs/results/fork-schedule.md shows it.

    python tools/fork_schedule.py DIR [--recipe phased] [--period 10000] [--seeds 1] [MEMBER ...]

Each netlist is proved equal to its RTL. Every run is kept in DIR, one folder each, and is not made
again.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from sizing_table import Table as Runs

from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.ciphers.forkskinny import MEMBERS, Parameters, forkskinny
from cipherfab.ciphers.forkskinny_mirrored import mirrored
from cipherfab.cores.build import build
from cipherfab.cores.verilog import verilog
from cipherfab.design import Design
from cipherfab.measure.calls import measure_calls
from cipherfab.report.markdown import table
from cipherfab.report.numbers import number

HEAD = ("core", "GE", "ratio", "FFs", "ns", "cycles of an encryption", "of a decryption", "proof")


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A design.

    Attributes:
        cycles: from call to call, of an encryption and, in both directions, of a decryption.
        begins: those behind it are compared with it.
    """

    design: Design
    cycles: tuple[int | float | None, ...]
    begins: bool = False


def proposed(member: Parameters, *, decrypts: bool) -> Compared:
    """The proposal in hardware, a round of each branch in a clock."""
    primitive = mirrored(forkskinny(member.block, member.tweakey), decrypts=decrypts)
    kind = "encryption and decryption" if decrypts else "encryption"
    top = f"{primitive.name}-{kind}".replace("-", "_").replace(" ", "_")
    design = Design(
        name=f"{primitive.name}, {kind}",
        top=top,
        sources={f"{top}.sv": verilog(Iterated(primitive), top)},
        interface=None,
    )
    return Compared(design=design, cycles=primitive.rounds[::-1])


def of_today(name: str, directory: Path, *, begins: bool = False) -> Compared:
    """A core of ours, its cycles measured."""
    design = build(name)
    place = directory / "cycles" / design.top
    place.mkdir(parents=True, exist_ok=True)
    calls = measure_calls(design, place)
    return Compared(design=design, cycles=(calls.interval, calls.decryption), begins=begins)


def compared(member: Parameters, directory: Path) -> Iterator[Compared]:
    """What is compared, of encryption alone and of both directions."""
    name = f"{member.name}/round"
    yield of_today(f"{name},parallel", directory, begins=True)
    yield proposed(member, decrypts=False)
    yield of_today(f"{name},parallel,encdec", directory, begins=True)
    yield of_today(f"{name},duplicated,encdec", directory)
    yield proposed(member, decrypts=True)


def rows(runs: Runs, member: Parameters, recipe: str, period: int) -> Iterator[list]:
    """A row for each design."""
    first = 1.0
    for each in compared(member, runs.directory):
        design = each.design
        found = [runs.run(design, recipe, period, seed) for seed in range(runs.seeds)]
        area = median(run["area_ge"] for run in found)
        first = area if each.begins else first
        encryption, decryption, *_ = (*each.cycles, None)
        yield [
            f"`{design.name}`" if "/" in design.name else design.name,
            number(area),
            f"{area / first:.2f}",
            number(found[0]["flip_flops"]),
            number(median(run["delay_ns"] for run in found)),
            number(encryption),
            number(decryption),
            "yes" if all(runs.proved(design, run) for run in found) else "no",
        ]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--recipe", default="phased")
    parser.add_argument("--period", type=int, default=10_000, metavar="PS")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("members", nargs="*", metavar="MEMBER")
    given = parser.parse_intermixed_args()
    given.directory.mkdir(parents=True, exist_ok=True)
    runs = Runs(given.directory, "nangate45", given.seeds)
    wanted = [one for one in MEMBERS if not given.members or one.name in given.members]
    lines = (row for one in wanted for row in rows(runs, one, given.recipe, given.period))
    print(table(HEAD, lines))


if __name__ == "__main__":
    main()
