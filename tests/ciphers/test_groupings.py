# SPDX-License-Identifier: Apache-2.0
"""Primitives with their operands grouped otherwise than in the text: `ciphers/…_grouped.py`."""

import random

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.ciphers import ascon_grouped
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.primitives.primitive import SCHEDULE, Primitive, software
from cipherfab.words.trace import trace

GROUPED = {
    name: (entry.primitive, entry.groupings)
    for name, entry in ALGORITHMS.items()
    if entry.groupings
}
GROUPED["ascon-p-12-6"] = (ascon_p(12, 6), ascon_grouped.groupings(12, 6))


def test_the_catalog_has_groupings():
    """Ascon-p, GIFT-128, Keccak and Xoodoo have some; GIFT-64 has none."""
    assert {"ascon-p-8", "gift-128", "gift-128-bitsliced", "keccak-p-400-12", "xoodoo-12"} <= set(
        GROUPED
    )
    assert "gift-64" not in GROUPED


@pytest.mark.parametrize("name", GROUPED)
def test_groupings_are_the_same_function_and_another_circuit(name):
    """On random inputs each grouping computes what the text's does, by other operations."""
    primitive, groupings = GROUPED[name]
    dice = random.Random(3)
    widths = [1 if name == SCHEDULE else width for name, width in primitive.inputs.items()]
    calls = [[dice.getrandbits(width) for width in widths] for _ in range(20)]
    traces = {_operations(primitive)}
    for make in groupings.values():
        other = make()
        assert (other.inputs, other.layout, other.rounds) == (
            primitive.inputs,
            primitive.layout,
            primitive.rounds,
        )
        assert [software(other)(*call) for call in calls] == [
            software(primitive)(*call) for call in calls
        ]
        traces.add(_operations(other))
    assert len(traces) == 1 + len(groupings) > 1


def _operations(primitive: Primitive) -> str:
    """What a step computes from what, and the last step, as text."""
    return "".join(
        _traced(step, primitive) for step in (primitive.step, primitive.last_step or primitive.step)
    )


def _traced(step, primitive: Primitive) -> str:
    traced = trace(step, primitive.layout)
    number = {
        id(node): place for place, node in enumerate([*traced.inputs.values(), *traced.nodes])
    }
    return str(
        [
            (node.operation, [number[id(operand)] for operand in node.operands], node.parameter)
            for node in traced.nodes
        ]
    )
