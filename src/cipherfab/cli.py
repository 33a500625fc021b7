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

from .commands import options as shared
from .errors import CipherfabError, of_the_system

EPILOGS = {
    "list": "Example: cipherfab list --kind aead",
    "kat": "Example: cipherfab kat ascon-128 > LWC_AEAD_KAT_128_128.txt",
    "emit": "Example: cipherfab emit ascon-128a/unrolled=2,bus=16 -o ascon128a",
    "verify": "Example: cipherfab verify ascon-128/unrolled=3 --netlist --on nangate45 --seed 7",
    "bench": "Example: cipherfab bench ascon-128 ascon-128a/unrolled=2 --on nangate45 --on ecp5",
    "compare": "Example: cipherfab compare ascon-128 mycore.toml --on nangate45",
    "report": "Example: cipherfab report -o site",
    "reproduce": "Example: cipherfab reproduce 3fa9c1d2",
    "scrub": "Example: cipherfab scrub --mend",
    "doctor": "Example: cipherfab doctor --json",
    "demo": "Example: cipherfab demo -o site",
    "export": "Example: cipherfab export results.parquet",
    "study": "Example: cipherfab study low-latency --quick -o low-latency",
    "leakage": "Example: cipherfab leakage ascon-p-6/masked=1 --glitches --traces 100000",
    "faults": "Example: cipherfab faults lilliput-tbc-ii-128/round,redundant=7",
    "mutate": "Example: cipherfab mutate ascon-aead128 --count 100",
    "simulator-speed": "Example: cipherfab simulator-speed lilliput-tbc-ii-128",
    "explore": "Example: cipherfab explore ascon-p-8/full --on nangate45 --runs 40",
}


INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it; after another signal it is 128 and the signal's number too."""

ENDING = (signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """A signal of `ENDING` has come; like Ctrl-C it goes through everything that must be closed, tools included."""


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
    """Shows every expected failure, and files that cannot be read or written, as one message, and returns its exit code."""

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
            click.echo("interrupted; what was finished is stored, the same command goes on from there.", err=True)
            sys.exit(128 + signalled.args[0] if isinstance(signalled, Ended) else INTERRUPTED)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="cipherfab")
def main():
    """Hardware for lightweight authenticated encryption: written from one description, proved, measured.

    A core is named ALGORITHM[/ARCHITECTURE[,OPTION…]], for example ascon-128/unrolled=3,bus=16.
    """
    # A refused core leaves parts that Amaranth was never asked to build; what is wrong is said in the error.
    warnings.filterwarnings("ignore", message=".*created but never used")


def command(name: str):
    """A subcommand whose help ends with its example."""
    return main.command(name, epilog=EPILOGS[name])


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def print_json(value) -> None:
    """Print ``value`` as JSON on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


@command("list")
@click.option("--kind", type=click.Choice(["aead", "hash", "perm", "bc", "tbc"]), help="Only algorithms of this kind.")
@as_json
def list_command(kind, as_json):
    """List algorithms, architectures, options, platforms and recipes."""
    from .commands import listing
    content = listing.content(kind)
    print_json(content) if as_json else listing.show(content)


@command("kat")
@click.argument("algorithm")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
@as_json
def kat_command(algorithm, output, as_json):
    """Regenerate the official known-answer file of ALGORITHM from its software model and compare its SHA-256."""
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
@click.argument("core")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="Directory to write to.")
@click.option("--no-cycles", is_flag=True, help="Leave out the cycle formulas (saves a simulation).")
@as_json
def emit_command(core, output, no_cycles, as_json):
    """Write CORE as files: Verilog, LWC test bench and vectors, a FuseSoC description, and a page about its ports and cycles."""
    from .commands import emit
    result = emit.run(core, output, cycles=not no_cycles)
    if as_json:
        print_json(result)
    else:
        click.echo(f"{result['core']}: {len(result['files'])} files in {output}: {', '.join(result['files'])}")


@command("verify")
@click.argument("name", metavar="CORE|FILE.toml|ALGORITHM")
@shared.with_root
@shared.verify_options
@as_json
def verify_command(name, seed, as_json, **options):
    """Verify a core link by link: model against official file, RTL against model, netlist against RTL, known answers at gate level.

    A core is a name, or the description (.toml) of a core of your own. Random stalls on every port are on; --seed replays a run.
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
@click.argument("cores", nargs=-1, required=True)
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
@click.argument("cores", nargs=-1, required=True)
@shared.bench_options
@as_json
def compare_command(cores, as_json, **options):
    """Benchmark CORES, names or descriptions (.toml), in one run, and print their ratios to the first."""
    from .commands import compare
    result, baseline = compare.run(cores, shared.bench_settings(**options))
    if as_json:
        print_json(compare.records(result, baseline))
    else:
        compare.show(result, baseline) if result.rows else click.echo("No results.", err=True)
    end(result)


