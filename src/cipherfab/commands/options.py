# SPDX-License-Identifier: Apache-2.0
"""Options that several commands share; nothing heavy is imported before a command runs."""

import math
import os
from pathlib import Path

import click

from ..tools import sandbox
from .named import PLATFORM, RECIPE, Listed


def together(*options):
    """One decorator of several options, which `--help` shows in this order."""
    def decorate(function):
        for option in reversed(options):
            function = option(function)
        return function
    return decorate


def _number(context, parameter, value: float) -> float:
    """A range of click lets ``nan`` through, which is neither below nor above anything."""
    if not math.isfinite(value):
        raise click.BadParameter(f"expected a number, got {value}")
    return value


def _number_or_none(context, parameter, value: float | None) -> float | None:
    return None if value is None else _number(context, parameter, value)


_mapped = together(
    click.option("--on", "platform", cls=Listed, type=PLATFORM,
                 default="nangate45", show_default=True,
                 help="Platform with a Liberty file."),
    click.option("--recipe", cls=Listed, type=RECIPE, default="area",
                 show_default=True, help="How the netlist is mapped."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1),
                 default=1, show_default=True, help="Of all random values."),
)

_workers = click.option("--workers", type=click.IntRange(0, 256),
                        default=2, show_default=True, help="Processes on this machine.")

_root = click.option("--root", type=click.Path(path_type=Path, exists=True, file_okay=False),
                         metavar="DIR",
                         help="Sources of a description may lie anywhere below DIR.  [default: the "
                              "clone that holds it]")

DEFAULT_BRIDGES = ("axi4stream",)
"""`emit.bridges.DEFAULT`, which is not imported for `--help`."""

bridges = click.option(
    "--bridge", "bridges", multiple=True, default=DEFAULT_BRIDGES, show_default=True,
    type=click.Choice(["axi4stream", "axi4stream-two-clocks", "axi4lite", "apb", "wishbone"]),
    help="Of a core with the LWC API: streams, streams with a clock of their own, or registers "
         "with a C driver; may be given several times.")

def _trusted(context, parameter, value: bool) -> None:
    """The processes of this run inherit it."""
    if value:
        os.environ[sandbox.TRUST] = "1"


trust = click.option("--trust", is_flag=True, expose_value=False, callback=_trusted,
                     help="Read sources of others even where no wall can be put up around them "
                          "(`cipherfab doctor`).")

with_root = together(
    _root,
    trust,
)
"""Where sources of others may lie, and what they are trusted with."""

def _scheduler(context, parameter, value: str | None) -> str | None:
    """Before anything is made for a run that could not begin."""
    if value is not None:
        from ..runs.cluster import check_address
        check_address(value)
    return value


with_processes = together(
    click.option("--scheduler", callback=_scheduler,
                 help="Dask scheduler, tcp://HOST:PORT, instead of processes on this machine."),
    _workers,
)
"""Where jobs run."""

bench_options = together(
    click.option("--on", "platforms", cls=Listed, type=PLATFORM, multiple=True,
                 help="Platform; may be given several times.  [default: nangate45]"),
    click.option("--recipe", "recipes", cls=Listed, type=RECIPE, multiple=True,
                 help="Recipe; may be given several times.  [default: balanced]"),
    click.option("--periods", type=click.IntRange(1, 50), default=3,
                 show_default=True, help="Target periods of the sweep."),
    click.option("--seeds", type=click.IntRange(1, 50), default=3,
                 show_default=True, help="Seeds at each period."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True,
                 help="Of stimulus, stalls and periods."),
    click.option("--no-netlist", is_flag=True,
                 help="Leave out links 3 and 4 (faster; the rows say so)."),
    click.option("--energy", is_flag=True,
                 help="Measure the energy of the reported netlist too (standard cells)."),
    with_processes,
    with_root,
)
"""What a benchmark does, and where it runs."""

NEEDS = ("encrypt", "decrypt", "hash", "masked", "redundant")


