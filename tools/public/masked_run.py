# SPDX-License-Identifier: Apache-2.0
"""What is measured of the netlist of a masked AEAD, public or ours: area, cycles, random bits, and
the t-test of an encryption.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from cipherfab import catalog
from cipherfab.commands.leakage import permutation
from cipherfab.commands.mapping import mapped, on_cells
from cipherfab.cores.names import parse
from cipherfab.design import Design
from cipherfab.errors import DesignError
from cipherfab.verify.gates import message_leakage
from cipherfab.verify.gates.composing import check as composing
from cipherfab.verify.gates.gatesim import GateSimulator
from cipherfab.verify.gates.messages import Conversation, Lengths
from cipherfab.verify.gates.probing.symbolic import SymbolicNetlist

SEED = 7
PLATFORM, RECIPE = "nangate45", "area"
BLOCKS = 2, 4
"""A block costs the difference of two messages of so many blocks, divided."""

DOM = "dom"


def measured(design: Design, work: Path) -> tuple[dict[str, Any], tuple]:
    """Area and frequency of a design mapped into ``work``, and what the tests of it are given."""
    work.mkdir()
    made, liberty = mapped(design, PLATFORM, RECIPE, work)
    facts = {"area_ge": made.area_ge, "fmax_mhz": made.fmax_mhz}
    return facts, (design, work / "netlist.v", liberty, work)


def tested(given: tuple, traces: int) -> dict[str, Any]:
    """Cycles and random words of one message and its t-test; ``paused_wrong`` instead of the test
    with pauses if answers are wrong then.
    """
    how = {"decrypts": False, "traces": traces, "seed": SEED, "each": True}
    played = message_leakage.assess(*given, pausing=False, **how)
    found = {
        "cycles": played["cycles"] - message_leakage.MARGIN,
        "random_words": played["random_words"],
        "max_t": played["event"]["max_t"],
        "cycle": played["event"]["cycle"],
        "net": played["event"]["net"],
        "threshold": played["event"]["threshold"],
        "leaks": bool(played["leaks"] or not played["uniform"]),
    }
    try:
        paused = message_leakage.assess(*given, pausing=True, **how)
    except DesignError as error:
        return {**found, "paused_wrong": str(error)}
    return {
        **found,
        "paused_t": paused["event"]["max_t"],
        "paused_leaks": bool(paused["leaks"] or not paused["uniform"]),
    }


def of_a_block(given: tuple) -> dict[str, Any]:
    """``block``: ``bytes`` of a block, and its ``cycles`` and ``words`` of RDI inside a long
    message, with a word always on RDI.

    Raises:
        DesignError: the netlist does not answer.
    """
    design, netlist, liberty, work = given
    simulator = GateSimulator.build(netlist, liberty, design.top, work)
    size = catalog.find(design.interface.aead).model.block_bytes
    few, many = (
        _cost(Conversation(design, seed=SEED, lengths=Lengths(data=count * size), decrypts=False,
                           pausing=False), simulator, work)
        for count in BLOCKS
    )  # fmt: skip
    more = BLOCKS[1] - BLOCKS[0]
    cycles, words = ((after - before) / more for before, after in zip(few, many, strict=True))
    return {"block": {"bytes": size, "cycles": cycles, "words": words}}


def _cost(talk: Conversation, simulator: GateSimulator, work: Path) -> tuple[int, int]:
    """Cycles until the last word of an answer, and words of RDI that are taken until then."""
    random = Random(SEED)
    fixed = {name: random.getrandbits(talk.width) for name in talk.secrets}
    text, wanted = talk.text(simulator.ports), sum(talk.answers)

    def play(cycles: int) -> Mapping[str, Any]:
        return simulator.play(talk.stimulus(cycles, fixed), seed=SEED, messages=text,
                              directory=work, traces=1, toggles=False)  # fmt: skip

    ends = play(message_leakage.LONGEST)["word_cycles"]
    if len(ends) < wanted:
        raise DesignError(f"{talk.design.name}: gave {len(ends)} of {wanted} words")
    end = ends[wanted - 1] + 1
    return end, play(end)["taken"]


def scheme(core: str) -> dict[str, Any]:
    """``gadget`` of a core of ours; ``composition`` of its permutation by itself, but for DOM,
    whose gadgets are not made for it: whether it is proved, and how many reasons stop the proof.
    """
    name = parse(core)
    if name.gadget == DOM:
        return {"gadget": DOM}
    design = permutation(name)
    with on_cells(design, PLATFORM, RECIPE) as made:
        netlist = SymbolicNetlist.read(
            made.directory / "netlist.v", made.liberty, design.top, made.directory
        )
        found = composing.check(design, netlist, seed=SEED)
    return {
        "gadget": name.gadget,
        "composition": {key: found[key] for key in ("passed", "count", "cycles")},
    }
