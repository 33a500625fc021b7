# SPDX-License-Identifier: Apache-2.0
"""What holds in every state that a core with the LWC API reaches, proved before it is used.

A prover of two versions does not find by itself that the bytes that are left of a segment, the mask
of the word and the words that the buffer holds belong together. `candidates` says so by the names
of our registers; `inductive` keeps of them what is proved of the version at hand, and nothing of a
core that calls its registers otherwise. So a wrong candidate costs time, never a wrong verdict.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ...design import Design
from ...errors import ToolError
from ...tools.abc import run_abc
from .aig import FALSE, TRUE, Aig
from .netlist import Netlist, Reader, bit_names

KEY, DATA = 1, 4
"""States of the pre-processor: it waits for the key reader; it takes words of a segment."""

NONCE, TAG = 0, 3
"""Phases whose only segment has 16 bytes."""


class Named:
    """Literals of a version's registers by name, and by the last part of the name.

    Args:
        graph: of the literals.
        side: whose registers they are.
        values: a literal for the output of each register.

    Raises:
        KeyError: of `bit` and `word`: there is no such register.
    """

    def __init__(self, graph: Aig, side: Netlist, values: Mapping[int, int]):
        self.graph = graph
        self._bits = {
            called: values[register.q]
            for register in side.registers
            for name in register.names
            for called in (name, name.rpartition(".")[2])
        }

    def bit(self, name: str) -> int:
        """A register of one bit."""
        return self._bits[name]

    def word(self, name: str, width: int) -> list[int]:
        """Bits of a register, the lowest first."""
        return [self._bits[f"{name}[{index}]"] for index in range(width)]

    def every(self, literals: Iterable[int]) -> int:
        """1 if all of them are."""
        found = TRUE
        for literal in literals:
            found = self.graph.and_(found, literal)
        return found

    def some(self, literals: Iterable[int]) -> int:
        """1 if one of them is."""
        return self.every(literal ^ 1 for literal in literals) ^ 1

    def is_(self, word: Iterable[int], value: int) -> int:
        """1 if a word has this value."""
        return self.every(bit ^ (not (value >> index) & 1) for index, bit in enumerate(word))

    def follows(self, condition: int, what: int) -> int:
        """0 only if the condition is 1 and the other is 0."""
        return self.graph.or_(condition ^ 1, what)

    def equal(self, one: int, other: int) -> int:
        """1 if both are the same."""
        return self.graph.xor(one, other) ^ 1


def candidates(named: Named) -> dict[str, int]:
    """What should hold, by name: 1 where it does. Of a core with words of 32 bits and blocks of
    four; of any other nothing.
    """
    try:
        return {**_counted(named), **_alone(named)}
    except KeyError:
        return {}


def _counted(named: Named) -> dict[str, int]:
    """Bytes of the segment, mask of the word and words in the buffer, while words go to the mode
    (``feeds``).
    """
    feeds, settles, eot, last = map(named.bit, ("feeds", "settle_due", "eot", "ending"))
    left, mask = named.word("bytes_left", 16), named.word("words__mask", 4)
    stored, phase = named.word("stored", 3), named.word("phase_expected", 2)
    fixed = named.some([named.is_(phase, NONCE), named.is_(phase, TAG)])
    # So no block ends within such a segment, but with its last word.
    whole = named.every([feeds, named.some([eot ^ 1, fixed])])
    none = named.is_(left[:2], 0)
    few = named.every([named.is_(left[3:], 0), named.some([left[2] ^ 1, none])])
    full = named.some([last ^ 1, none])
    valid = [full, named.some([full, named.is_(left[:2], 3)]), named.some([full, left[1]]), TRUE]
    feeds_now = named.every([feeds, settles ^ 1])
    found = {
        "fixed length": named.follows(
            named.every([feeds, fixed]),
            named.every(
                [named.is_(left[5:], 0), named.some([left[4] ^ 1, named.is_(left[:4], 0)])]
            ),
        ),
        "whole words": named.follows(whole, none),
        "last word": named.follows(feeds, named.equal(last, few)),
        "bytes left": named.follows(feeds, named.some(left)),
        "no bytes at an end": named.follows(settles, named.is_(mask, 0)),
        "nothing stored before": named.follows(named.some([feeds ^ 1, settles]), stored[0] ^ 1),
    }
    for index, (bit, byte) in enumerate(zip(mask, valid)):
        found[f"mask {index}"] = named.follows(feeds_now, named.equal(bit, byte))
    for words in range(4):
        held = named.is_(stored, (1 << words) - 1)
        found[f"{words} words stored"] = named.follows(
            named.every([whole, held]), named.is_(left[2:4], -words & 3)
        )
    return found


def _alone(named: Named) -> dict[str, int]:
    """States and flags that exclude each other, or stay as they are."""
    feeds, state = named.bit("feeds"), named.word("state_state", 3)
    stored, reads = named.word("stored", 3), named.word("key_state_state", 2)
    copied = [feeds, named.bit("settle_due") ^ 1, named.bit("header_due") ^ 1]
    modes = [
        named.bit(name)
        for name in ("begins", "in_ad", "answer__of_block", "in_verify", "in_announce", "in_tag",
                     "in_status")
    ]  # fmt: skip
    pairs = [(one, other) for index, one in enumerate(modes) for other in modes[:index]]
    return {
        "feeds in data": named.follows(feeds, named.is_(state, DATA)),
        "feeds what is right": named.follows(feeds, named.bit("bad") ^ 1),
        "stored in order": named.every(
            named.follows(stored[index + 1], stored[index]) for index in range(2)
        ),
        "nothing unsettled": named.bit("unsettled") ^ 1,
        "headers of one word": named.bit("pre.header_part") ^ 1,
        "keys in their state": named.follows(named.some(reads), named.is_(state, KEY)),
        "first word copied": named.follows(named.bit("first_is_copied"), named.every(copied)),
        "busy or ready": named.graph.xor(named.bit("in_ready"), named.bit("mode.permutation.busy")),
        "one state of the mode": named.every(
            [named.some(modes), *(named.some([one ^ 1, other ^ 1]) for one, other in pairs)]
        ),
    }


def inductive(side: Netlist, design: Design, directory: Path, *, seconds: int = 60) -> set[str]:
    """Names of `candidates` that hold in every cycle behind the first reset: a cycle of reset
    brings each about from any state, and no cycle leads out of all of them together.

    Args:
        side: with a synchronous reset.
        design: gives the reset.
        directory: existing, for graph and log.
        seconds: for one question; what has no answer is not kept.
    """
    graph = Aig()
    at = {register.q: graph.input(("register", register.q)) for register in side.registers}
    known = dict(at)
    for port, bits in side.inputs.items():
        known |= zip(bits, map(graph.input, bit_names(port, len(bits))))
    reader = Reader(graph, side, known, "version", lambda bit: FALSE)
    now = candidates(Named(graph, side, at))
    following = candidates(
        Named(graph, side, {each.q: reader.literal(each.d) for each in side.registers})
    )
    if not now or not design.reset:
        return set()
    reset = graph.input(design.reset) ^ (not design.reset_level)
    kept = set(now)
    while True:
        before = Named(graph, side, at)
        outside = before.some([reset, before.every(now[name] for name in kept)])
        lost = {
            name
            for name in sorted(kept)
            if not never(
                graph, [graph.and_(outside, following[name] ^ 1)], directory, "kept", seconds
            )
        }
        if not lost:
            return kept
        kept -= lost


def never(graph: Aig, literals: list[int], directory: Path, name: str, seconds: int) -> bool:
    """Whether no assignment makes any of the literals 1, by SAT sweeping (ABC ``&cec``); False also
    if there is no answer in time.
    """
    asked = [literal for literal in literals if literal != FALSE]
    if not asked:
        return True
    graph.write(Path(directory) / f"{name}.aig", asked)
    commands = f"read_aiger {name}.aig; &get; &cec -m -C 1000000 -T {seconds}"
    try:
        log = run_abc(commands, directory=Path(directory), name=name, timeout=2 * seconds + 10)
    except ToolError:
        return False
    return re.search(r"^Networks are equivalent", log, re.MULTILINE) is not None
