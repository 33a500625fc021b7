# SPDX-License-Identifier: Apache-2.0
"""Options of the commands that check a core: what is played, mapped and made wrong; nothing heavy
is imported before a command runs.
"""

from pathlib import Path

import click

from ..verify.gates.judges import RECORDS
from .asked import options_of
from .named import CORE, PathName
from .options import (
    any_recipes,
    finite,
    mapped,
    on,
    proof_seconds,
    recipe,
    seed,
    shape_seconds,
    together,
    trust,
    with_processes,
    with_root,
)

_delays = click.option(
    "--delays",
    type=click.Choice(["unit", "liberty"]),
    help="Count what nets do before they settle, every input of every cell a "
    "unit or, in steps of 10 ps, as late as the Liberty file says.  "
    "[default: not]",
)

leakage_options = together(mapped, options_of(*RECORDS))
"""What is mapped, and how its netlist is tested."""

leakage_controls_options = together(
    on(),
    any_recipes("How the core is mapped; may be given several times.  [default: each]"),
    seed("Of the public inputs, and of all traces."),
    click.option(
        "--traces",
        type=click.IntRange(1024, 10**9),
        help="Also simulate so many traces of a fixed secret, and say at how many the "
        "toggles first told it from random ones.  [default: none]",
    ),
    _delays,
)
"""How the cores are mapped of which controls are made."""

speed_options = together(
    mapped,
    click.option(
        "--cycles",
        type=click.IntRange(4, 10**6),
        default=256,
        show_default=True,
        help="Of a trace; more than a call takes.",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(0.001, 600),
        default=1,
        callback=finite,
        show_default=True,
        help="Processor time of a run, about.",
    ),
    click.option(
        "--repeats",
        type=click.IntRange(1, 1000),
        default=7,
        show_default=True,
        help="Runs of each, by turns.",
    ),
    click.option(
        "--nets",
        is_flag=True,
        help="Also with the toggles of each net: ours, and Verilator's (SAIF).",
    ),
)
"""What is mapped, and how long both simulators run on it."""

faults_options = together(
    mapped,
    click.option(
        "--rounds",
        type=click.IntRange(1, 1000),
        help="Faults in the last so many rounds, of the first computation "
        "if there are two.  [default: those that are computed twice; 7 for a core without]",
    ),
    click.option(
        "--calls",
        type=click.IntRange(1, 10**6),
        default=1,
        show_default=True,
        help="Random inputs with which every fault is tried.",
    ),
    click.option(
        "--every-cycle",
        is_flag=True,
        help="Faults in every cycle of a call, whatever --rounds says.",
    ),
    click.option(
        "--pairs",
        type=click.IntRange(0, 10**7),
        default=0,
        show_default=True,
        help="Also so many random pairs of faults in control and comparison.",
    ),
    click.option(
        "--ineffective",
        type=click.IntRange(0, 10**7),
        default=0,
        metavar="INPUTS",
        help="Also try each fault with so many random inputs (10,000 or more), and say "
        "where it depends on data that it has no effect.  [default: not]",
    ),
)
"""What is mapped, and which faults it gets."""

