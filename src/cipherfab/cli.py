# SPDX-License-Identifier: Apache-2.0
"""The command line ``cipherfab``.

Exit codes: 0 success; 1 the design is wrong; 2 the call is wrong; 3 a tool is missing or failed.
"""

import json
import random
import signal
import sys
import threading
import time
import warnings
from contextlib import contextmanager
from pathlib import Path

import click

from .commands import defaults
from .commands import options as shared
from .commands.named import ALGORITHM, CORE
from .errors import CipherfabError, of_the_system

EPILOGS = {
    "list": "Example: cipherfab list --kind aead",
    "kat": "Example: cipherfab kat ascon-128 > LWC_AEAD_KAT_128_128.txt",
    "emit": "Example: cipherfab emit ascon-128a/unrolled=2,bus=16 -o ascon128a",
    "verify": "Example: cipherfab verify ascon-128/unrolled=3 --netlist --on nangate45 --seed 7",
    "bench": "Example: cipherfab bench ascon-128 ascon-128a/unrolled=2 --on nangate45 --on ecp5",
    "compare": "Example: cipherfab compare ascon-128 mycore.toml --on nangate45",
    "report": "Example: cipherfab report -o site",
    "site": "Example: cipherfab site results",
    "columns": "Example: cipherfab columns --json",
    "bundle": "Example: cipherfab bundle 3fa9c1d2 -o run.zip",
    "cite": "Example: cipherfab cite 3fa9c1d2",
    "reproduce": "Example: cipherfab reproduce 3fa9c1d2",
    "scrub": "Example: cipherfab scrub --mend",
    "doctor": "Example: cipherfab doctor --json",
    "demo": "Example: cipherfab demo -o site",
    "export": "Example: cipherfab export results.parquet",
    "study": "Example: cipherfab study low-latency --quick -o low-latency",
    "leakage": "Example: cipherfab leakage ascon-p-6/masked=1 --glitches --traces 100000",
    "leakage-controls": "Example: cipherfab leakage-controls ascon-p-6/masked=1 --recipe area",
    "faults": "Example: cipherfab faults lilliput-tbc-ii-128/round,redundant=7",
    "power": "Example: cipherfab power ascon-aead128 gimli --recipe balanced --period 1000",
    "mutate": "Example: cipherfab mutate ascon-aead128 --count 100",
    "simulator-speed": "Example: cipherfab simulator-speed lilliput-tbc-ii-128",
    "choose": "Example: cipherfab choose --max-kge 12 --min-mbps 1000 --at-mhz 200 --needs "
              "decrypt,hash --message 64",
    "dataset": "Example: cipherfab dataset build ascon-aead128 -o cores.jsonl",
    "explore": "Example: cipherfab explore ascon-p-8/full --on nangate45 --runs 40",
    "frequency": "Example: cipherfab frequency ascon-aead128/round,hash gimli --period 700",
}


INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it; after another signal it is 128 and the signal's number
too.
"""

ENDING = (signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """A signal of `ENDING` has come; like Ctrl-C it goes through everything that must be closed,
    tools included.
    """


@contextmanager
def ended_in_order():
    """Turns signals of `ENDING` that nobody has set to anything into `Ended`."""
    def end(number, frame):
        raise Ended(number)
    alone = threading.current_thread() is threading.main_thread()
    taken = [number for number in ENDING if alone and signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in taken:
            signal.signal(number, end)
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


class Group(click.Group):
    """Shows every expected failure, and files that cannot be read or written, as one message, and
    returns its exit code.
    """

    def invoke(self, context):
        try:
            with ended_in_order():
                return super().invoke(context)
        except CipherfabError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(error.exit_code)
        except BrokenPipeError:
            sys.exit(0)
        except OSError as error:
            found = of_the_system(error)
            click.echo(f"error: {found}", err=True)
            sys.exit(found.exit_code)
        except (KeyboardInterrupt, Ended) as signalled:
            click.echo("interrupted; what was finished is stored, the same command goes on from "
                       "there.", err=True)
            sys.exit(128 + signalled.args[0] if isinstance(signalled, Ended) else INTERRUPTED)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"],
                                          "max_content_width": 110})
@click.version_option(package_name="cipherfab")
@click.option("-q", "--quiet", "loudness", flag_value="quiet", help="No progress display.")
@click.option("-v", "--verbose", "loudness", flag_value="verbose",
              help="A line for each job that ends, cached ones too.")
@click.pass_context
def main(context, loudness):
    """Hardware for lightweight authenticated encryption: written from one description, proved,
    measured.

    A core is named ALGORITHM[/ARCHITECTURE[,OPTION…]], for example ascon-128/unrolled=3,bus=16.
    Defaults may stand in cipherfab.toml, and a shell completes names: see docs/python.md.
    """
    context.default_map = defaults.read(main)
    if loudness:
        from .runs import progress
        progress.loudness = loudness
    # A refused core leaves parts that Amaranth was never asked to build; what is wrong is said in
    # the error.
    warnings.filterwarnings("ignore", message=".*created but never used")


def command(name: str):
    """A subcommand whose help ends with its example."""
    return main.command(name, epilog=EPILOGS[name])


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def print_json(value) -> None:
    """Print ``value`` as JSON on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


