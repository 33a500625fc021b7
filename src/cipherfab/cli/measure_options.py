# SPDX-License-Identifier: Apache-2.0
"""Options of the commands that measure, choose and explore cores; nothing heavy is imported before
a command runs.
"""

import math
from pathlib import Path

import click

from .named import PathName
from .options import (
    finite,
    on,
    periods,
    platforms_and_recipes,
    recipe,
    recipes,
    seed,
    shape_seconds,
    together,
    with_processes,
    with_root,
    workers,
)


def _number_or_none(context, parameter, value: float | None) -> float | None:
    # An option without a value passes through its callback too.
    return None if value is None else finite(context, parameter, value)


bench_options = together(
    platforms_and_recipes("balanced"),
    click.option(
        "--periods",
        type=click.IntRange(1, 50),
        default=3,
        show_default=True,
        help="Target periods of the sweep.",
    ),
    click.option(
        "--seeds",
        type=click.IntRange(1, 50),
        default=3,
        show_default=True,
        help="Seeds at each period.",
    ),
    seed("Of stimulus, stalls and periods."),
    click.option(
        "--no-netlist", is_flag=True, help="Leave out links 3 and 4 (faster; the rows say so)."
    ),
    click.option(
        "--energy",
        is_flag=True,
        help="Measure the energy of the reported netlist too (standard cells).",
    ),
    click.option(
        "--prove",
        is_flag=True,
        help="Prove messages too, on cores with the LWC API: see `verify --prove`.",
    ),
    shape_seconds,
    with_processes,
    with_root,
)
"""What a benchmark does, and where it runs."""

NEEDS = ("encrypt", "decrypt", "hash", "masked", "redundant")


