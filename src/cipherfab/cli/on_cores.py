# SPDX-License-Identifier: Apache-2.0
"""The commands that take cores or algorithms: they read arguments, `commands/` does the work."""

import os
import random
import sys
import time
from functools import partial
from pathlib import Path

import click

from .. import outputs
from ..errors import CallError
from ..plain import block, say
from . import check_options as checks
from . import options as shared
from .frame import as_json, as_table, command, end, judge, print_json, tell
from .named import ALGORITHM, CORE, PathName


@command("list")
@click.option(
    "--kind",
    type=click.Choice(["aead", "hash", "xof", "cxof", "mac", "perm", "bc", "tbc"]),
    help="Only algorithms of this kind.",
)
@as_table
def list_command(kind, as_json):
    """List algorithms, architectures, options, platforms and recipes."""
    from ..commands import listing

    content = listing.content(kind)
    tell(listing, content, as_json)


@command("kat")
@click.argument("algorithm", type=ALGORITHM)
@click.option(
    "-o",
    "--output",
    type=PathName(path_type=Path),
    help="Write to this file instead of standard output.",
)
@as_json
def kat_command(algorithm, output, as_json):
    """Regenerate the official known-answer file of ALGORITHM from its software model and compare
    its SHA-256.
    """
    from ..commands import kat

    if output:
        kat.refuse(output)
    result, text = kat.regenerate(algorithm)
    if output:
        kat.write(output, text)
    if as_json:
        print_json(result)
    elif not output:
        block(text)
    say(kat.summary(result), err=True)
    sys.exit(0 if result["passed"] else 1)


@command("emit")
@click.argument("core", type=CORE)
@click.option(
    "-o", "--output", type=PathName(path_type=Path), required=True, help="Directory to write to."
)
@click.option(
    "--no-cycles",
    is_flag=True,
    help="Leave out the cycle formulas and the picture of a message (saves simulations).",
)
@shared.bridges
@shared.force
@click.option(
    "--bare",
    is_flag=True,
    help="The core of an AEAD or a hash without the LWC API: blocks in, blocks out.",
)
@click.option(
    "--generator",
    is_flag=True,
    help="Of a masked primitive: also a generator of its random bits, Trivium, with what "
    "has to be assumed of it.",
)
@as_json
def emit_command(core, output, no_cycles, bridges, bare, generator, force, as_json):
    """Write CORE as files: Verilog, LWC test bench and vectors, a FuseSoC description, a page about
    its ports and cycles, and bridges to the buses of a system.
    """
    from ..commands import emit

    if bare and bridges != shared.DEFAULT_BRIDGES:
        raise click.UsageError("--bare: a core without a bus has no --bridge. Give one of them.")
    if bare and generator:
        raise click.UsageError(
            "--generator is for masked primitives, which have no bus to leave "
            "out. Leave --bare out."
        )
    result = (
        emit.run_bare(core, output, force=force)
        if bare
        else emit.run(
            core, output, cycles=not no_cycles, bridges=bridges, random=generator, force=force
        )
    )
    if as_json:
        print_json(result)
    else:
        say(
            f"{result['core']}: {len(result['files'])} files in {output}: "
            f"{', '.join(result['files'])}"
        )


@command("choose")
@shared.choose_options
@as_table
def choose_command(output, as_json, **options):
    """Find the cores that fit a budget, in the data set of the package and in the store; exit code
    1 if none does.

    If none does, it says which come nearest, what each misses and by how much, and what change of a
    single limit would be enough.
    """
    from ..commands import choose

    result = choose.run(**options)
    print_json(choose.plain(result)) if as_json else choose.show(result)
    if output and result.choice.found:
        files = choose.write(result, output)
        say(f"{result.choice.found[0].core}: {len(files)} files in {output}", err=True)
    sys.exit(choose.exit_code(result))


@command("verify")
@click.argument("name", type=CORE, metavar="CORE|FILE.toml|ALGORITHM")
@shared.with_root
@checks.verify_options
@as_json
def verify_command(name, seed, as_json, **options):
    """Verify a core link by link: model against official file, RTL against model, netlist against
    RTL, known answers at gate level.

    A core is a name, or the description (.toml) of a core of your own. Random stalls on every port
    are on; --seed replays a run.
    """
    from ..commands import verify

    seed = random.SystemRandom().randrange(2**31) if seed is None else seed
    result = verify.run(name, seed=seed, say=partial(say, err=True), **options)
    tell(verify, result, as_json)
    sys.exit(0 if result["passed"] else 1)


