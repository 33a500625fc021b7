# SPDX-License-Identifier: Apache-2.0
"""Calls of a bare primitive as the words of a cell-serial core: a cell of each block in each, cell
0 first or as the core says.
"""

from collections.abc import Iterable, Mapping, Sequence

from ... import catalog
from ...design import BareInterface, Order
from ...primitives.forkcipher import LEFT, RIGHT

CELLS = 16

Values = Mapping[str, int]


def cells(value: int, cell: int, count: int = CELLS) -> list[int]:
    """A value as cells of so many bits, cell 0 (the most significant) first."""
    return [value >> cell * place & (1 << cell) - 1 for place in reversed(range(count))]


def words(
    interface: BareInterface, inputs: Sequence[Values], outputs: Sequence[Values]
) -> tuple[list[dict], list[dict]]:
    """What goes into a cell-serial core and what comes out, word by word.

    A call of a forkcipher has ``select``; it becomes one call for each wanted block, the right one
    first, where the core computes a block at a time (port ``left``), and else one call with both
    blocks in this order. A decryption gives the plaintext, and where the core gives both blocks
    then the other one.

    Args:
        interface: with `BareInterface.cell`.
        inputs, outputs: values of whole calls, as of a core that takes them at once.
    """
    given, expected = [], []
    for call, results in zip(inputs, outputs):
        for run, result in _runs(interface, call, results):
            # Random masks (`masked.with_masks`) are no part of a call.
            names = [name for name in interface.inputs if name in run]
            given += [
                dict(zip(names, word))
                for word in zip(*(_port_words(interface, name, run) for name in names))
            ]
            # A core by cells has one output, on which the blocks come one behind the other.
            (port,) = interface.outputs
            expected += [
                {port: word}
                for block in result
                for word in _result_words(interface, port, block, run)
            ]
    return given, expected


def group(interface: BareInterface) -> tuple[int, int]:
    """Words that go in and come out for a call of the core; see `bare.BareSimulator.play`."""
    if interface.order:
        return (_longest(interface.order, "in_"), _longest(interface.order, "out_"))
    both = (
        catalog.find(interface.algorithm).forkcipher is not None and "left" not in interface.inputs
    )
    return CELLS, 2 * CELLS if both else CELLS


def first_word(interface: BareInterface, name: str, result: int) -> int:
    """What an output has in the first word of a result; the result of a core without cells."""
    return _result_words(interface, name, result, {})[0] if interface.cell else result


def _longest(order: Order, way: str) -> int:
    """Words of a call on the ports whose names begin so."""
    return max(len(words) for port, words in order.items() if port.startswith(way))


def _result_words(interface: BareInterface, port: str, block: int, call: Values) -> list[int]:
    order = _order(interface, call).get(f"out_{port}")
    return _ordered(order, block, interface.cell) if order else cells(block, interface.cell)


def _order(interface: BareInterface, call: Values) -> Order:
    return interface.decrypt_order if call.get("decrypt") else interface.order


def _ordered(order: Sequence[Sequence[int | None]], value: int, cell: int) -> list[int]:
    """The words of a port with an order of its own; cells that are not used are the inverse of some
    that are.
    """
    parts = cells(
        value, cell, 1 + max(number for word in order for number in word if number is not None)
    )
    unused = [parts[place % len(parts)] ^ (1 << cell) - 1 for place in range(len(order))]
    return [
        sum(
            (unused[place] if number is None else parts[number]) << cell * low
            for low, number in enumerate(reversed(word))
        )
        for place, word in enumerate(order)
    ]


def _port_words(interface: BareInterface, port: str, call: Values) -> Iterable[int]:
    """The words of an input port: of 16, a cell of each block, or the same bit in each."""
    value, width, cell = call[port], interface.inputs[port], interface.cell
    order = _order(interface, call).get(f"in_{port}")
    if order:
        return _ordered(order, value, cell)
    # A port of control: every word of a call says it.
    if width < cell:
        return [value] * CELLS
    value = (value + 1 << missing_bits(interface, port)) - 1  # ones, which change nothing
    rows = [cells(block, cell) for block in cells(value, CELLS * cell, width // cell)]
    return [
        # The cell of the first block is on top.
        sum(part << cell * place for place, part in enumerate(reversed(column)))
        for column in zip(*rows)
    ]


def missing_bits(interface: BareInterface, port: str) -> int:
    """Bits that the last word of a tweakey lacks; the core ignores these cells."""
    cipher = catalog.find(interface.algorithm).forkcipher
    return CELLS * interface.inputs[port] - cipher.tweakey if cipher and port == "tweakey" else 0


def _runs(interface: BareInterface, call: Values, results: Values) -> list[tuple[dict, list[int]]]:
    """The calls of the core that make up one call of the algorithm, each with the blocks that it
    gives.
    """
    if "select" not in call:
        return [(call, list(results.values()))]
    order = _result_order(interface, call)
    if "left" not in interface.inputs:
        return [(call, [results[name] for name in order])]
    if call.get("decrypt"):
        return [({**call, "left": 0}, [results[order[0]]])]
    wanted = [("right", RIGHT), ("left", LEFT)]
    return [
        ({**call, "left": int(name == "left")}, [results[name]])
        for name, bit in wanted
        if call["select"] & bit
    ]


def _result_order(interface: BareInterface, call: Values) -> tuple[str, str]:
    """The outputs of both blocks as they come; the plaintext is on that of the block that a
    decryption is given.
    """
    given = catalog.find(interface.algorithm).forkcipher.given
    return ("left", "right") if call.get("decrypt") and given == LEFT else ("right", "left")
