# SPDX-License-Identifier: Apache-2.0
"""The gates of one clock, folded for what is constant in it.

For a shape of messages the control of a core is constant, cycle by cycle, so that of the gates of a
cycle a tenth or less is left. Which ones depends on nothing but which registers and inputs are
constant, and on their values. They are found by a small program in C++, and computed over the
literals of a graph.

Inside this module an operand is a number as a literal is one: twice a place, plus 1 if inverted.
Place 0 is the constant, so operand 0 is false and 1 is true. In a netlist a place is that of a net;
behind folding it is that of a leaf, in order from 1, or of a gate that is left, behind the leaves.
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy

from ...tools import compiler
from .graph import Graph

AND, XOR, MUX, COPY = range(4)

UNKNOWN = 2
"""A leaf that is not constant."""

PROGRAM = """
#pragma GCC optimize("O2")
#include <cstdint>
#include <vector>
enum { AND, XOR, MUX, COPY };

// The operand that a gate is, or -1 if it stays a gate.
static int32_t operand(int32_t kind, int32_t x, int32_t y, int32_t z) {
    if (kind == COPY) return x;
    if (kind == MUX) return x < 2 ? (x ? y : z) : y == z ? y : -1;
    if (kind == AND) {
        if (x < 2) return x ? y : 0;
        if (y < 2) return y ? x : 0;
        return x == y ? x : (x ^ y) == 1 ? 0 : -1;
    }
    return x < 2 || y < 2 ? x ^ y : x >> 1 == y >> 1 ? (x ^ y) & 1 : -1;
}

// Gates: kind, inversion of the first operand, of the second, of the result, place, three places.
// Known: of each place its operand, that of leaves as given. Left: kind and operands of each gate.
extern "C" int64_t fold(const int32_t (*gates)[8], int64_t number, int32_t *known, int64_t first,
                        int32_t *results, int64_t asked, int32_t (*left)[4]) {
    int64_t count = 0;
    for (int64_t gate = 0; gate < number; gate++) {
        const int32_t *g = gates[gate];
        const int32_t x = known[g[5]] ^ g[1], y = known[g[6]] ^ g[2];
        const int32_t z = g[0] == MUX ? known[g[7]] : 0;
        int32_t found = operand(g[0], x, y, z);
        if (found < 0) {
            found = 2 * (first + count);
            const int32_t kept[] = {g[0], x, y, z};
            for (int i = 0; i < 4; i++) left[count][i] = kept[i];
            count++;
        }
        known[g[4]] = found ^ g[3];
    }
    // What no result needs goes, and what stays moves up.
    std::vector<int32_t> place(first + count, 0);
    for (int64_t i = 0; i < asked; i++) place[(results[i] = known[results[i]]) >> 1] = 1;
    for (int64_t gate = count - 1; gate >= 0; gate--)
        if (place[first + gate])
            for (int i = 1; i < 4; i++) place[left[gate][i] >> 1] = 1;
    for (int64_t i = 0; i < first; i++) place[i] = i;
    int64_t kept = 0;
    for (int64_t gate = 0; gate < count; gate++) {
        if (!place[first + gate]) continue;
        place[first + gate] = first + kept;
        left[kept][0] = left[gate][0];
        for (int i = 1; i < 4; i++)
            left[kept][i] = 2 * place[left[gate][i] >> 1] | (left[gate][i] & 1);
        kept++;
    }
    for (int64_t i = 0; i < asked; i++) results[i] = 2 * place[results[i] >> 1] | (results[i] & 1);
    return kept;
}
"""


@dataclass(frozen=True)
class Gate:
    """One of a netlist.

    Attributes:
        kind: `AND`, `XOR`, `MUX` (select, one, zero) or `COPY`.
        inverted: whether its first operand, its second and its result are inverted.
        place: of its result.
        operands: places of three; those that it has not are 0.
    """

    kind: int
    inverted: tuple[int, int, int]
    place: int
    operands: tuple[int, int, int]


class Folder:
    """Computes the results of a netlist from literals of its leaves.

    Args:
        gates: each behind those that it reads.
        leaves: places of inputs and registers; places 0 and 1 are the constants false and true.
        size: number of places.
        results: the places that are asked for.
    """

    def __init__(
        self, gates: Sequence[Gate], leaves: Sequence[int], size: int, results: Sequence[int]
    ):
        rows = [(gate.kind, *gate.inverted, gate.place, *gate.operands) for gate in gates]
        # Also with no gate at all the program gets rows of eight numbers.
        self._gates = numpy.array(rows, dtype=numpy.int32).reshape(-1, 8)
        # Made once and written in every cycle: no more gates can be left than there are.
        self._left = numpy.empty((len(rows), 4), dtype=numpy.int32)
        self._leaves = numpy.array(leaves, dtype=numpy.int64)
        self._known = numpy.zeros(size, dtype=numpy.int32)
        self._known[1] = 1
        self._results = numpy.array(results, dtype=numpy.int32)

    def results(self, graph: Graph, leaves: Sequence[int]) -> list[int]:
        """Literals of the results.

        Args:
            leaves: literals, in the order of the netlist's leaves.
        """
        gates, results = self._folded(numpy.array(leaves, dtype=numpy.int64))
        # Indexed by operands: twice a place, plus 1 for the inverse.
        values = [0, 1]
        for leaf in leaves:
            values += (leaf, leaf ^ 1)
        and_, xor, mux = graph.and_, graph.xor, graph.mux
        for kind, a, b, c in gates:
            if kind == AND:
                literal = and_(values[a], values[b])
            elif kind == XOR:
                literal = xor(values[a], values[b])
            else:
                literal = mux(values[a], values[b], values[c])
            values += (literal, literal ^ 1)
        return [values[operand] for operand in results]

    def _folded(self, literals: numpy.ndarray) -> tuple[list[list[int]], list[int]]:
        """Kind and operands of each gate that is left, and the operands of the results."""
        places = 2 * numpy.arange(1, len(self._leaves) + 1)
        self._known[self._leaves] = numpy.where(literals < UNKNOWN, literals, places)
        # The program writes operands over the places.
        results = self._results.copy()
        left = _fold()(
            self._gates.ctypes.data,
            len(self._gates),
            self._known.ctypes.data,
            len(self._leaves) + 1,
            results.ctypes.data,
            len(results),
            self._left.ctypes.data,
        )
        # Plain numbers of Python: each of numpy's would be made one by one in the loop over gates.
        return self._left[:left].tolist(), results.tolist()


@cache
def _fold():
    """The function of `PROGRAM`, compiled once."""
    found = compiler.library(PROGRAM).fold
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    found.argtypes = [pointer, number, pointer, number, pointer, number, pointer]
    found.restype = number
    return found
