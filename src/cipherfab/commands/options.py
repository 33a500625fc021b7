"""Options that several commands share; nothing heavy is imported before a command runs."""

from pathlib import Path

import click

with_root = click.option("--root", type=click.Path(path_type=Path, exists=True, file_okay=False),
                         metavar="DIR",
                         help="Sources of a description may lie anywhere below DIR.  [default: the clone that holds it]")


def bench_options(function):
    """What a benchmark does, and where it runs."""
    for option in reversed((
        click.option("--on", "platforms", multiple=True, help="Platform; may be given several times.  [default: nangate45]"),
        click.option("--recipe", "recipes", multiple=True, help="Recipe; may be given several times.  [default: balanced]"),
        click.option("--periods", type=click.IntRange(1, 50), default=3, show_default=True, help="Target periods of the sweep."),
        click.option("--seeds", type=click.IntRange(1, 50), default=3, show_default=True, help="Seeds at each period."),
        click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True,
                     help="Of stimulus, stalls and periods."),
        click.option("--no-netlist", is_flag=True, help="Leave out links 3 and 4 (faster; the rows say so)."),
        click.option("--scheduler", help="Dask scheduler, tcp://HOST:PORT, instead of processes on this machine."),
        click.option("--workers", type=click.IntRange(0, 256), default=2, show_default=True, help="Processes on this machine."),
        with_root,
    )):
        function = option(function)
    return function


def bench_settings(*, platforms, recipes, no_netlist, **options):
    """The settings that `bench_options` ask for."""
    from ..bench.bench import Settings
    return Settings(platforms=platforms or ("nangate45",), recipes=recipes or ("balanced",), netlist=not no_netlist, **options)
