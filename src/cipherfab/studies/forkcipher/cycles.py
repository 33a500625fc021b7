# SPDX-License-Identifier: Apache-2.0
"""Cycles of the modes without their bus: the columns of figure 7, and functions of the message
length for figures 8 and 9.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...catalog import module_of
from ...controllers import controller_of
from ...cores.names import parse
from ...errors import DesignError
from ...runs.jobs import make_job
from ..settings import Settings
from . import work
from .published import COLUMNS_7, Mode

Counted = Mapping[tuple[int, int], int]
"""(bytes of associated data, bytes of message) to cycles."""


def sizes(core: str) -> list[tuple[int, int]]:
    """What is counted of a core: the columns of figure 7 in blocks of 8 and of 16 bytes, and
    messages around three blocks.
    """
    block = parse(core).algorithm.model.block_bytes
    # The paper counts some modes in blocks of another size than their own, so both are counted.
    columns = {(a * size, m * size) for a, m in COLUMNS_7 for size in (8, 16)}
    return sorted(columns | {(0, blocks * block + rest) for blocks in range(4) for rest in (0, 1)})


def measure(cores: Sequence[str], settings: Settings) -> dict[str, dict[tuple[int, int], int]]:
    """Count the cycles of the controllers of these cores; what is in the cache is not counted
    again.
    """
    outcomes = settings.where.run([job(core) for core in cores])
    return {
        core: {(ad, message): count for ad, message, count in outcome.result["cycles"]}
        for core, outcome in zip(cores, outcomes)
        if outcome.ok
    }


def job(core: str) -> dict[str, Any]:
    """The job that counts the cycles of a core's controller."""
    algorithm = parse(core).algorithm
    return make_job(
        "mode-cycles",
        f"{work.__name__}:run",
        {"core": core, "sizes": sizes(core)},
        label=f"mode cycles of {core}",
        modules=[module_of(algorithm.name), controller_of(algorithm.model).__name__],
    )


def columns(mode: Mode, counted: Counted) -> list[dict[str, Any]]:
    """The columns of figure 7 for a mode: blocks, published and measured cycles."""
    found = []
    for (a, m), published in zip(COLUMNS_7, mode.cycles):
        measured = counted.get((a * mode.block_bytes, m * mode.block_bytes))
        # fmt: off
        found.append({"a": a, "m": m, "published": published,
                      "formula": mode.formula(a, m), "measured": measured,
                      "at_or_below_published": measured is not None and measured <= published})
        # fmt: on
    return found


def _slopes(counted: Counted, block: int) -> tuple[int, int]:
    """What a third block costs: of messages of whole blocks, and of those that end in a part of
    one.
    """
    whole, part = (counted[0, 3 * block + n] - counted[0, 2 * block + n] for n in (0, 1))
    return whole, part


def uneven(counted: Counted, block: int) -> str:
    """Why there is no function of the length: messages that end in a part of a block do not grow as
    others do; empty if there is one.
    """
    whole, part = _slopes(counted, block)
    if whole == part:
        return ""
    return f"a block costs {whole} cycles, and {part} where a part of one follows: no line"


def over_length(counted: Counted, block: int) -> Callable[[int], int]:
    """Cycles of a message without associated data as a function of its length in bytes.

    From two blocks on each block costs the same; that the last counted ones do is checked.

    Raises:
        DesignError: they do not, see `uneven`.
    """
    slope, _ = _slopes(counted, block)
    if said := uneven(counted, block):
        raise DesignError(said)

    def cycles(length: int) -> int:
        if length == 0:
            return counted[0, 0]
        whole, rest = divmod(length, block)
        # The first two blocks are looked up: what starts and ends a message may cost cycles of its
        # own.
        known = {
            0: {0: counted[0, 0], 1: counted[0, block], 2: counted[0, 2 * block]},
            1: {0: counted[0, 1], 1: counted[0, block + 1], 2: counted[0, 2 * block + 1]},
        }[min(rest, 1)]
        return known[min(whole, 2)] + slope * max(whole - 2, 0)

    return cycles
