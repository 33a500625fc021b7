# SPDX-License-Identifier: Apache-2.0
"""How a design is synthesised, as data: a recipe's record is its complete text, and re-creates it.

Yosys' default ``abc -liberty -D`` breaks up XORs, which are most of a cipher. The recipes keep
them: ``&nf -k`` coarsens the graph to XORs and multiplexers before it maps, ``amap`` looks for
them, and sizing follows on the mapped netlist.

Multiplexers in front of registers are much of a small cipher. Nangate45 in GE: flip-flop and
multiplexer 5.67 + 2.33, scan flip-flop 7.67, flip-flop that holds the inverse behind an OAI22 or
AOI22 5.67 + 1.67.
"""

import difflib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace

from ..errors import CallError

LEFT_OUT = {"sizing_tries": 0, "sizing_rewrites": True}
"""Settings of a `Recipe` that its record does not have where they are these."""


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """Settings of a synthesis run.

    Attributes:
        name: one of `RECIPES`, or a name given by an exploration.
        abc: ABC commands separated by ``;``, for standard cells. ``{D}`` is the time for logic in
            ps, ``{permute}`` the command that brings the seed in (empty for seed 0).
        dont_use: cells not to map to (patterns with ``*``).
        flatten: one module; False keeps the hierarchy until after mapping.
        keep_wrapper: instances called ``pre`` and ``post`` (the LWC wrapper) are mapped apart, so
            that their area can be told. To ABC what comes from the rest of the core is then there
            at time 0: paths through both get longer.
        share: let Yosys share arithmetic (``share``).
        alumacc: let Yosys extract arithmetic units (``alumacc``).
        scan_enable: map enable flip-flops to scan flip-flops before the logic is mapped, if the
            platform has one; not together with ``inverse_outputs`` where that applies, since an
            AND-OR-INVERT in front of a plain flip-flop is then smaller.
        scan_load: after mapping, put a scan flip-flop in the place of a flip-flop and the
            multiplexer that feeds nothing else.
        inverse_outputs: after mapping, use the inverted outputs of flip-flops in place of inverters
            behind and in front of them.
        clock_gates: flip-flops with one enable get their clock through an integrated clock-gating
            cell of the library, from this number of flip-flops on; 0: none do. Where the library
            has no such cell they stay enable flip-flops.
        sizing_tries: after mapping to standard cells, cells get other sizes by static timing, see
            `sizing.step`: at most so many timings of the netlist; 0: none do.
        sizing_rewrites: a slow gate may then become several; not in a masked core.
        abc9: ABC commands for FPGAs whose synthesis uses ``abc9``, separated by ``;``; ``{W}``,
            ``{D}``, ``{R}`` are filled in by Yosys (wire delay, target, area recovery). Empty:
            Yosys' own script.
        synth: further arguments of the FPGA synthesis command.
    """

    name: str
    abc: str
    dont_use: tuple[str, ...] = ()
    flatten: bool = True
    keep_wrapper: bool = True
    share: bool = False
    alumacc: bool = False
    scan_enable: bool = False
    scan_load: bool = False
    inverse_outputs: bool = False
    clock_gates: int = 0
    sizing_tries: int = 0
    sizing_rewrites: bool = True
    abc9: str = ""
    synth: tuple[str, ...] = ()

    def record(self) -> dict:
        """The recipe as a JSON-able dictionary. What says nothing of sizing is left out, as in
        those that were published before there was any.
        """
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
            if value != LEFT_OUT.get(key)
        }

    def abc_script(self, *, delay_ps: int, seed: int) -> str:
        """The ABC commands, one per line.

        Args:
            delay_ps: time for the logic between registers.
            seed: 0 leaves the order of the logic as it is; others permute it, which is the noise of
                a synthesis run.
        """
        text = self.abc.replace("{D}", str(delay_ps)).replace(
            "{permute}", f"permute -S {seed}" if seed else ""
        )
        return "".join(f"{command.strip()}\n" for command in text.split(";") if command.strip())

    def abc9_command(self) -> str:
        """The Yosys command that makes ``abc9`` use this recipe's commands; empty if they are
        Yosys' own.
        """
        # Yosys takes a script behind a + with commas in place of spaces.
        commands = ";".join(
            ",".join(command.split()) for command in self.abc9.split(";") if command.strip()
        )
        return f"scratchpad -set abc9.script +{commands}" if commands else ""

    def with_changes(self, **changes) -> "Recipe":
        """A copy with other settings."""
        return replace(self, **changes)