@command("list")
@click.option("--kind", type=click.Choice(["aead", "hash", "perm", "bc", "tbc"]),
              help="Only algorithms of this kind.")
@as_json
def list_command(kind, as_json):
    """List algorithms, architectures, options, platforms and recipes."""
    from .commands import listing
    content = listing.content(kind)
    print_json(content) if as_json else listing.show(content)


@command("kat")
@click.argument("algorithm", type=ALGORITHM)
@click.option("-o", "--output", type=click.Path(path_type=Path),
              help="Write to this file instead of standard output.")
@as_json
def kat_command(algorithm, output, as_json):
    """Regenerate the official known-answer file of ALGORITHM from its software model and compare
    its SHA-256.
    """
    from .commands import kat
    result, text = kat.regenerate(algorithm)
    if output:
        kat.write(output, text)
    if as_json:
        print_json(result)
    elif not output:
        click.echo(text, nl=False)
    click.echo(kat.summary(result), err=True)
    sys.exit(0 if result["passed"] else 1)


@command("emit")
@click.argument("core", type=CORE)
@click.option("-o", "--output", type=click.Path(path_type=Path),
              required=True, help="Directory to write to.")
@click.option("--no-cycles", is_flag=True,
              help="Leave out the cycle formulas (saves a simulation).")
@shared.bridges
@click.option("--bare", is_flag=True,
              help="The core of an AEAD or a hash without the LWC API: blocks in, blocks out.")
@as_json
def emit_command(core, output, no_cycles, bridges, bare, as_json):
    """Write CORE as files: Verilog, LWC test bench and vectors, a FuseSoC description, a page about
    its ports and cycles, and bridges to the buses of a system.
    """
    from .commands import emit
    if bare and bridges != shared.DEFAULT_BRIDGES:
        raise click.UsageError("--bare: a core without a bus has no --bridge. Give one of them.")
    result = (emit.run_bare(core, output) if bare else
              emit.run(core, output, cycles=not no_cycles, bridges=bridges))
    if as_json:
        print_json(result)
    else:
        click.echo(f"{result['core']}: {len(result['files'])} files in {output}: "
                   f"{', '.join(result['files'])}")


@command("choose")
@shared.choose_options
@as_json
def choose_command(output, as_json, **options):
    """Find the cores that fit a budget, in the data set of the package and in the store; exit code
    1 if none does.

    If none does, it says which come nearest, what each misses and by how much, and what change of a
    single limit would be enough.
    """
    from .commands import choose
    result = choose.run(**options)
    print_json(choose.plain(result)) if as_json else choose.show(result)
    if output and result.choice.found:
        files = choose.write(result, output)
        click.echo(f"{result.choice.found[0].core}: {len(files)} files in {output}", err=True)
    sys.exit(choose.exit_code(result))


@command("verify")
@click.argument("name", type=CORE, metavar="CORE|FILE.toml|ALGORITHM")
@shared.with_root
@shared.verify_options
@as_json
def verify_command(name, seed, as_json, **options):
    """Verify a core link by link: model against official file, RTL against model, netlist against
    RTL, known answers at gate level.

    A core is a name, or the description (.toml) of a core of your own. Random stalls on every port
    are on; --seed replays a run.
    """
    from .commands import verify
    seed = random.SystemRandom().randrange(2**31) if seed is None else seed
    result = verify.run(name, seed=seed, say=lambda text: click.echo(text, err=True), **options)
    print_json(result) if as_json else verify.show(result)
    sys.exit(0 if result["passed"] else 1)


