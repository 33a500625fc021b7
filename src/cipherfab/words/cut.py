# SPDX-License-Identifier: Apache-2.0
"""A function over words, cut into pieces of equal delay with as few bits between them as possible.

A piece is a function over words again, so it is read as software or as hardware like any other.
Delays are estimates, in units of that of an AND (`bitgraph.WEIGHTS`); the length of the pieces is
the shortest possible by them.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from .base import Word, concat
from .bitgraph import BitGraph, bit_graph
from .mincut import narrowest_cut
from .trace import TracedWord, trace

CARRIED = "carried"
"""The word between two pieces, of bits in no order that means anything."""

Function = Callable[[dict[str, Word]], dict[str, Word]]


@dataclass(frozen=True)
class Piece:
    """A part of a function.

    Attributes:
        function: from words by name to words by name.
        inputs, outputs: their widths in bits: those of the whole function, or `CARRIED`.
    """

    function: Function = field(repr=False)
    inputs: Mapping[str, int]
    outputs: Mapping[str, int]


def cut(
    function: Function,
    widths: Mapping[str, int],
    count: int,
    *,
    arrival: Mapping[str, int] | int = 0,
    tail: int = 0,
    public: Collection[str] = (),
) -> list[Piece]:
    """``count`` functions that are ``function`` one after the other.

    Args:
        function: from words by name to words by name.
        widths: bits of each input.
        count: pieces; `useful_counts` says which are of use.
        arrival: when the inputs are there, counted from the beginning of the first piece; for all
            or by name.
        tail: what follows the outputs in the last piece.
        public: inputs that each piece gets, so that nothing between two has them.
    """
    graph = bit_graph(trace(function, widths), public)
    arrivals = _arrivals(graph, arrival)
    limit = _length(graph, count, arrivals, tail)
    stage = [0] * len(graph.place)
    latest = _latest(graph, count, limit, tail)
    for number in range(1, count):
        earliest = _earliest(graph, limit, arrivals, stage)
        # What is between these two may lie on either side: every such cut leaves no piece longer
        # than the limit.
        before = [
            bit
            for bit in range(len(stage))
            if not graph.reads[bit] or min(latest[bit], stage[bit] + 1) < number
        ]
        after = [bit for bit in range(len(stage)) if earliest[bit] >= number]
        kept = narrowest_cut(graph.reads, before, after, graph.outputs)
        # What lies in front of this cut keeps its piece; everything else comes behind it.
        stage = [floor if bit in kept else number for bit, floor in enumerate(stage)]
    return pieces(graph, stage, count, public)


def useful_counts(
    function: Function,
    widths: Mapping[str, int],
    *,
    arrival: Mapping[str, int] | int = 0,
    tail: int = 0,
    public: Collection[str] = (),
) -> list[int]:
    """The numbers of pieces, from 1, of which each makes the longest piece shorter than the one
    before. Arguments as of `cut`.
    """
    graph = bit_graph(trace(function, widths), public)
    arrivals = _arrivals(graph, arrival)
    shortest = _shortest(graph, arrivals, tail)
    # A longer limit than the whole function saves no piece.
    longest = max(_delays(graph, arrivals).values()) + tail
    return sorted(
        {
            _count(graph, limit, arrivals, tail)
            for limit in range(shortest, max(longest, shortest) + 1)
        }
    )


def delays(
    function: Function, widths: Mapping[str, int], *, arrival: Mapping[str, int] | int = 0
) -> dict[str, int]:
    """When each output is there: the longest path to it."""
    graph = bit_graph(trace(function, widths))
    return _delays(graph, _arrivals(graph, arrival))


def _delays(graph: BitGraph, arrivals: list[int]) -> dict[str, int]:
    """The same of a graph."""
    delay = list(arrivals)
    for bit, reads in enumerate(graph.reads):
        delay[bit] = max([delay[bit], *(delay[operand] + graph.weight[bit] for operand in reads)])
    return {
        name: max((delay[bit] for bit in graph.source[id(word)] if bit is not None), default=0)
        for name, word in graph.trace.outputs.items()
    }


def _shortest(graph: BitGraph, arrivals: list[int], tail: int) -> int:
    """No piece can be shorter than a gate, nor end before the inputs are there; nor the last one
    than a gate and what follows.
    """
    last = max((graph.weight[bit] for bit in graph.outputs), default=0) + tail
    return max(last, *graph.weight, *arrivals)


def _count(graph: BitGraph, limit: int, arrivals: list[int], tail: int) -> int:
    """How many pieces there must be for none to be longer than ``limit``."""
    stage, depth = _placed(graph, limit, arrivals, [0] * len(graph.place))
    needed = max(stage)
    # If what follows the outputs has no room behind them, they are in one more piece.
    late = any(stage[bit] == needed and depth[bit] + tail > limit for bit in graph.outputs)
    return needed + 1 + late


def _length(graph: BitGraph, count: int, arrivals: list[int], tail: int) -> int:
    """The shortest possible delay of the longest of ``count`` pieces."""
    low, high = _shortest(graph, arrivals, tail), max(arrivals) + sum(graph.weight) + tail
    # Longer pieces are never more of them, so that halving finds the shortest.
    while low < high:
        middle = (low + high) // 2
        if _count(graph, middle, arrivals, tail) <= count:
            high = middle
        else:
            low = middle + 1
    return high


def _arrivals(graph: BitGraph, arrival: Mapping[str, int] | int) -> list[int]:
    """For each bit when it is there, if it is an input, else 0."""
    return [
        0
        if graph.reads[number]
        else arrival
        if isinstance(arrival, int)
        else arrival.get(node.parameter, 0)
        for number, (node, _) in enumerate(graph.place)
    ]


def _earliest(graph: BitGraph, limit: int, arrivals: list[int], floor: list[int]) -> list[int]:
    """The first piece in which each bit can be computed, if none is longer than ``limit`` and none
    is before its ``floor``.
    """
    return _placed(graph, limit, arrivals, floor)[0]


def _placed(
    graph: BitGraph, limit: int, arrivals: list[int], floor: list[int]
) -> tuple[list[int], list[int]]:
    """That piece for each bit, and when the bit is there, counted from the beginning of the
    piece."""
    stage, depth = [], []
    # Every bit is numbered behind those that it reads.
    for bit, reads in enumerate(graph.reads):
        place = max([floor[bit], *(stage[operand] for operand in reads)])
        delay = max([arrivals[bit],
                     *(depth[operand] + graph.weight[bit] for operand in reads
                       if stage[operand] == place)])  # fmt: skip
        # At least the gate itself, if all its operands come from an earlier piece.
        delay = max(delay, graph.weight[bit])
        # An input is not computed, so it cannot be put off.
        late = reads and delay > limit
        stage.append(place + 1 if late else place)
        depth.append(graph.weight[bit] if late else delay)
    return stage, depth


def _latest(graph: BitGraph, count: int, limit: int, after: int) -> list[int]:
    """The last of ``count`` pieces in which each bit can be computed, if none is longer than
    ``limit``, and ``after`` follows the outputs.
    """
    stage = [count - 1] * len(graph.reads)
    tail = [after if bit in graph.outputs else 0 for bit in range(len(graph.reads))]
    for bit in reversed(range(len(graph.reads))):
        # With what follows it would be too long here, so it is the last in the piece before.
        if tail[bit] + graph.weight[bit] > limit:
            stage[bit], tail[bit] = stage[bit] - 1, 0
        tail[bit] += graph.weight[bit]
        for operand in graph.reads[bit]:
            if stage[bit] < stage[operand]:
                stage[operand], tail[operand] = stage[bit], 0
            if stage[bit] == stage[operand]:
                tail[operand] = max(tail[operand], tail[bit])
    return stage


def live_bits(graph: BitGraph, stage: list[int], count: int) -> list[list[int]]:
    """The bits in front of each piece, and those behind the last one."""
    last = [
        max([stage[bit], *([count] if bit in graph.outputs else [])]) for bit in range(len(stage))
    ]
    for bit, reads in enumerate(graph.reads):
        for operand in reads:
            last[operand] = max(last[operand], stage[bit])
    return [
        [bit for bit in range(len(stage)) if stage[bit] < number <= last[bit]]
        for number in range(count + 1)
    ]


def pieces(
    graph: BitGraph, stage: list[int], count: int, public: Collection[str] = ()
) -> list[Piece]:
    """The functions, from the piece of each bit; each gets the ``public`` inputs."""
    live = live_bits(graph, stage, count)
    outputs = {name: word.width for name, word in graph.trace.outputs.items()}
    inputs = {name: word.width for name, word in graph.trace.inputs.items()}
    everywhere = {name: inputs[name] for name in inputs if name in public}
    return [
        Piece(
            _part(
                graph,
                stage,
                number,
                live[number],
                live[number + 1] if number + 1 < count else None,
                everywhere,
            ),
            {CARRIED: len(live[number]), **everywhere} if number else inputs,
            {CARRIED: len(live[number + 1])} if number + 1 < count else outputs,
        )
        for number in range(count)
    ]


def _part(
    graph: BitGraph,
    stage: list[int],
    number: int,
    given: list[int],
    wanted: list[int] | None,
    everywhere: Collection[str],
) -> Function:
    """Piece ``number``, which gets the bits ``given`` and computes the bits ``wanted``, or the
    outputs if None, and in any case the inputs that are there ``everywhere``.
    """
    position = {bit: place for place, bit in enumerate(given)}

    def function(words: dict[str, Word]) -> dict[str, Word]:
        values = {
            id(node): words[name]
            for name, node in graph.trace.inputs.items()
            if number == 0 or name in everywhere
        }
        for node in (*graph.trace.inputs.values(), *graph.trace.nodes):
            if id(node) not in values:
                origins = [
                    _origin(graph, stage, number, position, node, bit) for bit in range(node.width)
                ]
                # Any word of the inputs will do: it only makes constants of its kind.
                values[id(node)] = _word(
                    node, origins, values, next(iter(words.values())), words.get(CARRIED)
                )
        if wanted is None:
            return {name: values[id(node)] for name, node in graph.trace.outputs.items()}
        return {
            CARRIED: concat(
                # `concat` has the most significant part first, and bits are counted from the
                # lowest.
                *(word[low:high] for word, low, high in reversed(_runs(graph, wanted, values)))
            )
        }

    return function


HERE, NOWHERE = -1, -2
"""Where a bit of a node comes from in a piece: it is computed, or not needed; else its place in the
word from the piece before.
"""


def _origin(
    graph: BitGraph,
    stage: list[int],
    number: int,
    position: Mapping[int, int],
    node: TracedWord,
    bit: int,
) -> int:
    if not graph.is_gate(node, bit):
        return HERE
    own = graph.source[id(node)][bit]
    return HERE if stage[own] == number and graph.reads[own] else position.get(own, NOWHERE)


def _word(
    node: TracedWord,
    origins: list[int],
    values: Mapping[int, Word],
    any_word: Word,
    carried: Word | None,
) -> Word:
    """The value of a node, put together from where its bits come from; bits that are not needed are
    0.
    """
    computed = None
    if HERE in origins:
        operands = tuple(values[id(operand)] for operand in node.operands)
        computed = any_word._apply(node.operation, node.width, operands, node.parameter)
    parts, bit = [], 0
    while bit < node.width:
        # As many bits as come side by side from one source: one slice for all of them.
        length = next(
            (
                n
                for n in range(1, node.width - bit)
                if origins[bit + n] != _following(origins[bit], n)
            ),
            node.width - bit,
        )
        if origins[bit] == NOWHERE:
            parts.append(any_word.constant(0, length))
        else:
            word, low = (computed, bit) if origins[bit] == HERE else (carried, origins[bit])
            parts.append(word[low : low + length])
        bit += length
    return concat(*reversed(parts))


def _following(origin: int, count: int) -> int:
    """Where the bit ``count`` places further comes from, in the same run."""
    return origin if origin in (HERE, NOWHERE) else origin + count


def _runs(
    graph: BitGraph, bits: list[int], values: Mapping[int, Word]
) -> list[tuple[Word, int, int]]:
    """Neighbouring bits of the same node together: (word, low, high), the first bit first."""
    runs: list[tuple[Word, int, int]] = []
    for number in bits:
        node, bit = graph.place[number]
        if runs and runs[-1][0] is values[id(node)] and runs[-1][2] == bit:
            runs[-1] = (*runs[-1][:2], bit + 1)
        else:
            runs.append((values[id(node)], bit, bit + 1))
    return runs