PREPARE = "strash; {permute}; strash"
"""Start of every script. A permutation needs, and leaves, a hashed network; combinational inputs
and outputs keep their names.
"""

BUFFER = "topo; buffer -c -p -N {fanout}; topo"
"""At most so many readers of a net, also of an input: no later step repairs a control signal that
drives a whole state.
"""

SIZE = "upsize -D {D}; dnsize -D {D}; stime -p"
"""Sizing on the mapped netlist, for the time that is asked for."""

SIZE_WIRED = "upsize -c -D {D}; dnsize -c -D {D}; stime -p"
"""The same with the wire loads of the library, with which the delays are measured; ABC leaves them
out otherwise, and then counts a buffer of many readers as hardly any delay.
"""

MAP = "&get -n; &b; &nf -k; &put"
"""Balancing and mapping on graphs with XORs and multiplexers as nodes."""


def _buffered(fanout: int) -> str:
    return BUFFER.format(fanout=fanout)


SMALL = f"{_buffered(64)}; dnsize -D 1000000; stime -p"
"""As small as the cells are; nets that drive a whole state are buffered nevertheless."""

AREA_PHASED = "amap -m -F 10 -A 20; phase_map"
"""Mapping by area in more rounds; then each gate gives way to its complement where that saves
inverters: a signal between XORs may have either sign, as an XNOR costs what an XOR does.
"""

LUTS_AREA = "&if -a {W} -v"
"""LUTs by area alone. Restructuring first (``&scorr; &sweep; &dc2; &dch``) costs area on a cipher:
compare the recipes with ``cipherfab bench ascon-128a --on artix7 --recipe area --recipe balanced``.
"""

LUTS_COMPACT = "&syn2; &if -a {W}; &mfs; &st; &syn2; &if -a {W} -v; &mfs"
"""LUTs by area after restructuring, twice, the second time from the first mapping. ``&syn2`` does
not end on layers of wide XORs (Pyjamask's matrices), which is why `LUTS_AREA` does without it.
"""

LUTS_FEWEST = "&syn2; &if -a {W} -v; &satlut -N 64; &mfs; &satlut -N 64; &mfs"
"""As few LUTs as a SAT solver finds in windows of the mapping, twice, at about twice the delay."""

LUTS_DELAY = "&scorr; &sweep; &dc2; &dch -f -r; &ps; &if {W} {D} {R} -v"
"""Yosys' own script without ``&mfs`` at its end, which takes minutes on an unrolled permutation and
gains next to nothing.
"""

LUTS_ROUTED = LUTS_DELAY.replace("{W} {D}", "-W 1000 -D 7600")
"""The same with what a net costs where it is routed, about 1 ns on ECP5 and not the 0.3 ns that
Yosys takes, and with a target in ps: what is shorter is made small, as more LUTs are longer nets.
"""

SIZING_TRIES = 600
"""Timings of a netlist that a sizing takes at most: ten seconds of processor time at 10 kGE."""

CLOCK_GATES = 4
"""Flip-flops from which on a recipe with clock gates uses one: a gate takes the area of about three
multiplexers and the energy of about one flip-flop's clock.
"""

AREA = Recipe(
    name="area",
    scan_enable=True,
    scan_load=True,
    inverse_outputs=True,
    abc9=LUTS_AREA,
    abc=f"{PREPARE}; dc2; amap -m; {SMALL}",
)