def end(result) -> None:
    """Say which jobs failed, and exit with the code of a benchmark or a study."""
    for failure in result.failures:
        click.echo(f"failed: {failure.job['label']}: {failure.error}", err=True)
    sys.exit(result.exit_code)


@command("bench")
@click.argument("cores", type=CORE, nargs=-1, required=True)
@shared.bench_options
@as_json
def bench_command(cores, as_json, **options):
    """Verify, implement and measure CORES; every number goes into the store with its evidence.

    A core is a name, or the description (.toml) of a core of your own.
    """
    from .bench import bench
    from .commands import rows
    result = bench.run(cores, shared.bench_settings(**options))
    if as_json:
        print_json(result.records)
    else:
        rows.show(result.records) if result.rows else click.echo("No results.", err=True)
    end(result)


@command("compare")
@click.argument("cores", type=CORE, nargs=-1, required=True)
@shared.bench_options
@as_json
def compare_command(cores, as_json, **options):
    """Benchmark CORES, names or descriptions (.toml), in one run, and print their ratios to the
    first.
    """
    from .commands import compare
    result, baseline = compare.run(cores, shared.bench_settings(**options))
    if as_json:
        print_json(compare.records(result, baseline))
    else:
        compare.show(result, baseline) if result.rows else click.echo("No results.", err=True)
    end(result)


@command("frequency")
@click.argument("cores", nargs=-1, required=True)
@shared.frequency_options
@as_json
def frequency_command(cores, as_json, **options):
    """Frequency of CORES with the LWC API beside that of the primitive in each, mapped alone in the
    same way; not verified.

    With --for energy: all architectures of CORE, without and with clock gates: energy per bit over
    area.

    Every run is cached: the same command goes on where it was stopped. Exit code 3 if a run failed.
    """
    from .commands import frequency
    found = frequency.run(cores, **options)
    print_json(found) if as_json else frequency.show(found)
    sys.exit(3 if any(row["failure"] for row in found) else 0)


@command("explore")
@click.argument("core", type=CORE)
@shared.explore_options
@as_json
def explore_command(core, platform, path, as_json, budget, workload, goal, **options):
    """Search recipes for CORE: its area-delay front, with the recipe that re-creates each point.

    With --budget: search the cores of CORE's algorithm for the highest throughput within look-up
    tables and flip-flops.

    Every run is cached: the same command goes on where it was stopped, a larger --runs goes on from
    a smaller one.
    """
    from .commands import explore, explore_budget, explore_energy
    if goal == "energy":
        found = explore_energy.called(core, platform, budget=budget, workload=workload, path=path,
                                      **options)
        print_json(found) if as_json else explore_energy.show(found)
        return
    if budget or workload:
        found = explore_budget.called(core, platform, budget=budget,
                                      workload=workload, path=path, **options)
        print_json(found) if as_json else explore_budget.show(found)
        return
    found = explore.run(core, platform, **options)
    if path:
        explore.write(found, path)
    print_json(found) if as_json else explore.show(found)


@command("study")
@click.argument("name",
                type=click.Choice(["low-latency", "forkcipher",
                                   "lilliput", "lwc-round2", "caesar"]))
@click.option("--quick", is_flag=True, help="Less: see the study's page in the documentation.")
@click.option("--cipher", "ciphers", multiple=True,
              help="Only this row or algorithm; may be given several times.")
@click.option("--energy", is_flag=True,
              help="Measure the energy of the study's cores on standard cells, where the store "
                   "does not have it.")
@click.option("--energy-only", is_flag=True,
              help="Only that energy, without the rest of the study (lwc-round2).")
@click.option("-o", "--output", type=click.Path(path_type=Path),
              help="Directory for records, tables and plots.  [default: NAME]")
