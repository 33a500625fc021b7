# SPDX-License-Identifier: Apache-2.0
"""The moves of a search for recipes: the parts that an ABC script is made of, and the cells left
out. All of it is data.

A part has groups of options. A search draws a group first and then an option of it, so a group with
many options (`&nf` and its effort) does not crowd out one with few (``map``).
"""

import random
from collections.abc import Iterator, Mapping
from itertools import product

from .recipes import PREPARE, Recipe

Groups = tuple[tuple[str, ...], ...]

SYN = tuple(
    f"&get -n; {command}; &put"
    for command in ("&dc2", "&syn3", "&syn3; &syn3", "&syn3; &syn3; &syn3; &syn3", "&syn4")
)
"""Restructuring on graphs of ABC's newer package."""

RESTRUCTURE: Groups = (
    ("",),
    ("dc2", "dc2; dc2", "balance; dc2", "rewrite; balance",
     "rewrite -z; dc2", "rewrite; refactor; balance; rewrite; dc2"),
    (*SYN, "dc2; &get -n; &syn3; &syn3; &put"),
)  # fmt: skip

BALANCES = ("", "&b; ", "&b -a; ", "&b; &put; &get -n; ")
"""In front of `&nf`: nothing, balancing that shares (XORs are seen), balancing of ANDs alone, and
the first on a hashed network.
"""

KEEPS = (" -k", "")
"""Whether `&nf` first coarsens the graph to XORs and multiplexers."""

EFFORTS = ("", " -F 8", " -A 8", " -A 20", " -F 8 -A 8", " -R 5",
           " -R 10", " -R 20", " -L 12 -C 32", " -p", " -p -F 8",
           " -p -R 10")  # fmt: skip
"""Of `&nf`: rounds of area flow (-F); rounds of exact area (-A), which ABC's help says count with
SAT-based mapping only; delay relaxed by so many percent (-R); fanout up to which XORs are coarsened
(-L); cuts for a node (-C); pins permuted (-p).
"""

MAP: Groups = (
    *(
        tuple(
            f"&get -n; {balance}&nf{keep}{effort}; &put"
            for balance, effort in product(BALANCES, EFFORTS)
        )
        for keep in KEEPS
    ),
    ("map -a", "map -B 0.9", "amap -m"),
)

FANOUTS = ("", " -N 12", " -N 20", " -N 30", " -N 40")

BUFFER: Groups = (
    ("",),
    tuple(
        f"topo; buffer -c{inputs}{fanout}; topo" for inputs, fanout in product(("", " -p"), FANOUTS)
    ),
)
"""At most so many readers of a net (-N), of inputs too (-p)."""


def _resized(wires: str, window: str) -> str:
    return f"upsize{wires} -D {{D}}{window}; dnsize{wires} -D {{D}}"


WIRES = ("", " -c")
"""Sizing without, and with the wire load of the Liberty file, as static timing has it."""

SIZE: Groups = (
    ("",),
    tuple(f"dnsize{wires} -D {{D}}" for wires in WIRES),
    tuple(_resized(wires, window) for wires, window in product(WIRES, ("", " -W 5"))),
    tuple(f"{_resized(wires, '')}; {_resized(wires, '')}" for wires in WIRES),
)

SCRIPT: Mapping[str, Groups] = {
    "restructure": RESTRUCTURE,
    "map": MAP,
    "buffer": BUFFER,
    "size": SIZE,
}
"""The parts of a script behind `PREPARE`, in their order."""

LARGE_AOI = (
    "OAI22*",
    "AOI22*",
    "OAI211*",
    "AOI211*",
    "OAI221*",
    "AOI221*",
    "OAI222*",
    "AOI222*",
    "OAI33*",
)

DONT_USE: tuple[tuple[str, ...], ...] = (
    (),
    ("NAND4*", "NOR4*", "AND4*", "OR4*"),
    ("NAND3*", "NOR3*", "NAND4*", "NOR4*", "AND3*", "AND4*", "OR3*", "OR4*"),
    ("AND2*", "OR2*", "AND3*", "OR3*", "AND4*", "OR4*"),
    LARGE_AOI,
    ("XOR2*",),
    ("MUX2*",),
    ("*_X4", "*_X8", "*_X16", "*_X32"),
)
"""Cells left out, by their names in Nangate45. Names that a library lacks do no harm, and no good.
"""

PARTS = (*SCRIPT, "dont_use")


def draw(dice: random.Random, part: str) -> str | tuple[str, ...]:
    """An option of a part, one of `PARTS`."""
    return dice.choice(DONT_USE) if part == "dont_use" else dice.choice(dice.choice(SCRIPT[part]))


def recipe(parts: Mapping, name: str) -> Recipe:
    """The recipe that an option for each of `PARTS` makes."""
    script = "; ".join(filter(None, (PREPARE, *(parts[part] for part in SCRIPT))))
    return Recipe(name=name, abc=script, dont_use=tuple(parts["dont_use"]))


def parts_of(recipe: Recipe) -> dict | None:
    """The options that make up a recipe, by part; None if the moves cannot make it."""
    start = f"{PREPARE}; "
    if not recipe.abc.startswith(start) or recipe.dont_use not in DONT_USE:
        return None
    found = next(_splits(recipe.abc.removeprefix(start), tuple(SCRIPT)), None)
    made = found and {**found, "dont_use": recipe.dont_use}
    # Settings besides the script, such as scan flip-flops, are nothing that a move makes.
    return made if made and _same(made, recipe) else None


def _same(parts: Mapping, other: Recipe) -> bool:
    """No further setting of the recipe differs from what a search draws."""
    return recipe(parts, other.name) == other


def _splits(script: str, parts: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Every way to write a script as options of the parts, one after the other."""
    if not parts:
        if not script:
            yield {}
        return
    # An option may be the beginning of a longer one, so every way is followed.
    for option in (option for group in SCRIPT[parts[0]] for option in group):
        if script == option or not option or script.startswith(f"{option}; "):
            rest = script[len(option) :].removeprefix("; ") if option else script
            yield from ({parts[0]: option, **others} for others in _splits(rest, parts[1:]))