verify_options = together(
    click.option("--model", is_flag=True, help="The software model alone; give an ALGORITHM."),
    click.option(
        "--kat",
        "--wycheproof",
        "kat",
        type=PathName(path_type=Path),
        help="Also play this file of known answers: in genkat's format, or a JSON file of "
        "Wycheproof's AEAD tests, valid and forged.",
    ),
    click.option(
        "--vectors",
        type=PathName(path_type=Path),
        nargs=3,
        metavar="PDI SDI DO",
        help="Also play these LWC vector files.",
    ),
    click.option(
        "--netlist",
        is_flag=True,
        help="Also verify the mapped netlist: equivalence proof and known answers at gate level.",
    ),
    on("Platform of the netlist."),
    recipe("Recipe of the netlist.", default="balanced"),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**31 - 1),
        help="Of stimulus and stalls; drawn and printed if not given.",
    ),
    click.option(
        "--waveform",
        type=PathName(path_type=Path),
        help="Write a VCD file of the first failing message.",
    ),
    click.option(
        "--thorough",
        is_flag=True,
        help="Play much more on the RTL of a core with the LWC API: lengths to 65,535 "
        "bytes, "
        "a reset in each cycle, 100,000 random messages. Takes minutes.",
    ),
    click.option(
        "--coverage",
        is_flag=True,
        help="Also count the states, transitions, lines and toggles that are reached.",
    ),
    click.option(
        "--prove",
        is_flag=True,
        help="Also prove messages on the RTL of a core with the LWC API: shapes around "
        "the lengths of words and blocks, each for all keys, nonces, data and "
        "tags.",
    ),
    click.option(
        "--all",
        "all_shapes",
        is_flag=True,
        help="With --prove: every length of the official files, both directions; any "
        "order under all stalls; and any length, by induction over blocks.",
    ),
    shape_seconds,
)
"""What is played, and which links of the chain are checked."""

acvp_options = together(
    click.option("-o", "--output", type=PathName(path_type=Path), help="The response, JSON."),
    click.option(
        "--core",
        type=CORE,
        metavar="CORE|FILE.toml",
        help="Also play the tests that this core serves on its RTL; with --registration: what "
        "cores on the LWC API support.",
    ),
    click.option(
        "--netlist", is_flag=True, help="Also play them on the mapped netlist of the core."
    ),
    on("Platform of the netlist."),
    recipe("Recipe of the netlist.", default="balanced"),
    with_root,
    click.option(
        "--expected",
        type=PathName(path_type=Path),
        help="Also compare the response with this file of expected results.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**31 - 1),
        help="Of stalls; drawn and printed if not given.",
    ),
    click.option(
        "--registration",
        "register",
        type=click.Choice(["all", "AEAD128", "Hash256", "XOF128", "CXOF128"]),
        help="Print what is registered at the server for this mode, and answer nothing.",
    ),
)
"""A prompt's answers, and what they are compared with."""


def needs_files(prompt: Path | None, output: Path | None) -> None:
    """Raises `click.UsageError`: a prompt is answered into a file, and one of both is missing."""
    if prompt is None or output is None:
        raise click.UsageError(
            "expected PROMPT and -o RESPONSE, or --registration MODE alone; "
            f"{'PROMPT' if prompt is None else '-o'} is missing."
        )


second_options = together(
    click.option(
        "--root",
        type=PathName(path_type=Path),
        metavar="DIR",
        help="Folder of the C: the clone of the repository that the harness names, or the "
        "folder with several.  [default: the folder of FILE.toml]",
    ),
    click.option(
        "--seconds",
        type=click.IntRange(1, 86_400),
        default=300,
        show_default=True,
        help="Time limit of a comparison.",
    ),
    click.option(
        "--native/--no-native",
        default=True,
        show_default=True,
        help="Also compile the C and run it behind the wall: it must give what the C as "
        "it was read gives.",
    ),
    trust,
)
"""Where a second text is, and how long it is compared."""

mutate_options = together(
    click.option(
        "--count",
        type=click.IntRange(1, 100_000),
        default=200,
        show_default=True,
        help="How many mutants.",
    ),
    seed("Of mutants and stimulus."),
    proof_seconds("Time limit of a proof.", default=180),
    click.option(
        "--planted",
        is_flag=True,
        help="Instead of mutants, bugs that were written by hand into a wrapper around a "
        "core of ours; goes with --seed.",
    ),
    click.option(
        "--prove",
        is_flag=True,
        help="With --planted: other bugs, most of which wait for a value that no stimulus "
        "has, each judged by the tests of `verify` and by its --prove.",
    ),
    with_processes,
    with_root,
)
"""How many mutants, and where they are played."""
