# SPDX-License-Identifier: Apache-2.0
"""Options that several commands share; nothing heavy is imported before a command runs."""

import math
import os
from collections.abc import Callable
from pathlib import Path

import click

from ..tools import sandbox
from .named import PLATFORM, RECIPE, Listed, PathName

Decorator = Callable[[Callable], Callable]
"""What gives a command an option."""


def together(*options: Decorator) -> Decorator:
    """One decorator of several options, which `--help` shows in this order."""

    def decorate(function):
        # click shows first what decorates last.
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def finite(context, parameter, value: float) -> float:
    """A range of click lets ``nan`` through, which is neither below nor above anything."""
    if not math.isfinite(value):
        raise click.BadParameter(f"expected a number, got {value}")
    return value


def on(said: str = "Platform with a Liberty file.") -> Decorator:
    """``--on`` a platform; ``said``: of which kind."""
    return click.option(
        "--on",
        "platform",
        cls=Listed,
        type=PLATFORM,
        default="nangate45",
        show_default=True,
        help=said,
    )


def recipe(said: str, *, default: str) -> Decorator:
    """``--recipe``; ``said``: what is mapped by it."""
    return click.option(
        "--recipe", cls=Listed, type=RECIPE, default=default, show_default=True, help=said
    )


def recipes(said: str, *, default: str, name: str = "recipes") -> Decorator:
    """``--recipe``, once or several times."""
    return click.option(
        "--recipe",
        name,
        cls=Listed,
        type=RECIPE,
        multiple=True,
        default=(default,),
        show_default=True,
        help=said,
    )


def any_recipes(said: str) -> Decorator:
    """``--recipe``, any number of times; ``said``: what it is for, and what counts without it."""
    return click.option("--recipe", "recipes", cls=Listed, type=RECIPE, multiple=True, help=said)


def platforms_and_recipes(recipes: str) -> Decorator:
    """``--on`` and ``--recipe``, each any number of times; ``recipes``: those without it."""
    return together(
        click.option(
            "--on",
            "platforms",
            cls=Listed,
            type=PLATFORM,
            multiple=True,
            help="Platform; may be given several times.  [default: nangate45]",
        ),
        any_recipes(f"Recipe; may be given several times.  [default: {recipes}]"),
    )


def proof_seconds(said: str, *, default: int) -> Decorator:
    """``--proof-seconds``; ``said``: what it limits."""
    return click.option(
        "--proof-seconds",
        type=click.IntRange(1, 86_400),
        default=default,
        show_default=True,
        help=said,
    )


shape_seconds = proof_seconds("With --prove: time limit of a shape.", default=120)


def periods(default: int) -> Decorator:
    """``--period`` in ps, once or several times."""
    return click.option(
        "--period",
        "periods",
        type=click.IntRange(1, 10**6),
        multiple=True,
        default=(default,),
        show_default=True,
        help="Target period in ps; may be given several times.",
    )


def seed(said: str = "Of all random values.", *, default: int = 1) -> Decorator:
    """``--seed``; ``said``: of what."""
    return click.option(
        "--seed", type=click.IntRange(0, 2**31 - 1), default=default, show_default=True, help=said
    )


mapped = together(on(), recipe("How the netlist is mapped.", default="area"), seed())

workers = click.option(
    "--workers",
    type=click.IntRange(0, 256),
    default=2,
    show_default=True,
    help="Processes on this machine.",
)

_root = click.option(
    "--root",
    type=PathName(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Sources of a description may lie anywhere below DIR.  [default: the clone that holds it]",
)

DEFAULT_BRIDGES = ("axi4stream",)
"""`emit.bridges.DEFAULT`, which is not imported for `--help`."""

bridges = click.option(
    "--bridge",
    "bridges",
    multiple=True,
    default=DEFAULT_BRIDGES,
    show_default=True,
    type=click.Choice(
        ["axi4stream", "axi4stream-two-clocks", "axi4lite", "apb", "wishbone", "spi"]
    ),
    help="Of a core with the LWC API: streams, streams with a clock of their own, registers with "
    "a C driver, or SPI; may be given several times.",
)


def _trusted(context, parameter, value: bool) -> None:
    """The processes of this run inherit it."""
    if value:
        os.environ[sandbox.TRUST] = "1"


trust = click.option(
    "--trust",
    is_flag=True,
    expose_value=False,
    callback=_trusted,
    help="Read sources of others even where no wall can be put up around them "
    "(`cipherfab doctor`).",
)

force = click.option(
    "--force", is_flag=True, help="Replace files in the folder that cipherfab did not write."
)

with_root = together(_root, trust)
"""Where sources of others may lie, and what they are trusted with."""


def _scheduler(context, parameter, value: str | None) -> str | None:
    """Before anything is made for a run that could not begin."""
    if value is not None:
        from ..runs.cluster import check_address

        check_address(value)
    return value


with_processes = together(
    click.option(
        "--scheduler",
        callback=_scheduler,
        help="Dask scheduler, tcp://HOST:PORT, instead of processes on this machine.",
    ),
    workers,
)
"""Where jobs run."""
