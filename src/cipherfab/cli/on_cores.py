# SPDX-License-Identifier: Apache-2.0
"""The commands that list algorithms and make cores: they read arguments, `commands/` does the
work.
"""

import sys
from pathlib import Path

import click

from ..plain import block, say
from . import measure_options as measure
from . import options as shared
from .frame import as_json, as_table, command, print_json, tell
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
        # Before the model has computed all answers in vain.
        kat.refuse(output)
    result, text = kat.regenerate(algorithm)
    if output:
        kat.write(output, text)
    if as_json:
        print_json(result)
    elif not output:
        block(text)
    # On standard error: standard output has the file, byte for byte.
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
@click.option(
    "--key-port",
    is_flag=True,
    help="Keys come by a port of the bridge, from a key manager; the bus cannot write any.",
)
@click.option(
    "--masters",
    type=click.IntRange(1, 16),
    default=1,
    show_default=True,
    help="Registers for so many masters, a page each; one of them has the core at a time.",
)
@shared.force
@click.option(
    "--bare",
    is_flag=True,
    help="The core of an AEAD or a hash without the LWC API: blocks in, blocks out.",
)
@click.option(
    "--generator",
    is_flag=True,
    help="Of a masked core: also a generator of its random bits, Trivium, with what has to be "
    "assumed of it.",
)
@as_json
def emit_command(core, output, bare, force, as_json, **options):
    """Write CORE as files: Verilog, LWC test bench and vectors, a FuseSoC description, a page about
    its ports and cycles, and bridges to the buses of a system.
    """
    from ..commands import emit

    if bare:
        _refuse_bus(**options)
        # Key port, masters and generator have their place at the bus alone.
        result = emit.run_bare(core, output, force=force)
    else:
        result = emit.run(core, output, force=force, **_asked(emit.Wanted, **options))
    if as_json:
        print_json(result)
    else:
        say(
            f"{result['core']}: {len(result['files'])} files in {output}: "
            f"{', '.join(result['files'])}"
        )


def _refuse_bus(bridges, key_port, masters, generator, **_) -> None:
    """What belongs to a bus is not written without one."""
    # The default may have been given or not, and does no harm either way.
    if bridges != shared.DEFAULT_BRIDGES:
        raise click.UsageError("--bare: a core without a bus has no --bridge. Give one of them.")
    if key_port:
        raise click.UsageError("--bare: a core without a bus has no --key-port. Give one of them.")
    if masters != 1:
        raise click.UsageError("--bare: a core without a bus has no --masters. Give one of them.")
    if generator:
        raise click.UsageError("--generator is for masked cores with their bus. Leave --bare out.")


def _asked(wanted, bridges, key_port, masters, generator, no_cycles) -> dict:
    """The options as `commands.emit.run` takes them."""
    asked = wanted(names=bridges, key_port=key_port, masters=masters)
    return {"wanted": asked, "cycles": not no_cycles, "random": generator}


@command("choose")
@measure.choose_options
@as_table
def choose_command(output, as_json, **options):
    """Find the cores that fit a budget, all or those of ALGORITHM, in the data set of the package
    and in the store; exit code 1 if none does.

    If none does, it says which come nearest, what each misses and by how much, and what change of a
    single limit would be enough.
    """
    from ..commands import choose

    result = choose.run(**options)
    print_json(choose.plain(result)) if as_json else choose.show(result)
    if output and result.choice.found:
        files, remark = choose.write(result, output)
        say(f"{result.choice.found[0].core}: {len(files)} files in {output}", err=True)
        if remark:
            say(remark, err=True)
    sys.exit(choose.exit_code(result))
