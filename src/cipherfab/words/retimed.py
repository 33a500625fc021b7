# SPDX-License-Identifier: Apache-2.0
"""A function cut in front of all its products: where the registers lie from which products are
formed.
"""

from collections.abc import Collection, Mapping, Sequence

from networkx import Graph
from networkx.algorithms.bipartite import hopcroft_karp_matching

from .base import Word, concat
from .bitgraph import BitGraph, bit_graph
from .cut import Function, Piece, live_bits, pieces
from .mincut import narrowest_cut
from .trace import trace


def cut_before_products(
    function: Function, widths: Mapping[str, int], public: Collection[str]
) -> tuple[list[Piece], list[int | None]]:
    """Two functions that are ``function`` one after the other, the first one linear, the operands
    of all its first products between them, and beside these as few bits as possible.

    Args:
        function: from words by name to words by name; every output depends on an input that is not
            public.
        widths: bits of each input.
        public: inputs that both pieces get. A product with a function of these alone is none.

    Returns:
        The pieces, and for each bit between them that one of the inputs which it is, or else which
        it is made of, counted over all that are not public; each comes once, and None is a bit for
        which none is left.

    Raises:
        ValueError: there are no products.
    """
    graph = bit_graph(trace(function, widths), public)
    products = [number for number in range(len(graph.reads)) if _is_product(graph, number)]
    if not products:
        raise ValueError("expected a function with products, got a linear one")
    below = _below(graph, products)
    operands = {
        operand for number in products for operand in graph.reads[number] if not below[operand]
    }
    inputs = [number for number, reads in enumerate(graph.reads) if not reads]
    kept = narrowest_cut(graph.reads, [*inputs, *operands], products, graph.outputs)
    stage = [0 if number in kept else 1 for number in range(len(graph.reads))]
    return pieces(graph, stage, 2, public), _origins(graph, live_bits(graph, stage, 2)[1])


def positions(origins: list[int | None], size: int) -> list[int]:
    """A place for each bit in front of the products: that of the bit of the state which it is, or
    is made of, else one that is free; behind the state's ``size`` bits if none is.
    """
    taken = {origin for origin in origins if origin is not None}
    free = (place for place in range(size + len(origins)) if place not in taken)
    return [next(free) if origin is None else origin for origin in origins]


def placed(carried: Word, places: list[int], widths: Mapping[str, int]) -> dict[str, Word]:
    """Bits at their places, which are counted through all words; 0 at those of none."""
    source = {place: bit for bit, place in enumerate(places)}
    # Above the carried bits stands a 0, which all places without a bit read.
    whole, found, low = concat(carried.constant(0, 1), carried), {}, 0
    for name, width in widths.items():
        found[name] = whole.permute(
            [source.get(place, len(places)) for place in range(low, low + width)]
        )
        low += width
    return found


def unplaced(words: Mapping[str, Word], places: list[int], widths: Mapping[str, int]) -> Word:
    """The inverse of `placed`."""
    return concat(*(words[name] for name in reversed(widths))).permute(places)


def _is_product(graph: BitGraph, number: int) -> bool:
    """Whether a bit is the product of bits that are not public."""
    node, _ = graph.place[number]
    # A choice by something public is linear.
    if node.operation == "mux":
        return graph.source[id(node.operands[0])][0] is not None
    return node.operation in ("and", "or") and len(graph.reads[number]) > 1


def _below(graph: BitGraph, products: Collection[int]) -> list[bool]:
    """For each bit whether it is a product or is made of one."""
    found, of = [], set(products)
    for number, reads in enumerate(graph.reads):
        found.append(number in of or any(found[operand] for operand in reads))
    return found


def _origins(graph: BitGraph, live: Sequence[int]) -> list[int | None]:
    """See `cut_before_products`: a matching, in which an input is itself."""
    network, taken = Graph(), set(live)
    network.add_nodes_from(live)
    for number in live:
        # An input that is itself between the pieces keeps its own place.
        network.add_edges_from(
            (number, ("input", source)) for source in _inputs(graph, number) - (taken - {number})
        )
    found = hopcroft_karp_matching(network, live)
    return [found[number][1] if number in found else None for number in live]


def _inputs(graph: BitGraph, number: int) -> set[int]:
    """The inputs that a bit is made of."""
    stack, found = [number], set()
    while stack:
        top = stack.pop()
        stack += graph.reads[top]
        if not graph.reads[top]:
            found.add(top)
    return found