def _needs(context, parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """``decrypt,hash`` is as good as ``--needs decrypt --needs hash``."""
    found = tuple(dict.fromkeys(name.strip() for value in values for name in value.split(",")))
    for name in found:
        if name not in NEEDS:
            raise click.BadParameter(f"expected names of {', '.join(NEEDS)}, joined by commas, got "
                                     f"{name!r}.")
    return found


class _AboveZero(click.ParamType):
    """A number above 0; what click says of its own ranges is about their type."""

    name = "number"

    def convert(self, value, param, ctx) -> float:
        """The number."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            self.fail(f"expected a number above 0, got {value!r}.", param, ctx)
        return number


_above_zero = _AboveZero()

choose_options = together(
    click.option("--kind", type=click.Choice(["aead", "hash", "primitive"]),
                 default="aead", show_default=True,
                 help="What the core is: AEAD or hash with the LWC API, or a bare primitive."),
    click.option("--on", "platform", cls=Listed, type=PLATFORM,
                 default="nangate45", show_default=True, help="Platform."),
    click.option("--max-kge", type=_above_zero,
                 help="Most area, kGE (standard cells)."),
    click.option("--max-luts", type=_above_zero,
                 help="Most lookup tables (FPGA)."),
    click.option("--min-mbps", type=_above_zero,
                 help="Least throughput, Mbit/s."),
    click.option("--max-pj-per-bit", type=_above_zero,
                 help="Most energy for a bit, pJ, where it was measured."),
    click.option("--at-mhz", type=_above_zero,
                 help="Clock: the core must reach it, and throughput is that at it.  [default: its "
                      "highest frequency]"),
    click.option("--needs", multiple=True, callback=_needs,
                 help=f"What it must do, joined by commas: {', '.join(NEEDS)}."),
    click.option("--message", type=click.Choice(["16", "64", "1536", "long"]),
                 default="long", show_default=True,
                 help="Bytes of a message, for the throughput."),
    click.option("--verified", is_flag=True,
                 help="Only cores whose RTL was played against the known answers."),
    click.option("--best", type=click.Choice(["area", "throughput", "throughput-per-area",
                                            "energy"]),
                 default="area", show_default=True,
                 help="What comes first."),
    click.option("--top", type=click.IntRange(1, 1000), default=5,
                 show_default=True, help="How many cores to show."),
    click.option("--data", type=click.Path(path_type=Path, exists=True, dir_okay=False),
                 help="Another data set, made by `cipherfab dataset build`."),
    click.option("--emit", "output", type=click.Path(path_type=Path),
                 metavar="DIR", help="Write the first core to DIR."),
)
"""A budget, and what is done with the answer."""

frequency_options = together(
    click.option("--on", "platform", cls=Listed, type=PLATFORM,
                 default="nangate45", show_default=True,
                 help="Platform with a Liberty file."),
    click.option("--recipe", cls=Listed, type=RECIPE, default="balanced",
                 show_default=True, help="How both are mapped."),
    click.option("--period", "periods", type=click.IntRange(1, 10**6),
                 multiple=True, default=(700,), show_default=True,
                 help="Target period in ps; may be given several times."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1),
                 default=0, show_default=True, help="Of the synthesis."),
    with_processes,
)
"""How a core and its primitive are mapped, and where."""

explore_options = together(
    click.option("--on", "platform", cls=Listed, type=PLATFORM,
                 default="nangate45", show_default=True,
                 help="Platform with a Liberty file; with --budget an FPGA."),
    click.option("--for", "goal", type=click.Choice(["delay", "energy"]), default="delay",
                 show_default=True,
                 help="Delay over area of CORE, or energy per bit over area of all its "
                      "architectures."),
    click.option("--combinational", is_flag=True,
                 help="CORE is a primitive: the logic between its ports, with all its "
                 "groupings, as the study low-latency measures it."),
    click.option("--recorded", is_flag=True,
                 help="With --combinational: begin with the points that the study has for it."),
    click.option("--write", "path", type=click.Path(path_type=Path),
                 help="Write the front in the layout of the study's points.toml."),
    click.option("--budget", metavar="luts=N,ffs=N",
                 help="CORE is an AEAD or a hash: its fastest core within so many look-up "
                 "tables and flip-flops, over architectures, buses and recipes, on an FPGA (--on "
                 "artix7 or ecp5)."),
    click.option("--workload",
                 help="With --budget: what is to be fast, such as enc/ad/64.  [default: a long "
                      "message]"),
    click.option("--bus", type=click.Choice(["8", "16", "32"]),
                 help="With --budget: only cores with this width of the bus.  [default: all]"),
    click.option("--runs", type=click.IntRange(1, 10000), default=24,
                 show_default=True, help="How many runs to try."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1),
                 default=1, show_default=True, help="Of the search."),
    with_processes,
)
"""What is searched, and for how long."""

_delays = click.option("--delays", type=click.Choice(["unit", "liberty"]),
                       help="Count what nets do before they settle, every input of every cell a "
                            "unit or, in steps of 10 ps, as late as the Liberty file says.  "
                            "[default: not]")

leakage_options = together(
    _mapped,
    click.option("--traces", type=click.IntRange(1024, 10**9),
                 default=1_000_000, show_default=True,
                 help="Simulated traces of each fixed secret."),
    click.option("--secrets", type=click.IntRange(1, 100), default=3, show_default=True,
                 help="Fixed secrets, each with so many traces."),
    click.option("--glitches", is_flag=True,
                 help="Count what nets do before they settle, too, every cell a unit of time "
                      "late; several times as slow."),
    _delays,
    click.option("--each", is_flag=True, help="Test every change of every net by itself too."),
    click.option("--cycles", type=click.IntRange(1, 10**6),
                 help="Watch only the first so many cycles; of an AEAD: probe only those of its "
                      "messages and of a call of its permutation.  [default: all]"),
    click.option("--prolead", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
                 help="Let PROLEAD judge the netlist too; its files and its report go to DIR."),
    click.option("--coco", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
                 help="Let CocoAlma judge the description too, for as many cycles as --cycles "
                      "says; its files go to DIR."),
    click.option("--names", type=click.IntRange(1, 10**6), default=100, show_default=True,
                 help="Let CocoAlma name so many views that it refuses, each of which is judged "
                      "exactly, and then stop; if there are as many, the core fails."),
    click.option("--simulations", type=click.IntRange(1, 10**9), default=1_000_000,
                 show_default=True, help="PROLEAD's, for each probing set."),
    click.option("--part", type=click.IntRange(1, 10**6), metavar="CYCLES",
                 help="Let PROLEAD judge so many cycles in a run; a run that has ended is not "
                      "done again.  [default: all]"),
    click.option("--ones", is_flag=True,
                 help="Let PROLEAD compare how many ones a probe sees, not what it sees: this may "
                      "miss a leak, but takes few simulations of a probe that sees much."),
    click.option("--sets", type=click.IntRange(0, 10**6), default=0, metavar="N",
                 help="Also draw so many random sets of probes, with glitches and transitions, and "
                      "judge each by a G-test of --traces traces.  [default: none]"),
    click.option("--probes", type=click.IntRange(1, 4), default=1, show_default=True,
                 help="Of each of these sets."),
    click.option("--apart", is_flag=True,
                 help="Each probe of such a set in a cycle of its own, not all in the same one."),
    click.option("--control", type=click.IntRange(1, 100), is_flag=False,
                 flag_value=1, default=None, metavar="[STAGE]",
                 help="Leave out the register after this stage (1 if no number follows) of a "
                      "masked core: this must leak with "
                 "--recipe balanced --glitches --each."),
)
"""What is mapped, and how its netlist is tested."""

leakage_controls_options = together(
    click.option("--on", "platform", cls=Listed, type=PLATFORM,
                 default="nangate45", show_default=True, help="Platform with a Liberty file."),
    click.option("--recipe", "recipes", cls=Listed, type=RECIPE, multiple=True,
                 help="How the core is mapped; may be given several times.  [default: each]"),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True,
                 help="Of the public inputs, and of all traces."),
    click.option("--traces", type=click.IntRange(1024, 10**9),
                 help="Also simulate so many traces of a fixed secret, and say at how many the "
                      "toggles first told it from random ones.  [default: none]"),
    _delays,
)
"""How the cores are mapped of which controls are made."""

speed_options = together(
    _mapped,
    click.option("--cycles", type=click.IntRange(4, 10**6), default=256, show_default=True,
                 help="Of a trace; more than a call takes."),
    click.option("--seconds", type=click.FloatRange(0.001, 600),
                 default=1, callback=_number, show_default=True,
                 help="Processor time of a run, about."),
    click.option("--repeats", type=click.IntRange(1, 1000),
                 default=7, show_default=True, help="Runs of each, by turns."),
    click.option("--nets", is_flag=True,
                 help="Also with the toggles of each net: ours, and Verilator's (SAIF)."),
)
"""What is mapped, and how long both simulators run on it."""

faults_options = together(
    _mapped,
    click.option("--rounds", type=click.IntRange(1, 1000),
                 help="Faults in the last so many rounds, of the first computation "
                 "if there are two.  [default: those that are computed twice; 7 for a core without]"),  # noqa: E501
    click.option("--calls", type=click.IntRange(1, 10**6), default=1, show_default=True,
                 help="Random inputs with which every fault is tried."),
    click.option("--every-cycle", is_flag=True,
                 help="Faults in every cycle of a call, whatever --rounds says."),
    click.option("--pairs", type=click.IntRange(0, 10**7), default=0, show_default=True,
                 help="Also so many random pairs of faults in control and comparison."),
    click.option("--ineffective", type=click.IntRange(0, 10**7), default=0, metavar="INPUTS",
                 help="Also try each fault with so many random inputs (10,000 or more), and say "
                      "where it depends on data that it has no effect.  [default: not]"),
)
"""What is mapped, and which faults it gets."""

power_options = together(
    click.option("--on", "platform", cls=Listed, type=PLATFORM, default="nangate45",
                 show_default=True, help="Platform with a Liberty file."),
    click.option("--recipe", "recipes", cls=Listed, type=RECIPE, multiple=True, default=("area",),
                 show_default=True,
                 help="How the netlist is mapped; with several they are set beside each other."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1),
                 default=1, show_default=True, help="Of all random values."),
    click.option("--period", "period_ps", type=click.IntRange(1, 10**9),
                 default=10_000, show_default=True,
                 help="Target period, in ps, with which the netlist is mapped."),
    click.option("--traces", type=click.IntRange(1, 10**6), default=512, show_default=True,
                 help="Messages of each kind, with data of their own; rounded up to a multiple of "
                      "512."),
    click.option("--clock-network", is_flag=True,
                 help="Add an estimate of the net of the clock, of which there is no tree."),
)
"""What is mapped, and how often it is played."""

verify_options = together(
    click.option("--model", is_flag=True, help="The software model alone; give an ALGORITHM."),
    click.option("--kat", type=click.Path(path_type=Path),
                 help="Also play this known-answer file (genkat format)."),
    click.option("--vectors", type=click.Path(path_type=Path), nargs=3, metavar="PDI SDI DO",
                 help="Also play these LWC vector files."),
    click.option("--netlist", is_flag=True,
                 help="Also verify the mapped netlist: equivalence proof and known answers at gate "
                 "level."),
    click.option("--on", "platform", cls=Listed, type=PLATFORM,
                 default="nangate45", show_default=True,
                 help="Platform of the netlist."),
    click.option("--recipe", cls=Listed, type=RECIPE, default="balanced",
                 show_default=True, help="Recipe of the netlist."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1),
                 help="Of stimulus and stalls; drawn and printed if not given."),
    click.option("--waveform", type=click.Path(path_type=Path),
                 help="Write a VCD file of the first failing message."),
    click.option("--thorough", is_flag=True,
                 help="Play much more on the RTL of a core with the LWC API: lengths to 65,535 "
                      "bytes, "
                 "a reset in each cycle, 100,000 random messages. Takes minutes."),
    click.option("--coverage", is_flag=True,
                 help="Also count the states, transitions, lines and toggles that are reached."),
)
"""What is played, and which links of the chain are checked."""

mutate_options = together(
    click.option("--count", type=click.IntRange(1, 100_000),
                 default=200, show_default=True, help="How many mutants."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1),
                 default=1, show_default=True, help="Of mutants and stimulus."),
    click.option("--proof-seconds", type=click.IntRange(1, 86_400), default=180, show_default=True,
                 help="Time limit of a proof."),
    with_processes,
    with_root,
)
"""How many mutants, and where they are played."""

dataset_options = together(
    click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
                 required=True, help="File, .jsonl."),
    click.option("--on", "platforms", cls=Listed, type=PLATFORM, multiple=True,
                 help="Platform; may be given several times.  [default: nangate45]"),
    click.option("--recipe", "recipes", cls=Listed, type=RECIPE, multiple=True,
                 help="Recipe; may be given several times.  [default: area, balanced]"),
    click.option("--no-rtl", is_flag=True,
                 help="Leave out links 1 and 2 (faster; the entries say so)."),
    click.option("--energy", is_flag=True,
                 help="Measure the energy of every netlist of standard cells too."),
    click.option("--again", is_flag=True, help="Make entries again that the file has."),
    click.option("--changed", is_flag=True,
                 help="Make entries again whose RTL is another today."),
    click.option("--seconds", type=click.FloatRange(0), callback=_number_or_none,
                 help="Begin no core after so many seconds.  [default: begin all]"),
    click.option("--workers", type=click.IntRange(0, 256), default=0, show_default=True,
                 help="Processes on this machine; 0: one core after the other in this one."),
)
"""What a data set is made of, and for how long."""

demo_options = together(
    click.option("-o", "--output", type=click.Path(path_type=Path),
                 default=Path("cipherfab-demo"), show_default=True,
                 help="Directory for the page and the plots."),
    _workers,
)
"""Where a demonstration goes, and how many processes it has."""


def bench_settings(*, platforms, recipes, no_netlist, **options):
    """The settings that `bench_options` ask for."""
    from ..bench.bench import Settings
    return Settings(platforms=platforms or ("nangate45",), recipes=recipes or ("balanced",),
                    netlist=not no_netlist, **options)