@command("explore")
@click.argument("core")
@shared.explore_options
@as_json
def explore_command(core, platform, path, as_json, **options):
    """Search recipes for CORE: its area-delay front, with the recipe that re-creates each point.

    Every run is cached: the same command goes on where it was stopped, a larger --runs goes on from a smaller one.
    """
    from .commands import explore
    found = explore.run(core, platform, **options)
    if path:
        explore.write(found, path)
    print_json(found) if as_json else explore.show(found)


@command("study")
@click.argument("name", type=click.Choice(["low-latency", "forkcipher", "lilliput"]))
@click.option("--quick", is_flag=True, help="Less: see the study's page in the documentation.")
@click.option("--cipher", "ciphers", multiple=True, help="Only this row or algorithm; may be given several times.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Directory for records, tables and plots.  [default: NAME]")
@shared.with_processes
@as_json
def study_command(name, quick, ciphers, output, scheduler, workers, as_json):
    """Re-run a published study: the paper's figures beside measured and verified ones, its rankings and its plots."""
    from .commands import study
    start = time.monotonic()
    result = study.run(name, quick=quick, ciphers=ciphers, scheduler=scheduler, workers=workers)
    written = study.write(name, result, output or Path(name))
    print_json(study.records(name, result)) if as_json else study.show(name, result, written, start)
    end(result)


@command("leakage")
@click.argument("core")
@shared.leakage_options
@as_json
def leakage_command(core, control, as_json, **options):
    """Test the netlist of CORE, a bare primitive, masked or not, for first-order leakage; exit code 1 if it leaks."""
    from .commands import leakage
    found = leakage.run(core, control=control or 0, **options)
    print_json(found) if as_json else leakage.show(found)
    sys.exit(leakage.exit_code(found))


@command("faults")
@click.argument("core")
@shared.faults_options
@as_json
def faults_command(core, as_json, **options):
    """Flip each flip-flop of the netlist of CORE, a bare primitive, in each of the last cycles; exit code 1 if one is missed."""
    from .commands import faults
    found = faults.run(core, **options)
    print_json(found) if as_json else faults.show(found)
    sys.exit(faults.exit_code(found))


@command("mutate")
@click.argument("name", metavar="CORE|FILE.toml")
@shared.mutate_options
@as_json
def mutate_command(name, as_json, **options):
    """Change the RTL of a core, once in each of many mutants, and see which of them `verify` finds; exit code 1 if it misses one.

    What passes is compared with the original by the equivalence prover. The same command goes on where it was stopped.
    """
    from .commands import mutate
    result = mutate.run(name, **options)
    print_json(result) if as_json else mutate.show(result)
    sys.exit(mutate.exit_code(result))


@command("simulator-speed")
@click.argument("core")
@shared.speed_options
@as_json
def simulator_speed_command(core, as_json, **options):
    """Measure the simulator of `leakage` against Verilator on the netlist of CORE, a bare primitive, both on one processor core."""
    from .commands import simulator_speed
    found = simulator_speed.run(core, **options)
    print_json(found) if as_json else simulator_speed.show(found)


@command("report")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("cipherfab-report"), show_default=True,
              help="Directory to write to.")
@as_json
def report_command(output, as_json):
    """Write the page and the plots of everything in the store."""
    from .commands import report
    result = report.run(output)
    print_json(result) if as_json else click.echo(f"{result['rows']} rows: open {result['page']}")


@command("export")
@click.argument("path", type=click.Path(path_type=Path))
@as_json
def export_command(path, as_json):
    """Export every record of the store to PATH: .csv, .json or .parquet."""
    from .commands import report
    result = report.export(path)
    print_json(result) if as_json else click.echo(f"{result['records']} records in {path}")


@command("reproduce")
@click.argument("result")
@as_json
def reproduce_command(result, as_json):
    """Run the RESULT (a record's id, its first digits, or a run directory) again and compare every number."""
    from .commands import reproduce
    outcome = reproduce.run(result)
    print_json(outcome) if as_json else reproduce.show(outcome)
    sys.exit(0 if outcome["reproduced"] else 1)


@command("scrub")
@click.option("--mend", is_flag=True,
              help="Drop damaged records and move damaged entries away; the next benchmark makes them again.")
@as_json
def scrub_command(mend, as_json):
    """Read every record of the store and every file of the cache, and name what is not as it was written."""
    from .commands import scrub
    result = scrub.run(mend=mend)
    print_json(result) if as_json else scrub.show(result)
    sys.exit(scrub.exit_code(result))


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
    """Verify and measure Ascon's architectures on Nangate45 and ECP5, and write a page to look at."""
    from .commands import demo
    sys.exit(demo.run(output, workers=workers))
