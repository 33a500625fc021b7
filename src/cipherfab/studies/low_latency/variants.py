# SPDX-License-Identifier: Apache-2.0
"""Blocks by name: a catalog name, perhaps tweaked, with the circuit of a layer or the grouping of
its operands.
"""

from functools import cache
from types import ModuleType

from ...catalog import Algorithm, find, module_of
from ...discovery import by_name, modules_with
from ...errors import CallError
from ...primitives.primitive import Primitive
from . import circuits

GROUPING = "grouping"
"""Option of a block: operands grouped otherwise, see `catalog.algorithm.Algorithm.groupings`."""


@cache
def primitive(block: str) -> Primitive:
    """The primitive of a block: a catalog name, with ``-xex`` if tweaked, and ``/OPTION=VALUE`` for
    its circuit or its grouping.

    Raises:
        CallError: no such block.
    """
    name, _, option = block.partition("/")
    module = circuits_of(name)
    if module is not None:
        return _circuit(block, name, option, module)
    entry = find(name)
    if entry.primitive is None:
        raise CallError(
            f"'{name}' is no primitive; a block is a permutation or a block cipher: "
            f"see cipherfab list."
        )
    return _grouped(block, entry, option)


def circuits_of(name: str) -> ModuleType | None:
    """The module with the circuits of a block of this name (without its option); None if it has one
    circuit only.
    """
    modules = modules_with(circuits.__name__, "CIRCUITS")
    return by_name(modules, _blocks).get(name)


def _blocks(module: ModuleType) -> list[str]:
    """The blocks that a module has circuits of, each once."""
    return list(dict.fromkeys(key.partition("/")[0] for key in module.CIRCUITS))


def _circuit(block: str, name: str, option: str, module: ModuleType) -> Primitive:
    made = {
        key.partition("/")[2]: make
        for key, make in module.CIRCUITS.items()
        if key.partition("/")[0] == name
    }
    if option and option not in made:
        raise CallError(
            f"'{block}': unknown circuit '{option}'; there are "
            f"{', '.join(f'{name}/{other}' for other in made)}."
        )
    # Without an option the first circuit of the module stands for the block.
    return made[option or next(iter(made))]()


def _grouped(block: str, entry: Algorithm, option: str) -> Primitive:
    if not option:
        return entry.primitive
    made = entry.groupings.get(option.removeprefix(f"{GROUPING}="))
    if made is None:
        groupings = ", ".join(entry.groupings) or "only the text's"
        raise CallError(
            f"'{block}': {entry.name} has one circuit only; its groupings "
            f"({GROUPING}=…): {groupings}."
        )
    return made()


def variants(block: str) -> list[str]:
    """The block, and the same one with its operands grouped otherwise."""
    if "/" in block or circuits_of(block):
        return [block]
    # Called for its error: a name that is no primitive is refused here.
    primitive(block)
    return [block, *(f"{block}/{GROUPING}={name}" for name in find(block).groupings)]


def algorithm(block: str) -> str:
    """Catalog name of the algorithm whose known answers a block is checked with."""
    # The tweak is added around the cipher, so its suffix is the outer one.
    return block.partition("/")[0].removesuffix("-xex").removesuffix("-round-keys")


def modules(block: str) -> list[str]:
    """The modules that make a block, which nothing imports by name: its algorithm's family, and its
    circuits.
    """
    module = circuits_of(block.partition("/")[0])
    return [module_of(algorithm(block)), *([module.__name__] if module else [])]