def _needs(context, parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """``decrypt,hash`` is as good as ``--needs decrypt --needs hash``."""
    # Keys of a dictionary keep their order and drop what is said twice.
    found = tuple(dict.fromkeys(name.strip() for value in values for name in value.split(",")))
    for name in found:
        if name not in NEEDS:
            raise click.BadParameter(
                f"expected names of {', '.join(NEEDS)}, joined by commas, got {name!r}."
            )
    return found


class _AboveZero(click.ParamType):
    """A number above 0; what click says of its own ranges is about their type."""

    name = "number"

    def convert(self, value, param, ctx) -> float:
        """The number."""
        try:
            number = float(value)
        except ValueError:
            # It is in no range, so it is refused below like any other wrong number.
            number = math.nan
        # Written so, the comparison refuses ``nan``, which is neither below nor above.
        if not 0 < number < math.inf:
            self.fail(f"expected a number above 0, got {value!r}.", param, ctx)
        return number


_above_zero = _AboveZero()

choose_options = together(
    click.argument("algorithm", required=False),
    click.option(
        "--kind",
        type=click.Choice(["aead", "hash", "primitive"]),
        default=None,
        help="What the core is: AEAD or hash with the LWC API, or a bare primitive.  [default: "
        "aead, or what ALGORITHM is]",
    ),
    on("Platform."),
    click.option("--max-kge", type=_above_zero, help="Most area, kGE (standard cells)."),
    click.option("--max-luts", type=_above_zero, help="Most lookup tables (FPGA)."),
    click.option("--min-mbps", type=_above_zero, help="Least throughput, Mbit/s."),
    click.option(
        "--max-pj-per-bit",
        type=_above_zero,
        help="Most energy for a bit, pJ, where it was measured.",
    ),
    click.option(
        "--at-mhz",
        type=_above_zero,
        help="Clock: the core must reach it, and throughput is that at it.  [default: its "
        "highest frequency]",
    ),
    click.option(
        "--needs",
        multiple=True,
        callback=_needs,
        help=f"What it must do, joined by commas: {', '.join(NEEDS)}.",
    ),
    click.option(
        "--standard",
        type=click.Choice(["nist"]),
        default=None,
        help="Only algorithms that are a standard of that body (NIST: FIPS and SP 800).",
    ),
    click.option(
        "--message",
        type=click.Choice(["16", "64", "1536", "long"]),
        default="long",
        show_default=True,
        help="Bytes of a message, for the throughput.",
    ),
    click.option(
        "--verified",
        is_flag=True,
        help="Only cores whose RTL was played against the known answers.",
    ),
    click.option(
        "--proved",
        is_flag=True,
        help="Only cores whose messages are proved: a set of shapes, each for all keys, "
        "nonces, data and tags.",
    ),
    click.option(
        "--best",
        type=click.Choice(["area", "throughput", "throughput-per-area", "energy"]),
        default="area",
        show_default=True,
        help="What comes first.",
    ),
    click.option(
        "--top",
        type=click.IntRange(1, 1000),
        default=5,
        show_default=True,
        help="How many cores to show.",
    ),
    click.option(
        "--data",
        type=PathName(path_type=Path, exists=True, dir_okay=False),
        help="Another data set, made by `cipherfab dataset build`.",
    ),
    click.option(
        "--emit",
        "output",
        type=PathName(path_type=Path),
        metavar="DIR",
        help="Write the first core to DIR.",
    ),
)
"""A budget, and what is done with the answer."""

frequency_options = together(
    on(),
    recipe("How both are mapped.", default="balanced"),
    periods(700),
    seed("Of the synthesis.", default=0),
    with_processes,
)
"""How a core and its primitive are mapped, and where."""

place_options = together(
    on("Platform whose cells have a geometry."),
    recipes(
        "How the netlist is made; may be given several times.", default="balanced", name="recipe"
    ),
    periods(1000),
    click.option(
        "--seeds",
        type=click.IntRange(1, 1000),
        default=1,
        show_default=True,
        help="How many, of synthesis and placement.",
    ),
    click.option(
        "--utilisation",
        type=click.FloatRange(0.2, 0.9),
        default=0.7,
        show_default=True,
        help="Share of the die that cells fill.",
    ),
    click.option(
        "-o",
        "--output",
        type=PathName(path_type=Path),
        metavar="DIR",
        help="Write netlist, places, wires and picture of each placement to DIR.",
    ),
    with_processes,
)
"""What is placed, and where."""

explore_options = together(
    on("Platform with a Liberty file; with --budget an FPGA."),
    click.option(
        "--for",
        "goal",
        type=click.Choice(["delay", "energy"]),
        default="delay",
        show_default=True,
        help="Delay over area of CORE, or energy per bit over area of all its architectures.",
    ),
    click.option(
        "--combinational",
        is_flag=True,
        help="CORE is a primitive: the logic between its ports, with all its "
        "groupings, as the study low-latency measures it.",
    ),
    click.option(
        "--recorded",
        is_flag=True,
        help="With --combinational: begin with the points that the study has for it.",
    ),
    click.option(
        "--write",
        "path",
        type=PathName(path_type=Path),
        help="Write the front in the layout of the study's points.toml.",
    ),
    click.option(
        "--budget",
        metavar="luts=N,ffs=N",
        help="CORE is an AEAD or a hash: its fastest core within so many look-up "
        "tables and flip-flops, over architectures, buses and recipes, on an FPGA (--on "
        "artix7 or ecp5).",
    ),
    click.option(
        "--workload",
        help="With --budget: what is to be fast, such as enc/ad/64.  [default: a long message]",
    ),
    click.option(
        "--bus",
        type=click.Choice(["8", "16", "32"]),
        help="With --budget: only cores with this width of the bus.  [default: all]",
    ),
    click.option(
        "--runs",
        type=click.IntRange(1, 10000),
        default=24,
        show_default=True,
        help="How many runs to try.",
    ),
    seed("Of the search."),
    with_processes,
)
"""What is searched, and for how long."""

power_options = together(
    on(),
    recipes(
        "How the netlist is mapped; with several they are set beside each other.", default="area"
    ),
    seed(),
    click.option(
        "--period",
        "period_ps",
        type=click.IntRange(1, 10**9),
        default=10_000,
        show_default=True,
        help="Target period, in ps, with which the netlist is mapped.",
    ),
    click.option(
        "--traces",
        type=click.IntRange(1, 10**6),
        default=512,
        show_default=True,
        help="Messages of each kind, with data of their own; rounded up to a multiple of 512.",
    ),
    click.option(
        "--clock-network",
        is_flag=True,
        help="Add an estimate of the net of the clock, of which there is no tree.",
    ),
    click.option(
        "--wires",
        type=click.Choice(["library", "none", "placed"]),
        default="library",
        show_default=True,
        help="What nets have besides pins: the library's wire load, nothing, or the wires of a "
        "placement (nangate45, sky130hd).",
    ),
)
"""What is mapped, and how often it is played."""

dataset_options = together(
    click.option(
        "-o",
        "--output",
        type=PathName(path_type=Path, dir_okay=False),
        required=True,
        help="File, .jsonl.",
    ),
    platforms_and_recipes("area, balanced"),
    click.option(
        "--no-rtl", is_flag=True, help="Leave out links 1 and 2 (faster; the entries say so)."
    ),
    click.option(
        "--energy", is_flag=True, help="Measure the energy of every netlist of standard cells too."
    ),
    click.option(
        "--placed", is_flag=True, help="Place every netlist of Nangate45 and SKY130HD too."
    ),
    click.option("--again", is_flag=True, help="Make entries again that the file has."),
    click.option("--changed", is_flag=True, help="Make entries again whose RTL is another today."),
    click.option(
        "--seconds",
        type=click.FloatRange(0),
        callback=_number_or_none,
        help="Begin no core after so many seconds.  [default: begin all]",
    ),
    click.option(
        "--workers",
        type=click.IntRange(0, 256),
        default=0,
        show_default=True,
        help="Processes on this machine; 0: one core after the other in this one.",
    ),
)
"""What a data set is made of, and for how long."""

demo_options = together(
    click.option(
        "-o",
        "--output",
        type=PathName(path_type=Path),
        default=Path("cipherfab-demo"),
        show_default=True,
        help="Directory for the page and the plots.",
    ),
    workers,
)
"""Where a demonstration goes, and how many processes it has."""


def bench_settings(*, platforms, recipes, no_netlist, **options):
    """The settings that `bench_options` ask for."""
    from ..bench.bench import Settings

    return Settings(
        # An option that may be given several times is empty where it is not given.
        platforms=platforms or ("nangate45",),
        recipes=recipes or ("balanced",),
        netlist=not no_netlist,
        **options,
    )