@command("acvp")
@click.argument("prompt", type=PathName(path_type=Path), required=False)
@checks.acvp_options
@as_json
def acvp_command(prompt, output, register, seed, as_json, **options):
    """Answer PROMPT, a file of NIST's ACVP for a function of SP 800-232, with the software model,
    and with the RTL of a core what that serves; or print what is registered at the server.
    """
    from ..commands import acvp

    if register:
        print_json(acvp.registrations(register, core=bool(options["core"])))
        return
    checks.needs_files(prompt, output)
    seed = random.SystemRandom().randrange(2**31) if seed is None else seed
    result = acvp.run(prompt, output, seed=seed, say=partial(say, err=True), **options)
    tell(acvp, result, as_json)
    sys.exit(0 if result["passed"] else 1)


@command("second")
@click.argument("names", nargs=-1, metavar="[HARNESS|FILE.toml]...")
@checks.second_options
@as_json
def second_command(names, as_json, **options):
    """Compare descriptions with a second text, C of others, for all inputs.

    A HARNESS says which function of which C is compared with which algorithm. The C is read bit by
    bit in the graph of the description, and proved to be equal or refuted with an input. Without
    HARNESS: all that come with cipherfab and whose C is below --root.
    """
    from ..commands import second

    found = second.run(names, say=partial(say, err=True), **options)
    judge(second, found, as_json)


@command("bench")
@click.argument("cores", type=CORE, nargs=-1, required=True)
@shared.bench_options
@as_table
def bench_command(cores, as_json, **options):
    """Verify, implement and measure CORES; every number goes into the store with its evidence.

    A core is a name, or the description (.toml) of a core of your own.
    """
    from ..bench import bench
    from ..commands import rows

    result = bench.run(cores, shared.bench_settings(**options))
    if as_json:
        print_json(result.records)
    else:
        rows.show(result.records) if result.rows else say("No results.", err=True)
    end(result)


@command("compare")
@click.argument("cores", type=CORE, nargs=-1, required=True)
@shared.bench_options
@as_table
def compare_command(cores, as_json, **options):
    """Benchmark CORES, names or descriptions (.toml), in one run, and print their ratios to the
    first.
    """
    from ..commands import compare

    result, baseline, judged = compare.run(cores, shared.bench_settings(**options))
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
@shared.frequency_options
@as_table
def frequency_command(cores, as_json, **options):
    """Frequency of CORES with the LWC API beside that of the primitive in each, mapped alone in the
    same way; not verified.

    With --for energy: all architectures of CORE, without and with clock gates: energy per bit over
    area.

    Every run is cached: the same command goes on where it was stopped. Exit code 3 if a run failed.
    """
    from ..commands import frequency

    found = frequency.run(cores, **options)
    tell(frequency, found, as_json)
    sys.exit(3 if any(row["failure"] for row in found) else 0)


@command("place")
@click.argument("cores", nargs=-1, required=True, type=CORE)
@shared.place_options
@shared.force
@as_table
def place_command(cores, as_json, **options):
    """Place the cells of CORES and time them with the wires between them; not routed, not verified.

    Beside the delay with the library's wire load stands that with placed wires. -o writes for each
    netlist its places, its wires (SPEF) and a picture.

    Every run is cached: the same command goes on where it was stopped. Exit code 3 if a run failed.
    """
    from ..commands import place

    found = place.run(cores, **options)
    tell(place, found, as_json)
    sys.exit(3 if any(row["failure"] for row in found["rows"]) else 0)


