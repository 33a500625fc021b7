# SPDX-License-Identifier: Apache-2.0
"""Where a design is implemented: one literal in one file for each platform; platforms are found by
their files.

A name is one of `names()`, ``liberty:PATH`` for any Liberty file (``.lib`` or ``.lib.gz``),
``artix7:PART`` or ``gowin:PART`` (`by_chip`), or a vendor's tool and a part (`by_part`).
"""

import difflib

from ...discovery import by_name, modules_with
from ...errors import CallError
from ...tools.vendor import TOOLS
from .by_chip import BY_CHIP, chip_by_part, is_chip
from .by_part import is_vendor, vendor_by_part
from .by_path import PREFIX, liberty_by_path
from .platform import Platform, cells

_FOUND = by_name(modules_with(__name__, "PLATFORM"), lambda module: [module.PLATFORM.name])

MODULES = {name: module.__name__ for name, module in _FOUND.items()}
"""The module of every platform with a name of its own; a platform is any module of this package
that has ``PLATFORM``.
"""

PLATFORMS = {name: module.PLATFORM for name, module in _FOUND.items()}
"""Every platform with a name of its own."""

FORMS = (f"{PREFIX}PATH", *(f"{name}:PART" for name in (*BY_CHIP, *TOOLS)))
"""How the names of all others are made."""


def names() -> list[str]:
    """Names of the built-in platforms."""
    return list(PLATFORMS)


def find(name: str) -> Platform:
    """The platform called ``name``.

    Raises:
        CallError: there is none (with the nearest names), its Liberty file cannot be read, or a
            part is not called so.
    """
    if name.startswith(PREFIX):
        return liberty_by_path(name)
    if is_chip(name):
        return chip_by_part(name)
    if is_vendor(name):
        return vendor_by_part(name)
    if name in PLATFORMS:
        return PLATFORMS[name]
    nearest = difflib.get_close_matches(name, PLATFORMS, n=3, cutoff=0.4) or names()
    raise CallError(
        f"unknown platform '{name}'; nearest: {', '.join(nearest)}. Any Liberty file "
        f"is a platform too, {PREFIX}/path/to/file.lib, and any part of a vendor whose "
        f"tool is installed: {', '.join(FORMS[-len(TOOLS) :])}",
        platform=name,
        nearest=nearest,
    )


def modules_of(name: str) -> list[str]:
    """The modules, by dotted name, that are found for a platform and that nothing imports by name;
    of a Liberty file and of a part none.
    """
    name = name.partition(":")[0] if is_chip(name) else name
    return [MODULES[name]] if name in MODULES else []


__all__ = ["FORMS", "PLATFORMS", "Platform", "cells", "find", "modules_of", "names"]
