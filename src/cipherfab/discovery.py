# SPDX-License-Identifier: Apache-2.0
"""Modules that are found and not listed: families of the catalog, controllers, platforms, a study's
circuits.

An import statement that names such a module is nowhere, so a job that uses one says so; see
`runs.code`.
"""

import pkgutil
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from types import ModuleType

from .errors import CallError


def modules_with(package: str, attribute: str) -> tuple[ModuleType, ...]:
    """The modules of a package and of the packages in it that have an attribute of this name, in
    alphabetical order of their dotted names.

    Args:
        package: dotted name; it may be the one that is being imported.
        attribute: what makes a module one of those that are sought.
    """
    # Each is imported to see whether it has the attribute, so importing one must be harmless.
    return tuple(
        module for name in _modules(package) if hasattr(module := import_module(name), attribute)
    )


def _modules(package: str) -> list[str]:
    """The dotted names of all modules below a package, sorted."""
    found = pkgutil.iter_modules(import_module(package).__path__, f"{package}.")
    return sorted(
        name for each in found for name in (_modules(each.name) if each.ispkg else [each.name])
    )


def by_name(
    modules: Iterable[ModuleType], names: Callable[[ModuleType], Iterable[str]]
) -> dict[str, ModuleType]:
    """Which module each name belongs to, in the order of the modules.

    Args:
        names: what a module calls its own, each once for each thing that is called so.

    Raises:
        CallError: a name is there twice, so one of the two things would never be found.
    """
    found: dict[str, ModuleType] = {}
    for module in modules:
        for name in names(module):
            if name in found:
                where = " and ".join(sorted({found[name].__name__, module.__name__}))
                raise CallError(f"'{name}' is there twice, in {where}; expected names that differ.")
            found[name] = module
    return found


def most_specific(
    modules: Sequence[ModuleType], value: object, attribute: str
) -> ModuleType | None:
    """The module that serves the most specific class of a value; None if none serves it.

    Args:
        attribute: what a module calls the tuple of the classes that it serves, their subclasses
            included if no other module serves these.

    Raises:
        CallError: two modules serve it, and the class of neither is a subclass of the other's.
    """
    served = [
        (module, one)
        for module in modules
        for one in getattr(module, attribute)
        if isinstance(value, one)
    ]
    # By module, since one may serve several classes of the value.
    best = {
        module.__name__: module
        for module, one in served
        if not any(other is not one and issubclass(other, one) for _, other in served)
    }
    if len(best) > 1:
        raise CallError(
            f"{' and '.join(best)} both serve {type(value).__name__}; expected one "
            f"whose {attribute} name its class, or a more specific one than the other."
        )
    return next(iter(best.values()), None)