@shared.with_processes
@as_json
def study_command(name, quick, ciphers, energy, energy_only, output, scheduler, workers, as_json):
    """Re-run a published study: the paper's figures beside measured and verified ones, its rankings
    and its plots.
    """
    from .commands import study
    start, options = time.monotonic(), {"quick": quick, "scheduler": scheduler, "workers": workers}
    if energy_only:
        tables, measured = study.energy_alone(name, ciphers=ciphers, **options)
        written = study.write_energy(measured, tables, output or Path(name))
        print_json(measured.rows) if as_json else study.show_energy(tables, written, start)
        end(measured)
    result = study.run(name, ciphers=ciphers, **options)
    further, measured = study.energies(name, result, energy=energy, **options)
    written = study.write(name, result, output or Path(name), further)
    if as_json:
        print_json(study.records(name, result))
    else:
        study.show(name, result, written, start, further)
    end(measured if result.exit_code == 0 else result)


@command("leakage")
@click.argument("core", type=CORE)
@shared.leakage_options
@as_json
def leakage_command(core, control, as_json, **options):
    """Test the netlist of CORE, a bare primitive, masked or not, for first-order leakage; exit code
    1 if it leaks.
    """
    from .commands import leakage
    found = leakage.run(core, control=control or 0, **options)
    print_json(found) if as_json else leakage.show(found)
    sys.exit(leakage.exit_code(found))


@command("leakage-controls")
@click.argument("core", type=CORE)
@shared.leakage_controls_options
@as_json
def leakage_controls_command(core, as_json, **options):
    """Make the netlist of CORE, a masked primitive, wrong in one way after the other; exit code 1
    if the exact check of `leakage` does not find one.
    """
    from .commands import leakage_controls
    rows = leakage_controls.run(core, **options)
    print_json(rows) if as_json else leakage_controls.show(rows)
    sys.exit(leakage_controls.exit_code(rows))


@command("faults")
@click.argument("core", type=CORE)
@shared.faults_options
@as_json
def faults_command(core, as_json, **options):
    """Flip each flip-flop of the netlist of CORE, a bare primitive, in each of the last cycles;
    exit code 1 if one is missed.
    """
    from .commands import faults
    found = faults.run(core, **options)
    print_json(found) if as_json else faults.show(found)
    sys.exit(faults.exit_code(found))


@command("power")
@click.argument("cores", nargs=-1, required=True)
@shared.power_options
@as_json
def power_command(cores, as_json, **options):
    """Measure power and energy of the netlists of CORES from the activity of every net, glitches
    counted apart.
    """
    from .commands import power
    found = power.run(cores, **options)
    print_json(found) if as_json else power.show(found)


@command("mutate")
@click.argument("name", type=CORE, metavar="CORE|FILE.toml")
@shared.mutate_options
@as_json
def mutate_command(name, as_json, **options):
    """Change the RTL of a core, once in each of many mutants, and see which of them `verify` finds;
    exit code 1 if it misses one.

    What passes is compared with the original by the equivalence prover. The same command goes on
    where it was stopped.
    """
    from .commands import mutate
    result = mutate.run(name, **options)
    print_json(result) if as_json else mutate.show(result)
    sys.exit(mutate.exit_code(result))


@command("simulator-speed")
@click.argument("core", type=CORE)
@shared.speed_options
@as_json
def simulator_speed_command(core, as_json, **options):
    """Measure the simulator of `leakage` against Verilator on the netlist of CORE, a bare
    primitive, both on one processor core.
    """
    from .commands import simulator_speed
    found = simulator_speed.run(core, **options)
    print_json(found) if as_json else simulator_speed.show(found)


@command("report")
@click.option("-o", "--output", type=click.Path(path_type=Path),
              default=Path("cipherfab-report"), show_default=True,
              help="Directory to write to.")
@as_json
def report_command(output, as_json):
    """Write the page and the plots of everything in the store."""
    from .commands import report
    result = report.run(output)
    print_json(result) if as_json else click.echo(f"{result['rows']} rows: open {result['page']}")


@command("site")
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--rtl", is_flag=True,
              help="Write the RTL of every core, not only of those whose runs are in the cache "
                   "(minutes).")
@as_json
def site_command(output, rtl, as_json):
    """Write a static site of all results to the folder OUTPUT: studies, algorithms, cores and the
    explorer.
    """
    from .commands import site
    result = site.run(output, rtl=rtl)
    print_json(result) if as_json else site.show(result)


@command("export")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--package", "as_package", is_flag=True,
              help="PATH is a folder: a Frictionless Data Package of all records, all evidence and "
                   "the data set.")
