# SPDX-License-Identifier: Apache-2.0
"""click's options, made of those that are declared beside what they are for (`cipherfab.asked`)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..asked import Option, declared
from .named import PathName
from .options import Decorator, together


def options_of(*records: type) -> Decorator:
    """A decorator: the options of these dataclasses, in their order."""
    return together(
        *(
            _option(name, option, default)
            for record in records
            for name, (option, default) in declared(record).items()
        )
    )


def _option(name: str, option: Option, default: Any) -> Callable:
    switch = f"--{name.replace('_', '-')}"
    if option.kind is bool:
        return click.option(switch, name, is_flag=True, help=option.help)
    # With both, click takes the option with a value behind it or without one.
    more = {} if option.alone is None else {"is_flag": False, "flag_value": option.alone}
    return click.option(
        switch,
        name,
        type=_type(option),
        default=default,
        show_default=option.shown,
        metavar=option.metavar,
        help=option.help,
        **more,
    )


def _type(option: Option) -> click.ParamType:
    if option.kind is Path:
        return PathName(file_okay=False, path_type=Path)
    if option.choices:
        return click.Choice(option.choices)
    return click.IntRange(option.least, option.most)