@command("explore")
@click.argument("core", type=CORE)
@shared.explore_options
@as_table
def explore_command(core, platform, path, as_json, budget, workload, bus, goal, **options):
    """Search recipes for CORE: its area-delay front, with the recipe that re-creates each point.

    With --budget: search the cores of CORE's algorithm for the highest throughput within look-up
    tables and flip-flops.

    Every run is cached: the same command goes on where it was stopped, a larger --runs goes on from
    a smaller one.
    """
    from ..commands import explore, explore_budget, explore_energy

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
    "caesar: nangate45, virtex6, ecp5).",
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
def study_command(
    name,
    quick,
    ciphers,
    platforms,
    pieces,
    seeds,
    everywhere,
    energy,
    energy_only,
    output,
    force,
    scheduler,
    workers,
    as_json,
):
    """Re-run a published study: the paper's figures beside measured and verified ones, its rankings
    and its plots.
    """
    from ..commands import study

    outputs.refuse(output or Path(name), ["tables.txt", "energy.txt"], force=force)
    start, options = time.monotonic(), {"quick": quick, "scheduler": scheduler, "workers": workers}
    if energy_only:
        tables, measured = study.energy_alone(name, ciphers=ciphers, **options)
        written = study.write_energy(measured, tables, output or Path(name), force=force)
        print_json(measured.rows) if as_json else study.show_energy(tables, written, start)
        end(measured)
    result = study.run(
        name,
        ciphers=ciphers,
        platforms=platforms,
        pieces=pieces,
        seeds=seeds,
        everywhere=everywhere,
        **options,
    )
    further, measured = study.energies(name, result, energy=energy, **options)
    written = study.write(name, result, output or Path(name), further, force=force)
    if as_json:
        print_json(study.records(name, result))
    else:
        study.show(name, result, written, start, further)
    end(measured if result.exit_code == 0 else result)


@command("leakage")
@click.argument("core", type=CORE)
@checks.leakage_options
@as_json
def leakage_command(core, as_json, **options):
    """Test the netlist of CORE, a bare primitive, masked or not, or a masked AEAD over whole
    messages, for first-order leakage; exit code 1 if it leaks, or is not shown not
    to.
    """
    from ..commands import leakage

    found = leakage.run(core, **options)
    judge(leakage, found, as_json)


@command("leakage-controls")
@click.argument("core", type=CORE)
@checks.leakage_controls_options
@as_table
def leakage_controls_command(core, as_json, **options):
    """Make the netlist of CORE, a masked primitive, wrong in one way after the other; exit code 1
    if the exact check of `leakage` does not find one.
    """
    from ..commands import leakage_controls

    rows = leakage_controls.run(core, **options)
    judge(leakage_controls, rows, as_json)


@command("faults")
@click.argument("core", type=CORE)
@checks.faults_options
@as_table
def faults_command(core, as_json, **options):
    """Flip each flip-flop and gate of the netlist of CORE, a bare primitive, or hold it at 0 or 1,
    in each of the last cycles; exit code 1 if that gives something wrong that is not detected.
    """
    from ..commands import faults

    found = faults.run(core, **options)
    judge(faults, found, as_json)


@command("power")
@click.argument("cores", nargs=-1, required=True)
@shared.power_options
@as_table
def power_command(cores, as_json, **options):
    """Measure power and energy of the netlists of CORES from the activity of every net, glitches
    counted apart.
    """
    from ..commands import power

    found = power.run(cores, **options)
    tell(power, found, as_json)


@command("mutate")
@click.argument("name", type=CORE, metavar="CORE|FILE.toml")
@checks.mutate_options
@as_json
def mutate_command(name, planted, prove, as_json, **options):
    """Change the RTL of a core, once in each of many mutants, and see which of them `verify` finds;
    exit code 1 if it misses one.

    What passes is compared with the original by the equivalence prover. The same command goes on
    where it was stopped. With --planted it is not mutants but bugs written by hand, and minutes;
    with --planted --prove other such bugs, tested and proved.
    """
    if prove and not planted:
        raise CallError("mutate: --prove goes with --planted.")
    if planted and prove:
        from ..commands import rare

        del options["count"]
        judge(rare, rare.run(name, **options), as_json)
    if planted:
        from ..commands import planted as command_planted

        found = command_planted.run(name, root=options["root"], seed=options["seed"])
        judge(command_planted, found, as_json)
    from ..commands import mutate

    result = mutate.run(name, **options)
    judge(mutate, result, as_json)


@command("simulator-speed")
@click.argument("core", type=CORE)
@checks.speed_options
@as_json
def simulator_speed_command(core, as_json, **options):
    """Measure the simulator of `leakage` against Verilator on the netlist of CORE, a bare
    primitive, both on one processor core.
    """
    from ..commands import simulator_speed

    found = simulator_speed.run(core, **options)
    tell(simulator_speed, found, as_json)
