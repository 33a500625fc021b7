# SPDX-License-Identifier: Apache-2.0
"""The commands that take results, or the installation as a whole."""

import sys
from pathlib import Path

import click

from .. import outputs
from ..plain import block, message, say
from . import measure_options as measure
from . import options as shared
from .frame import EPILOGS, as_json, as_table, command, judge, main, print_json, tell
from .named import CORE, PathName


@command("report")
@click.option(
    "-o",
    "--output",
    type=PathName(path_type=Path),
    default=Path("cipherfab-report"),
    show_default=True,
    help="Directory to write to.",
)
@shared.force
@as_json
def report_command(output, force, as_json):
    """Write the page and the plots of everything in the store."""
    from ..commands import report

    result = report.run(output, force=force)
    print_json(result) if as_json else say(f"{result['rows']} rows: open {result['page']}")


@command("site")
@click.argument("output", type=PathName(path_type=Path))
@click.option(
    "--rtl",
    is_flag=True,
    help="Write the RTL of every core, not only of those whose runs are in the cache (minutes).",
)
@shared.force
@as_json
def site_command(output, rtl, force, as_json):
    """Write a static site of all results to the folder OUTPUT: studies, algorithms, cores and the
    explorer.
    """
    from ..commands import site

    result = site.run(output, rtl=rtl, force=force)
    tell(site, result, as_json)


@command("export")
@click.argument("path", type=PathName(path_type=Path))
@click.option(
    "--package",
    "as_package",
    is_flag=True,
    help="PATH is a folder: a Frictionless Data Package of all records, all evidence and "
    "the data set.",
)
@shared.force
@as_json
def export_command(path, as_package, force, as_json):
    """Export every record of the store to PATH: .csv, .json or .parquet."""
    from ..commands import report

    result = report.package(path, force=force) if as_package else report.export(path)
    print_json(result) if as_json else say(f"{result['records']} records in {path}")


@command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell):
    """Print what SHELL reads to complete commands, options and names of cores.

    For bash and zsh, put `eval "$(cipherfab completion SHELL)"` into ~/.bashrc or ~/.zshrc; for
    fish, `cipherfab completion fish | source` into its config.fish.
    """
    from click.shell_completion import get_completion_class

    # The variable's name is click's convention; the script sets it to ask for completions.
    script = get_completion_class(shell)(main, {}, "cipherfab", "_CIPHERFAB_COMPLETE")
    block(script.source() + "\n")


@command("columns")
@click.option("--markdown", is_flag=True, help="Print the page of the documentation.")
@as_table
def columns_command(markdown, as_json):
    """Say what each exported column and each metric means."""
    from ..commands import columns

    if markdown:
        block(columns.markdown())
    else:
        print_json(columns.plain()) if as_json else columns.show()


@command("bundle")
@click.argument("result")
@click.option(
    "-o",
    "--output",
    type=PathName(path_type=Path, dir_okay=False),
    help="File.  [default: cipherfab-ID.zip]",
)
@as_json
def bundle_command(result, output, as_json):
    """Write RESULT (the id of a record or of a run, or its first digits) with all its inputs as one
    file, for another machine.
    """
    from ..commands import bundle

    found = bundle.bundle(result, output)
    print_json(found) if as_json else say(
        f"{found['path']}: run {found['id']}, {found['records']} records; {found['netlist']}"
    )


@command("cite")
@click.argument("result", required=False)
@as_json
def cite_command(result, as_json):
    """Print BibTeX for RESULT (the id of a record or of a run, or its first digits), or for
    cipherfab itself.
    """
    from ..commands import bundle

    text = bundle.cite(result)
    print_json({"bibtex": text}) if as_json else block(text)


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
    from ..commands import reproduce

    outcome = reproduce.run(result)
    tell(reproduce, outcome, as_json)
    sys.exit(0 if outcome["reproduced"] else 1)


@command("scrub")
@click.option(
    "--mend",
    is_flag=True,
    help="Drop damaged records and move damaged entries away; the next benchmark makes them again.",
)
@as_json
def scrub_command(mend, as_json):
    """Read every record of the store and every file of the cache, and name what is not as it was
    written.
    """
    from ..commands import scrub

    result = scrub.run(mend=mend)
    judge(scrub, result, as_json)


@main.group("dataset", epilog=EPILOGS["dataset"])
def dataset_group():
    """The data set that comes with the package: every core of the library, with what was checked of
    it.
    """


@dataset_group.command("build")
@click.argument("cores", type=CORE, nargs=-1)
@measure.dataset_options
@as_json
def dataset_build_command(cores, output, no_rtl, as_json, **options):
    """Implement CORES (by default those of the library) once with each recipe, and bring them into
    a file, a line for each.

    Every finished job is in the cache and every finished core in the file: the same command goes on
    where it was stopped.
    """
    from ..commands import dataset
    from ..dataset.build import Settings

    outputs.one_file(output, lambda head: True)  # it is read, and must be a data set
    # An option that was not given must not take the place of a default of the settings.
    chosen = {name: value for name, value in options.items() if value != ()}
    result = dataset.build(cores, output, Settings(rtl=not no_rtl, **chosen), message)
    print_json(result) if as_json else dataset.show_built(result)
    sys.exit(dataset.exit_code(result))


@dataset_group.command("info")
@click.argument("path", required=False, type=PathName(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--today",
    is_flag=True,
    help="Build every core, and count the entries whose RTL is the one of today (minutes).",
)
@as_json
def dataset_info_command(path, today, as_json):
    """Say what a data set holds, by default the one that comes with the package: cores, platforms,
    versions, what was checked.
    """
    from ..commands import dataset

    result = dataset.info(path, today=today)
    print_json(result) if as_json else dataset.show_info(result)


@command("doctor")
@as_json
def doctor_command(as_json):
    """Say which tools are installed, in which version, and what each missing one is needed for."""
    from ..commands import doctor

    content = doctor.content()
    tell(doctor, content, as_json)
    sys.exit(0 if all(tool["version"] or tool["optional"] for tool in content.values()) else 3)


@command("tools")
@click.argument("action", type=click.Choice(["install"]))
@click.argument("tool", type=click.Choice(["xilinx"]))
@click.option(
    "--newest",
    is_flag=True,
    help="Take the versions that Debian's suite has today, not those that were tried.",
)
@click.option(
    "--mirror",
    default="",
    metavar="URL",
    help="Debian's mirror, its address up to /debian; by default that of apt's own sources.",
)
@as_json
def tools_command(action, tool, newest, mirror, as_json):
    """Bring a tool that this machine's release lacks into your cache: xilinx, place and route for
    Artix-7.

    Nothing of the system is changed, and nobody has to be root. The packages of Debian's suite
    testing are a fixed list with hashes.
    """
    from ..commands import tools

    tell(tools, tools.install(tool, newest=newest, mirror=mirror), as_json)


@command("demo")
@measure.demo_options
def demo_command(output, workers):
    """Verify and measure Ascon's architectures on Nangate45 and ECP5, and write a page to look
    at."""
    from ..commands import demo

    sys.exit(demo.run(output, workers=workers))
