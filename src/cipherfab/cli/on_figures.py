# SPDX-License-Identifier: Apache-2.0
"""The commands that measure cores: they read arguments, `commands/` does the work."""

import os
import sys
import time
from pathlib import Path

import click

from .. import outputs
from ..errors import CallError
from ..plain import say
from . import measure_options as measure
from . import options as shared
from .frame import as_table, command, end, print_json, tell
from .named import CORE, PathName


@command("bench")
@click.argument("cores", type=CORE, nargs=-1, required=True)
@measure.bench_options
@as_table
def bench_command(cores, as_json, **options):
    """Verify, implement and measure CORES; every number goes into the store with its evidence.

    A core is a name, or the description (.toml) of a core of your own.
    """
    # Imported in the function, as in all commands: `--help` must not wait for what one needs.
    from ..bench import bench
    from ..commands import rows

    result = bench.run(cores, measure.bench_settings(**options))
    if as_json:
        print_json(result.records)
    else:
        rows.show(result.records) if result.rows else say("No results.", err=True)
    end(result)


@command("compare")
@click.argument("cores", type=CORE, nargs=-1, required=True)
@measure.bench_options
@as_table
def compare_command(cores, as_json, **options):
    """Benchmark CORES, names or descriptions (.toml), in one run, and print their ratios to the
    first.
    """
    from ..commands import compare

    result, baseline, judged = compare.run(cores, measure.bench_settings(**options))
    if as_json:
        print_json(compare.records(result, baseline, judged))
    else:
        if result.rows:
            compare.show(result, baseline, judged)
        else:
            say("No results.", err=True)
    end(result)


@command("frequency")
@click.argument("cores", nargs=-1, required=True)
@measure.frequency_options
@as_table
def frequency_command(cores, as_json, **options):
    """Frequency of CORES with the LWC API beside that of the primitive in each, mapped alone in the
    same way; not verified.

    Every run is cached: the same command goes on where it was stopped. Exit code 3 if a run failed.
    """
    from ..commands import frequency

    # A run that failed is a row too, so the others are printed before the exit code tells.
    found = frequency.run(cores, **options)
    tell(frequency, found, as_json)
    sys.exit(3 if any(row["failure"] for row in found) else 0)


@command("place")
@click.argument("cores", nargs=-1, required=True, type=CORE)
@measure.place_options
@shared.force
@as_table
def place_command(cores, output, force, as_json, **options):
    """Place the cells of CORES and time them with the wires between them; not routed, not verified.

    Beside the delay with the library's wire load stands that with placed wires. -o writes for each
    netlist its places, its wires (SPEF) and a picture.

    Every run is cached: the same command goes on where it was stopped. Exit code 3 if a run failed.
    """
    from ..commands import place

    found = place.run(cores, place.Asked(**options), output=output, force=force)
    tell(place, found, as_json)
    sys.exit(3 if any(row["failure"] for row in found["rows"]) else 0)


@command("explore")
@click.argument("core", type=CORE)
@measure.explore_options
@as_table
def explore_command(core, platform, path, as_json, budget, workload, bus, goal, **options):
    """Search recipes for CORE: its area-delay front, with the recipe that re-creates each point.

    With --budget: search the cores of CORE's algorithm for the highest throughput within look-up
    tables and flip-flops.

    Every run is cached: the same command goes on where it was stopped, a larger --runs goes on from
    a smaller one.
    """
    from ..commands import explore, explore_budget, explore_energy

    # A path that is not there yet may lie in a folder that is made when it is written.
    if path and os.path.lexists(path):
        outputs.one_file(path, lambda head: head.lstrip().startswith(b"["))
    if bus and (goal == "energy" or not budget):
        raise CallError(
            "--bus says which cores of an algorithm are searched; it goes with --budget."
        )
    if goal == "energy":
        found = explore_energy.called(
            core, platform, budget=budget, workload=workload, path=path, **options
        )
        tell(explore_energy, found, as_json)
        return
    if budget or workload:
        found = explore_budget.called(
            core,
            platform,
            budget=budget,
            workload=workload,
            path=path,
            bus=int(bus) if bus else None,
            **options,
        )
        tell(explore_budget, found, as_json)
        return
    found = explore.run(core, platform, **options)
    if path:
        explore.write(found, path)
    tell(explore, found, as_json)


@command("study")
@click.argument(
    "name", type=click.Choice(["low-latency", "forkcipher", "lilliput", "lwc-round2", "caesar"])
)
@click.option("--quick", is_flag=True, help="Less: see the study's page in the documentation.")
@click.option(
    "--cipher",
    "ciphers",
    multiple=True,
    help="Only this row or algorithm; may be given several times.",
)
@click.option(
    "--on",
    "platforms",
    multiple=True,
    help="Only this of the study's platforms; may be given several times "
    "(lwc-round2: artix7, always there, ecp5, cyclone10lp, nexus, ice40; "
    "caesar: nangate45, virtex6, ecp5, artix7).",
)
@click.option(
    "--pieces", type=click.IntRange(2, 16), help="The largest k of pipelined cores (caesar)."
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 99),
    help="Seeds of each run of the tools, of which the median counts (lwc-round2, caesar).",
)
@click.option(
    "--everywhere",
    is_flag=True,
    help="Every core on every platform, not only those that stand for their candidate "
    "(lwc-round2).",
)
@click.option(
    "--all",
    "everyone",
    is_flag=True,
    help="All 32 candidates of round 2 in a second table, each by its primary core (lwc-round2).",
)
@click.option(
    "--energy",
    is_flag=True,
    help="Measure the energy of the study's cores on standard cells, where the store "
    "does not have it.",
)
@click.option(
    "--energy-only",
    is_flag=True,
    help="Only that energy, without the rest of the study (lwc-round2).",
)
@click.option(
    "-o",
    "--output",
    type=PathName(path_type=Path),
    help="Directory for records, tables and plots.  [default: NAME]",
)
@shared.force
@shared.with_processes
@as_table
def study_command(name, energy, energy_only, output, force, as_json, **options):
    """Re-run a published study: the paper's figures beside measured and verified ones, its rankings
    and its plots.
    """
    from ..commands import study

    # Refused here, before hours of work.
    outputs.refuse(output or Path(name), ["tables.txt", "energy.txt"], force=force)
    # A clock that nobody sets: the time that is printed must not jump.
    start = time.monotonic()
    settings = study.Settings(**options)
    if energy_only:
        tables, measured = study.energy_alone(name, settings)
        written = study.write_energy(measured, tables, output or Path(name), force=force)
        print_json(measured.rows) if as_json else study.show_energy(tables, written, start)
        end(measured)
    result = study.run(name, settings)
    further, measured = study.energies(name, result, settings, energy=energy)
    written = study.write(name, result, output or Path(name), further, force=force)
    if as_json:
        print_json(result.rows)
    else:
        study.show(name, result, written, start, further)
    # What failed in measuring energy counts where the study itself has no worse code.
    end(measured if result.exit_code == 0 else result)


@command("power")
@click.argument("cores", nargs=-1, required=True)
@measure.power_options
@as_table
def power_command(cores, as_json, **options):
    """Measure power and energy of the netlists of CORES from the activity of every net, glitches
    counted apart.
    """
    from ..commands import power

    found = power.run(cores, **options)
    tell(power, found, as_json)
