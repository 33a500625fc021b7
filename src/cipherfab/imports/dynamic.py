# SPDX-License-Identifier: Apache-2.0
"""Parts of a word at a place that is computed: GHDL's ``$dyn_extract``, ``$dyn_insert`` and
``$dyn_insert_en`` as multiplexers.

A place is a sum of ``$memidx`` gates (index times step); each value of the indices that fits into
the word is one place.

GHDL expands these gates itself, but version 2.0.0 has lost something by then. It reads ``x(32 * i +
223 downto 32 * i + 192)`` as word i + 6 of x and computes the sum in the bits of i: where i has
three bits, it is i + 6 modulo 8, and words 8 and 9 are never written. An index of VHDL never wraps,
so here the constant is added to the value and not to the bits. This is why the gates are taken from
the netlist before their expansion (``ghdl --synth -de``); the constant is told from the designer's
own sums by its gate.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from ..errors import DesignError
from .cells import Cells
from .netlist import Gate, Net

MOST_PLACES = 4096
"""Places of one gate; a word that is larger is a memory, not a multiplexer."""


def insert(cells: Cells, gate: Gate, y: str) -> None:
    """``$dyn_insert`` (word, value, place) and ``$dyn_insert_en`` (and enable), parameter:
    offset."""
    word, value, place = gate.inputs[:3]
    bits = [cells.part(word, bit, 1) for bit in range(word.width)]
    enable = cells.net(gate.inputs[3]) if gate.kind == "$dyn_insert_en" else None
    for low, condition in _places(cells, place, gate.parameters[0], word.width - value.width):
        if enable is not None:
            condition = _both(cells, [condition, enable])
        # Places may share bits, so each multiplexer works on what those before it left.
        chosen = cells.fresh(value.width)
        cells.cell(
            "$mux",
            {
                "A": _word(bits[low : low + value.width]),
                "B": cells.net(value),
                "S": condition,
                "Y": chosen,
            },
            {"WIDTH": value.width},
        )
        bits[low : low + value.width] = [f"{chosen} [{bit}]" for bit in range(value.width)]
    cells.connect(y, _word(bits))


def extract(cells: Cells, gate: Gate, y: str, width: int) -> None:
    """``$dyn_extract`` (word, place), parameter: offset. A place outside of the word gives unknown
    bits.
    """
    word, place = gate.inputs
    found = list(_places(cells, place, gate.parameters[0], word.width - width))
    if not found:
        cells.connect(y, f"{width}'{'x' * width}")
        return
    parts, conditions = (
        [cells.part(word, low, width) for low, _ in found],
        [condition for _, condition in found],
    )
    cells.cell(
        "$pmux",
        {
            "A": f"{width}'{'x' * width}",
            "B": f"{{ {' '.join(reversed(parts))} }}",
            "S": _word(conditions),
            "Y": y,
        },
        {"WIDTH": width, "S_WIDTH": len(conditions)},
    )


def _places(cells: Cells, place: Net, offset: int, highest: int) -> Iterator[tuple[int, str]]:
    """Each place that fits, as its lowest bit, and the signal that is 1 for it."""
    indices = _indices(cells, place)
    ranges = []
    for index in indices:
        last = (highest - offset) // index.step - index.added
        ranges.append(
            range(
                # A value that makes the index negative is no place in the word.
                max(0, -index.added),
                max(0, min(last + 1, 1 << index.net.width, index.most + 1 - index.added)),
            )
        )
    size = prod(map(len, ranges))
    if size > MOST_PLACES:
        raise DesignError(
            f"a part of a word of {cells.module.name[1:]} may lie at {size} places, "
            f"at most {MOST_PLACES} are taken"
        )
    equal = {
        (number, value): _equal(cells, index.net, value)
        for number, (index, values) in enumerate(zip(indices, ranges))
        for value in values
    }
    for values in product(*ranges):
        low = offset + sum(
            (value + index.added) * index.step for value, index in zip(values, indices)
        )
        if low <= highest:
            yield low, _both(cells, [equal[number, value] for number, value in enumerate(values)])


@dataclass(frozen=True)
class _Index:
    """An index: its net, the constant added to it, the step, and a limit of the sum of the two."""

    net: Net
    added: int
    step: int
    most: int


def _indices(cells: Cells, place: Net) -> list[_Index]:
    """The indices that a place is made of."""
    driver = cells.drivers.get(place.number)
    if driver is not None and driver.kind == "$addidx":
        return [index for net in driver.inputs for index in _indices(cells, net)]
    if driver is not None and driver.kind == "$memidx":
        net, added = _added(cells, driver.inputs[0])
        return [
            _Index(net, added, driver.parameters[0], MOST_PLACES if added else driver.parameters[1])
        ]
    return [_Index(place, 0, 1, (1 << place.width) - 1)]


def _added(cells: Cells, net: Net) -> tuple[Net, int]:
    """The net and the constant of a sum that GHDL made of a slice's bounds (the constant is a
    ``$const_SB32``).
    """
    driver = cells.drivers.get(net.number)
    constant = (
        cells.drivers.get(driver.inputs[1].number)
        if driver is not None and driver.kind == "$add"
        else None
    )
    if constant is None or constant.kind != "$const_SB32":
        return net, 0
    # It is signed, and the dump prints its 32 bits as a positive number.
    value = constant.parameters[0]
    return driver.inputs[0], value - (1 << 32 if value >> 31 else 0)


def _equal(cells: Cells, index: Net, value: int) -> str:
    found = cells.fresh(1)
    cells.cell(
        "$eq",
        {"A": cells.net(index), "B": f"{index.width}'{value:0{index.width}b}", "Y": found},
        {
            "A_SIGNED": 0,
            "A_WIDTH": index.width,
            "B_SIGNED": 0,
            "B_WIDTH": index.width,
            "Y_WIDTH": 1,
        },
    )
    return found


def _both(cells: Cells, conditions: list[str]) -> str:
    if len(conditions) == 1:
        return conditions[0]
    found = cells.fresh(1)
    cells.cell(
        "$reduce_and",
        {"A": _word(conditions), "Y": found},
        {"A_SIGNED": 0, "A_WIDTH": len(conditions), "Y_WIDTH": 1},
    )
    return found


def _word(bits: list[str]) -> str:
    # RTLIL writes the most significant part first.
    return f"{{ {' '.join(reversed(bits))} }}"
