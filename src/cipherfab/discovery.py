# SPDX-License-Identifier: Apache-2.0
"""Modules that are found and not listed: families of the catalog, controllers, platforms, a study's
circuits.

An import statement that names such a module is nowhere, so a job that uses one says so; see
`runs.code`.
"""

import pkgutil
from importlib import import_module
from types import ModuleType


def modules_with(package: str, attribute: str) -> tuple[ModuleType, ...]:
    """The modules of a package that have an attribute of this name, in alphabetical order.

    Args:
        package: dotted name; it may be the one that is being imported.
        attribute: what makes a module one of those that are sought.
    """
    names = sorted(found.name for found in pkgutil.iter_modules(import_module(package).__path__))
    modules = (import_module(f"{package}.{name}") for name in names)
    return tuple(module for module in modules if hasattr(module, attribute))
