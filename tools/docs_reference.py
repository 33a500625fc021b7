# SPDX-License-Identifier: Apache-2.0
"""Pages of reference that are written by the program itself: commands, platforms, Python API."""

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields

import click

from cipherfab import cli
from cipherfab.implement import platforms
from cipherfab.implement.recipes import RECIPES, Recipe

MODULES = ("cipherfab.api", "cipherfab.frames", "cipherfab.errors")
"""What is public from Python."""


def commands_page() -> str:
    """Every command with its help, its options and its example."""
    text = (
        "# Commands\n\nWhat `cipherfab COMMAND --help` says of each command. `cipherfab -q` shows "
        "no progress, and `-v` names each job that ends.\n"
    )
    for name, command in sorted(cli.main.commands.items()):
        text += f"\n## {name}\n\n{_paragraphs(command.help or '')}\n"
        rows = [_parameter(one) for one in command.params]
        if rows:
            text += "\n| argument or option | meaning |\n| --- | --- |\n" + "".join(rows)
        if command.epilog:
            text += f"\n{_paragraphs(command.epilog)}\n"
    return text


def _parameter(one: click.Parameter) -> str:
    if isinstance(one, click.Argument):
        return f"| `{one.human_readable_name}` | argument |\n"
    help_text, extra = one.help or "", ""
    record = one.get_help_record(click.Context(click.Command("x")))
    if record:
        found = re.search(r"\s*(\[default: [^]]*\])", record[1])
        extra = f" {found[1]}" if found else ""
    flags = ", ".join(f"`{flag}`" for flag in [*one.opts, *one.secondary_opts])
    return f"| {flags} | {_cell(help_text + extra)} |\n"


def platforms_page() -> str:
    """Every platform with the docstring of its module, and every recipe with its settings."""
    text = "# Platforms and recipes\n\n`--on` takes these platforms and these forms: "
    text += ", ".join(f"`{form}`" for form in platforms.FORMS) + ".\n"
    text += "\n| platform | what it is |\n| --- | --- |\n"
    for name, module in platforms.MODULES.items():
        text += f"| `{name}` | {_cell(inspect.getdoc(importlib.import_module(module)))} |\n"
    text += "\n`--recipe` takes these recipes. The first column of commands is for standard cells, "
    text += "the second for FPGAs. [Method](../explanation/method.md#7-recipes) says what they are "
    text += "for.\n\n| recipe | ABC commands | on FPGAs | settings |\n| --- | --- | --- | --- |\n"
    return text + "".join(_recipe(one) for one in RECIPES.values())


def _recipe(one: Recipe) -> str:
    """The settings are those that differ from their defaults."""
    settings = [
        f"{field.name}={getattr(one, field.name)}"
        for field in fields(one)
        if field.name not in ("name", "abc", "abc9") and getattr(one, field.name) != field.default
    ]
    cells = (one.abc, one.abc9, ", ".join(settings))
    return (
        f"| `{one.name}` | {' | '.join(f'`{_cell(cell)}`' if cell else '–' for cell in cells)} |\n"
    )


def api_page() -> str:
    """What is public from Python, with types and docstrings."""
    text = "# Python interface\n\n`import cipherfab` has these. [From Python]"
    text += "(../how-to/python.md) shows how they are used.\n"
    for path in MODULES:
        for name, thing in _public(importlib.import_module(path)):
            text += f"\n## {name}\n\n" + _described(name, thing)
            for part, member in _public(thing) if inspect.isclass(thing) else ():
                text += f"\n### {name}.{part}\n\n" + _described(part, member)
    return text


def _public(where: object) -> Iterator[tuple[str, object]]:
    """Names of a module or a class in the order of its text, but private and imported ones."""
    path = where.__name__ if inspect.ismodule(where) else where.__module__
    for name, thing in vars(where).items():
        inner = getattr(thing, "fget", None) or getattr(thing, "func", None) or thing
        known = inspect.isclass(inner) or inspect.isfunction(inner)
        if not name.startswith("_") and known and inner.__module__ == path:
            yield name, thing


def _described(name: str, thing: object) -> str:
    inner = getattr(thing, "fget", None) or getattr(thing, "func", None)
    sign = "" if inner else str(inspect.signature(thing)).replace("self, ", "").replace("self", "")
    head = f"`{name}{sign}`\n\n" if sign else ""
    return f"{head}```text\n{inspect.getdoc(inner or thing)}\n```\n"


def _paragraphs(text: str) -> str:
    return "\n".join(line.strip() for line in text.replace("\b", "").strip().splitlines())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "∣").replace("<", "&lt;")
