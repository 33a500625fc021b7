# SPDX-License-Identifier: Apache-2.0
"""What holds in every state that a core with the LWC API reaches, proved before it is used.

A prover of two versions does not find by itself that the bytes that are left of a segment, the mask
of the word and the words that the buffer holds belong together. `candidates` says so by the names
of our registers; `inductive` keeps of them what is proved of the version at hand, and nothing of a
core that calls its registers otherwise. So a wrong candidate costs time, never a wrong verdict.
"""

from collections.abc import Mapping
from pathlib import Path

from ...design import Design
from .aig import FALSE, TRUE, Aig
from .netlist import Netlist, Reader, bit_names
from .sweeping import swept

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
    # A register is missing or has fewer bits: it is another kind of core.
    except KeyError:
        return {}


def _counted(named: Named) -> dict[str, int]:
    """Bytes of the segment, mask of the word and words in the buffer, while words go to the mode
    (``feeds``).
    """
    every, some, equals = named.graph.every, named.graph.some, named.graph.equals
    follows, equal = named.follows, named.equal
    feeds, settles, eot, last = map(named.bit, ("feeds", "settle_due", "eot", "ending"))
    left, mask = named.word("bytes_left", 16), named.word("words__mask", 4)
    stored, phase = named.word("stored", 3), named.word("phase_expected", 2)
    fixed = some([equals(phase, NONCE), equals(phase, TAG)])
    # So no block ends within such a segment, but with its last word.
    whole = every([feeds, some([eot ^ 1, fixed])])
    none = equals(left[:2], 0)
    # 4 bytes or fewer.
    few = every([equals(left[3:], 0), some([left[2] ^ 1, none])])
    full = some([last ^ 1, none])
    valid = [full, some([full, equals(left[:2], 3)]), some([full, left[1]]), TRUE]
    feeds_now = every([feeds, settles ^ 1])
    found = {
        "fixed length": follows(
            every([feeds, fixed]),
            # 16 bytes or fewer.
            every([equals(left[5:], 0), some([left[4] ^ 1, equals(left[:4], 0)])]),
        ),
        "whole words": follows(whole, none),
        "last word": follows(feeds, equal(last, few)),
        "bytes left": follows(feeds, some(left)),
        "no bytes at an end": follows(settles, equals(mask, 0)),
        "nothing stored before": follows(some([feeds ^ 1, settles]), stored[0] ^ 1),
    }
    for index, (bit, byte) in enumerate(zip(mask, valid)):
        found[f"mask {index}"] = follows(feeds_now, equal(bit, byte))
    for words in range(4):
        held = equals(stored, (1 << words) - 1)
        # Words that are stored and words that are left make whole blocks of four.
        found[f"{words} words stored"] = follows(
            every([whole, held]), equals(left[2:4], -words & 3)
        )
    return found


def _alone(named: Named) -> dict[str, int]:
    """States and flags that exclude each other, or stay as they are."""
    every, some, equals, follows = (
        named.graph.every,
        named.graph.some,
        named.graph.equals,
        named.follows,
    )
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
        "feeds in data": follows(feeds, equals(state, DATA)),
        "feeds what is right": follows(feeds, named.bit("bad") ^ 1),
        # Words are stored from the first one on.
        "stored in order": every(follows(stored[index + 1], stored[index]) for index in range(2)),
        "nothing unsettled": named.bit("unsettled") ^ 1,
        "headers of one word": named.bit("pre.header_part") ^ 1,
        "keys in their state": follows(some(reads), equals(state, KEY)),
        "first word copied": follows(named.bit("first_is_copied"), every(copied)),
        "busy or ready": named.graph.xor(named.bit("in_ready"), named.bit("mode.permutation.busy")),
        "one state of the mode": every(
            [some(modes), *(some([one ^ 1, other ^ 1]) for one, other in pairs)]
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
        # In a fixed order: the graph, and so what ABC finds in time, hangs on it.
        before = graph.some([reset, graph.every(now[name] for name in sorted(kept))])
        lost = {
            name
            for name in sorted(kept)
            if _leaves(graph, before, following[name], directory, seconds)
        }
        if not lost:
            return kept
        kept -= lost


def _leaves(graph: Aig, before: int, following: int, directory: Path, seconds: int) -> bool:
    """Whether it is not proved that an invariant holds in the next cycle."""
    wrong = graph.and_(before, following ^ 1)
    return swept(graph, [wrong], directory, "kept", seconds=seconds)[0] != "proved"