@as_json
def export_command(path, as_package, as_json):
    """Export every record of the store to PATH: .csv, .json or .parquet."""
    from .commands import report
    result = report.package(path) if as_package else report.export(path)
    print_json(result) if as_json else click.echo(f"{result['records']} records in {path}")


@command("columns")
@click.option("--markdown", is_flag=True, help="Print the page of the documentation.")
@as_json
def columns_command(markdown, as_json):
    """Say what each exported column and each metric means."""
    from .commands import columns
    if markdown:
        click.echo(columns.markdown(), nl=False)
    else:
        print_json(columns.plain()) if as_json else columns.show()


@command("bundle")
@click.argument("result")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
              help="File.  [default: cipherfab-ID.zip]")
@as_json
def bundle_command(result, output, as_json):
    """Write RESULT (the id of a record or of a run, or its first digits) with all its inputs as one
    file, for another machine.
    """
    from .commands import bundle
    found = bundle.bundle(result, output)
    print_json(found) if as_json else click.echo(f"{found['path']}: run {found['id']}, "
                                                 f"{found['records']} records")


@command("cite")
@click.argument("result", required=False)
@as_json
def cite_command(result, as_json):
    """Print BibTeX for RESULT (the id of a record or of a run, or its first digits), or for
    cipherfab itself.
    """
    from .commands import bundle
    text = bundle.cite(result)
    print_json({"bibtex": text}) if as_json else click.echo(text, nl=False)


@command("reproduce")
@click.argument("result")
@shared.trust
@as_json
def reproduce_command(result, as_json):
    """Run the RESULT (a record's id, its first digits, a run directory, or a bundle) again and
    compare every number.

    A bundle is a file of `cipherfab bundle`; whoever wrote it chose the scripts that run, so it
    runs behind the wall only.
    """
    from .commands import reproduce
    outcome = reproduce.run(result)
    print_json(outcome) if as_json else reproduce.show(outcome)
    sys.exit(0 if outcome["reproduced"] else 1)


@command("scrub")
@click.option("--mend", is_flag=True,
              help="Drop damaged records and move damaged entries away; the next benchmark makes "
                   "them again.")
@as_json
def scrub_command(mend, as_json):
    """Read every record of the store and every file of the cache, and name what is not as it was
    written.
    """
    from .commands import scrub
    result = scrub.run(mend=mend)
    print_json(result) if as_json else scrub.show(result)
    sys.exit(scrub.exit_code(result))


@main.group("dataset", epilog=EPILOGS["dataset"])
def dataset_group():
    """The data set that comes with the package: every core of the library, with what was checked of
    it.
    """


@dataset_group.command("build")
@click.argument("cores", type=CORE, nargs=-1)
@shared.dataset_options
@as_json
def dataset_build_command(cores, output, as_json, **options):
    """Implement CORES (by default those of the library) once with each recipe, and bring them into
    a file, a line for each.

    Every finished job is in the cache and every finished core in the file: the same command goes on
    where it was stopped.
    """
    from .commands import dataset
    result = dataset.build(cores, output, say=lambda text: click.echo(text, err=True), **options)
    print_json(result) if as_json else dataset.show_built(result)
    sys.exit(dataset.exit_code(result))


@dataset_group.command("info")
@click.argument("path", required=False,
                type=click.Path(path_type=Path, exists=True, dir_okay=False))
@as_json
def dataset_info_command(path, as_json):
    """Say what a data set holds, by default the one that comes with the package: cores, platforms,
    versions, what was checked.
    """
    from .commands import dataset
    result = dataset.info(path)
    print_json(result) if as_json else dataset.show_info(result)


@command("doctor")
@as_json
def doctor_command(as_json):
    """Say which tools are installed, in which version, and what each missing one is needed for."""
    from .commands import doctor
    content = doctor.content()
    print_json(content) if as_json else doctor.show(content)
    sys.exit(0 if all(tool["version"] or tool["optional"] for tool in content.values()) else 3)


@command("demo")
@shared.demo_options
def demo_command(output, workers):
    """Verify and measure Ascon's architectures on Nangate45 and ECP5, and write a page to look at.
    """
    from .commands import demo
    sys.exit(demo.run(output, workers=workers))
