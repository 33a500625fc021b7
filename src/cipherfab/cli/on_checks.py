# SPDX-License-Identifier: Apache-2.0
"""The commands that check a core, its model or its netlist: they read arguments, `commands/` does
the work.
"""

import random
import sys
from functools import partial
from pathlib import Path

import click

from ..errors import CallError
from ..plain import say
from . import check_options as checks
from . import options as shared
from .frame import as_json, as_table, command, judge, print_json, tell
from .named import CORE, PathName


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

    # Without a seed every call plays something else; the one that is drawn is told, so that it can
    # be played again.
    seed = random.SystemRandom().randrange(2**31) if seed is None else seed
    result = verify.run(name, verify.Asked(**options), seed=seed, say=partial(say, err=True))
    tell(verify, result, as_json)
    sys.exit(0 if result["passed"] else 1)


@command("acvp")
@click.argument("prompt", type=PathName(path_type=Path), required=False)
@checks.acvp_options
@as_json
def acvp_command(prompt, output, register, expected, seed, as_json, **options):
    """Answer PROMPT, a file of NIST's ACVP for a function of SP 800-232, with the software model,
    and with the RTL and the netlist of a core what that serves; or print what is registered at the
    server.
    """
    from ..commands import acvp

    if register:
        print_json(acvp.registrations(register, core=options["core"], root=options["root"]))
        return
    checks.needs_files(prompt, output)
    seed = random.SystemRandom().randrange(2**31) if seed is None else seed
    asked = acvp.OnCore(**options)
    result = acvp.run(
        prompt, output, asked, expected=expected, seed=seed, say=partial(say, err=True)
    )
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


@command("leakage")
@click.argument("core", type=CORE, metavar="CORE|FILE.toml")
@checks.leakage_options
@as_json
def leakage_command(core, as_json, **options):
    """Test the netlist of CORE, a bare primitive, masked or not, or a masked AEAD over whole
    messages, for first-order leakage; exit code 1 if it leaks, or is not shown not
    to. FILE.toml describes a masked AEAD of others, with shares on the bus.
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
def faults_command(core, calls, pairs, ineffective, seed, as_json, **options):
    """Flip each flip-flop and gate of the netlist of CORE, a bare primitive, or hold it at 0 or 1,
    in each of the last cycles; exit code 1 if that gives something wrong that is not detected.
    """
    from ..commands import faults

    tries = faults.Tries(calls=calls, pairs=pairs, inputs=ineffective, seed=seed)
    found = faults.run(core, tries, **options)
    judge(faults, found, as_json)


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

        # A number of mutants, which written bugs do not have.
        del options["count"]
        # `judge` ends the process, so nothing below runs after it.
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