RECIPES = {
    recipe.name: recipe
    for recipe in (
        AREA,
        AREA.with_changes(name="phased", abc=f"{PREPARE}; dc2; {AREA_PHASED}; {SMALL}"),
        # These two are `area` on standard cells, where `&syn2` costs area.
        AREA.with_changes(name="compact", abc9=LUTS_COMPACT),
        AREA.with_changes(name="fewest", abc9=LUTS_FEWEST),
        Recipe(
            name="scan",
            scan_enable=True,
            scan_load=True,
            abc9=LUTS_AREA,
            abc=f"{PREPARE}; dc2; &get -n; &nf -k; &put; {SMALL}",
        ),
        Recipe(
            name="gated",
            clock_gates=CLOCK_GATES,
            scan_load=True,
            inverse_outputs=True,
            abc9=LUTS_AREA,
            abc=f"{PREPARE}; dc2; amap -m; {SMALL}",
        ),
        Recipe(
            # Recipes for speed map wrapper and core as one, since the longest path may go through
            # both.
            name="balanced",
            keep_wrapper=False,
            abc9=LUTS_DELAY,
            abc=f"{PREPARE}; dc2; {MAP}; {_buffered(20)}; {SIZE}",
        ),
        Recipe(
            name="routed",
            keep_wrapper=False,
            abc9=LUTS_ROUTED,
            abc=f"{PREPARE}; dc2; {MAP}; {_buffered(20)}; {SIZE}",
        ),
        Recipe(
            name="wired",
            keep_wrapper=False,
            abc9=LUTS_DELAY,
            abc=f"{PREPARE}; dc2; {MAP}; {_buffered(20)}; {SIZE_WIRED}",
        ),
        Recipe(
            name="sized",
            keep_wrapper=False,
            inverse_outputs=True,
            sizing_tries=SIZING_TRIES,
            abc9=LUTS_DELAY,
            abc=f"{PREPARE}; dc2; {MAP}; {_buffered(20)}; {SIZE_WIRED}",
        ),
        AREA.with_changes(
            name="lean",
            abc=f"{PREPARE}; dc2; amap -m; {_buffered(64)}; "
            "dnsize -D 1000000; upsize -c -D {D}; stime -p",
        ),
        Recipe(
            name="speed",
            keep_wrapper=False,
            abc9=LUTS_DELAY,
            abc=f"{PREPARE}; &get -n; &syn3; &syn3; &syn3; &syn3; &b; &put; {MAP}; "
            f"{_buffered(10)}; {SIZE}",
        ),
    )
}
"""The named recipes."""


def on_cells() -> list[Recipe]:
    """The named recipes that are not the same on standard cells; of equal ones the first."""
    different = {}
    for recipe in RECIPES.values():
        # None of these matters on standard cells.
        different.setdefault(recipe.with_changes(name="", abc9="", synth=()), recipe)
    return list(different.values())


def find(recipe: "str | Mapping | Recipe") -> Recipe:
    """A recipe by name, from its record, or as it is.

    Raises:
        CallError: there is no recipe of this name, or the record has other keys than a recipe.
    """
    # As it is: an exploration has recipes that no name leads to.
    if isinstance(recipe, Recipe):
        return recipe
    if isinstance(recipe, Mapping):
        return _from_record(recipe)
    if recipe in RECIPES:
        return RECIPES[recipe]
    nearest = difflib.get_close_matches(recipe, RECIPES, n=3, cutoff=0.4) or list(RECIPES)
    raise CallError(
        f"unknown recipe '{recipe}'; nearest: {', '.join(nearest)}. There are "
        f"{', '.join(RECIPES)}.",
        recipe=recipe,
        nearest=nearest,
    )


def _from_record(record: Mapping) -> Recipe:
    known = {field.name for field in fields(Recipe)}
    # Later keys may lack in an older record, and then have their defaults.
    if set(record) - known or not {"name", "abc"} <= set(record):
        raise CallError(
            f"a recipe's record has keys of {sorted(known)}, at least 'name' and "
            f"'abc'; got {sorted(record)}"
        )
    return Recipe(
        **{key: tuple(value) if isinstance(value, list) else value for key, value in record.items()}
    )
