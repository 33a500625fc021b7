# SPDX-License-Identifier: Apache-2.0
"""``cipherfab.toml`` in the current directory: the home directory, and defaults of the options of
each command.
"""

import os
import tomllib
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from .. import given
from ..errors import CallError
from ..results.home import ENVIRONMENT

FILE = Path("cipherfab.toml")
HOME = "home"
MOST = 1 << 20
"""Bytes of that file."""

SPOKEN = ("trust", "root")
"""Options that widen what sources of others may do: a file that came with them must not say so."""


def read(group: click.Group) -> dict[str, Any]:
    """The defaults for click, by command and parameter; ``home`` is set for this process unless the
    environment has it.

    Raises:
        CallError: the file is no TOML, or names a command or an option that there is none of.
    """
    if not FILE.is_file():
        return {}
    try:
        said = tomllib.loads(given.read(FILE, MOST).decode())
    # Bytes that are no UTF-8 and text that is no TOML are both ValueErrors; deep nesting ends the
    # parser with a RecursionError.
    except (ValueError, RecursionError) as error:
        raise CallError(f"{FILE}: {error}.") from None
    home = said.pop(HOME, None)
    if home is not None:
        _set_home(home)
    return {name: _options(group, name, options) for name, options in said.items()}


def _set_home(home: Any) -> None:
    if not isinstance(home, str) or not home:
        raise CallError(f'{FILE}: expected {HOME} = "DIRECTORY", got {home!r}.')
    # In the environment, so that worker processes inherit it.
    os.environ.setdefault(ENVIRONMENT, home)


def _options(group: click.Group, command: str, options: Any) -> dict[str, Any]:
    """From the long names of a command's options to its parameters."""
    # A mistyped name would otherwise be passed over without a word.
    if command not in group.commands or not isinstance(options, dict):
        raise CallError(
            f"{FILE}: [{command}] is no command; expected {HOME} or a table of "
            f"{', '.join(sorted(group.commands))}."
        )
    known = {
        name.removeprefix("--"): option
        for option in group.commands[command].params
        if isinstance(option, click.Option)
        for name in option.opts
        if name.startswith("--")
    }
    for name in options:
        if name in SPOKEN:
            raise CallError(
                f"{FILE}: [{command}] {name}: --{name} is said on the command line only."
            )
        if name not in known:
            raise CallError(
                f"{FILE}: [{command}] {name}: there is no option --{name}; expected "
                f"{', '.join(sorted(known))}."
            )
    return {
        known[name].name: _value(known[name], value, f"{FILE}: [{command}] {name}")
        for name, value in options.items()
    }


def _value(option: click.Option, value: Any, place: str) -> Any:
    """A value as click takes it: a list for an option that may be given several times, and text
    for each, as the command line has it; true or false for a flag.
    """
    if option.is_flag and isinstance(option.type, click.types.BoolParamType):
        if not isinstance(value, bool):
            raise CallError(f"{place}: expected true or false, got {value!r}.")
        return value
    # A single value may stand without brackets.
    values = value if option.multiple and isinstance(value, list) else [value]
    for one in values:
        # A truth value is an integer in Python.
        if isinstance(one, bool) or not isinstance(one, str | int | float):
            raise CallError(f"{place}: expected one value, a text or a number, got {one!r}.")
    # As texts, so that click checks them as it does those of the command line.
    return list(map(str, values)) if option.multiple else str(value)


def whence(error: click.BadParameter) -> str:
    """What is added to the message about a value that was not on the command line."""
    name = error.param.name if error.param else None
    source = error.ctx.get_parameter_source(name) if error.ctx and name else None
    return f" It stands in {FILE}." if source is ParameterSource.DEFAULT_MAP else ""
