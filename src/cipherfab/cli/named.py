# SPDX-License-Identifier: Apache-2.0
"""Arguments and options whose values have names: `--help` lists them and a shell completes them;
read when asked for.
"""

import os
from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem


def platforms() -> list[str]:
    """Names of the built-in platforms, and the forms of all others."""
    from ..implement import platforms as known

    return [*known.names(), *known.FORMS]


def recipes() -> list[str]:
    """Names of the recipes."""
    from ..implement.recipes import RECIPES

    return list(RECIPES)


def algorithms() -> list[str]:
    """Names of the catalog."""
    from ..catalog import ALGORITHMS

    return list(ALGORITHMS)


def cores(begun: str) -> list[str]:
    """How a core name that is begun may go on: the algorithm, then its architecture, then
    options."""
    from ..cores.architectures import ARCHITECTURES
    from ..cores.options import OPTIONS

    algorithm, slash, rest = begun.partition("/")
    if not slash:
        return [name for name in algorithms() if name.startswith(algorithm)]
    before, comma, last = rest.rpartition(",")
    if not comma:
        names = [f"{name}=" if one.values else name for name, one in ARCHITECTURES.items()]
    else:
        # An option stands in a name once, whatever its value.
        given = {option.partition("=")[0] for option in before.split(",")}
        names = [
            f"{name}=" if one.values else name
            for name, one in OPTIONS.items()
            if name.partition("=")[0] not in given
        ]
    return [f"{algorithm}/{before}{comma}{name}" for name in names if name.startswith(last)]


class Name(click.ParamType):
    """A name that a shell completes; whether it is one is said by what reads it.

    Args:
        found: from what is begun to how it may go on.
    """

    name = "name"

    def __init__(self, found: Callable[[str], Iterable[str]]):
        self.found = found

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        """Arguments are called as they are, options take a NAME."""
        return "NAME" if isinstance(param, click.Option) else None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [
            CompletionItem(name) for name in self.found(incomplete) if name.startswith(incomplete)
        ]


class PathName(click.Path):
    """A path of a call, which is not empty: that would be the current folder."""

    def convert(self, value, param, ctx):
        """The path. Fails if it is empty."""
        if not os.fspath(value):
            self.fail("expected a path, got an empty one.", param, ctx)
        return super().convert(value, param, ctx)


class Listed(click.Option):
    """An option of type `Name` whose help ends with all of its names."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """As usual, and the names."""
        record = super().get_help_record(ctx)
        return record and (record[0], f"{record[1]}  [names: {', '.join(self.type.found(''))}]")


CORE = Name(cores)
ALGORITHM = Name(lambda begun: algorithms())
PLATFORM = Name(lambda begun: platforms())
RECIPE = Name(lambda begun: recipes())
