"""Options that several commands share; nothing heavy is imported before a command runs."""

import math
import os
from pathlib import Path

import click

from ..tools import sandbox


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


_mapped = together(
    click.option("--on", "platform", default="nangate45", show_default=True, help="Platform with a Liberty file."),
    click.option("--recipe", default="area", show_default=True, help="How the netlist is mapped."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Of all random values."),
)

_workers = click.option("--workers", type=click.IntRange(0, 256), default=2, show_default=True, help="Processes on this machine.")

_root = click.option("--root", type=click.Path(path_type=Path, exists=True, file_okay=False),
                         metavar="DIR",
                         help="Sources of a description may lie anywhere below DIR.  [default: the clone that holds it]")

def _trusted(context, parameter, value: bool) -> None:
    """The processes of this run inherit it."""
    if value:
        os.environ[sandbox.TRUST] = "1"


with_root = together(
    _root,
    click.option("--trust", is_flag=True, expose_value=False, callback=_trusted,
                 help="Read sources of others even where no wall can be put up around them (`cipherfab doctor`)."),
)
"""Where sources of others may lie, and what they are trusted with."""

def _scheduler(context, parameter, value: str | None) -> str | None:
    """Before anything is made for a run that could not begin."""
    if value is not None:
        from ..runs.cluster import check_address
        check_address(value)
    return value


with_processes = together(
    click.option("--scheduler", callback=_scheduler, help="Dask scheduler, tcp://HOST:PORT, instead of processes on this machine."),
    _workers,
)
"""Where jobs run."""

bench_options = together(
    click.option("--on", "platforms", multiple=True, help="Platform; may be given several times.  [default: nangate45]"),
    click.option("--recipe", "recipes", multiple=True, help="Recipe; may be given several times.  [default: balanced]"),
    click.option("--periods", type=click.IntRange(1, 50), default=3, show_default=True, help="Target periods of the sweep."),
    click.option("--seeds", type=click.IntRange(1, 50), default=3, show_default=True, help="Seeds at each period."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True,
                 help="Of stimulus, stalls and periods."),
    click.option("--no-netlist", is_flag=True, help="Leave out links 3 and 4 (faster; the rows say so)."),
    with_processes,
    with_root,
)
"""What a benchmark does, and where it runs."""

explore_options = together(
    click.option("--on", "platform", default="nangate45", show_default=True, help="Platform with a Liberty file."),
    click.option("--combinational", is_flag=True, help="CORE is a primitive: the logic between its ports, with all its "
                 "groupings, as the study low-latency measures it."),
    click.option("--recorded", is_flag=True, help="With --combinational: begin with the points that the study has for it."),
    click.option("--write", "path", type=click.Path(path_type=Path),
                 help="Write the front in the layout of the study's points.toml."),
    click.option("--runs", type=click.IntRange(1, 10000), default=24, show_default=True, help="How many recipes to try."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Of the search."),
    with_processes,
)
"""What is searched, and for how long."""

leakage_options = together(
    _mapped,
    click.option("--traces", type=click.IntRange(1024, 10**9), default=1_000_000, show_default=True, help="Simulated traces."),
    click.option("--glitches", is_flag=True, help="Count what nets do before they settle, too; several times as slow."),
    click.option("--each", is_flag=True, help="Test every change of every net by itself too."),
    click.option("--cycles", type=click.IntRange(1, 10**6), help="Watch only the first so many cycles.  [default: all]"),
    click.option("--control", type=click.IntRange(1, 100), is_flag=False, flag_value=1, default=None, metavar="[STAGE]",
                 help="Leave out the register after this stage (1 if no number follows) of a masked core: this must leak with "
                 "--recipe balanced --glitches --each."),
)
"""What is mapped, and how its netlist is tested."""

speed_options = together(
    _mapped,
    click.option("--cycles", type=click.IntRange(4, 10**6), default=256, show_default=True,
                 help="Of a trace; more than a call takes."),
    click.option("--seconds", type=click.FloatRange(0.001, 600), default=1, callback=_number, show_default=True,
                 help="Processor time of a run, about."),
    click.option("--repeats", type=click.IntRange(1, 1000), default=7, show_default=True, help="Runs of each, by turns."),
)
"""What is mapped, and how long both simulators run on it."""

faults_options = together(
    _mapped,
    click.option("--rounds", type=click.IntRange(1, 1000), help="Faults in the last so many rounds, of the first computation "
                 "if there are two.  [default: those that are computed twice; 7 for a core without]"),
    click.option("--calls", type=click.IntRange(1, 10**6), default=1, show_default=True,
                 help="Random inputs with which every fault is tried."),
)
"""What is mapped, and which faults it gets."""

verify_options = together(
    click.option("--model", is_flag=True, help="The software model alone; give an ALGORITHM."),
    click.option("--kat", type=click.Path(path_type=Path), help="Also play this known-answer file (genkat format)."),
    click.option("--vectors", type=click.Path(path_type=Path), nargs=3, metavar="PDI SDI DO",
                 help="Also play these LWC vector files."),
    click.option("--netlist", is_flag=True, help="Also verify the mapped netlist: equivalence proof and known answers at gate "
                 "level."),
    click.option("--on", "platform", default="nangate45", show_default=True, help="Platform of the netlist."),
    click.option("--recipe", default="balanced", show_default=True, help="Recipe of the netlist."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Of stimulus and stalls; drawn and printed if not given."),
    click.option("--waveform", type=click.Path(path_type=Path), help="Write a VCD file of the first failing message."),
    click.option("--thorough", is_flag=True, help="Play much more on the RTL of a core with the LWC API: lengths to 65,535 bytes, "
                 "a reset in each cycle, 100,000 random messages. Takes minutes."),
    click.option("--coverage", is_flag=True, help="Also count the states, transitions, lines and toggles that are reached."),
)
"""What is played, and which links of the chain are checked."""

mutate_options = together(
    click.option("--count", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How many mutants."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Of mutants and stimulus."),
    with_processes,
    with_root,
)
"""How many mutants, and where they are played."""

demo_options = together(
    click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("cipherfab-demo"), show_default=True,
                 help="Directory for the page and the plots."),
    _workers,
)
"""Where a demonstration goes, and how many processes it has."""


def bench_settings(*, platforms, recipes, no_netlist, **options):
    """The settings that `bench_options` ask for."""
    from ..bench.bench import Settings
    return Settings(platforms=platforms or ("nangate45",), recipes=recipes or ("balanced",), netlist=not no_netlist, **options)
