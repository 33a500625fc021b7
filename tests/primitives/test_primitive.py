"""The protocol of primitives: what it refuses, and that its software model follows it."""

import random
from dataclasses import replace

import pytest

from cipherfab.ciphers.ascon import ascon_p
from cipherfab.ciphers.gift import gift
from cipherfab.ciphers.keccak import keccak_p
from cipherfab.ciphers.xoodoo import xoodoo
from cipherfab.primitives.primitive import SCHEDULE, Primitive, software
from cipherfab.words import concat
from cipherfab.words.trace import trace


def counter(**changes) -> Primitive:
    """Adds 1 to ``x`` in each step."""
    primitive = Primitive(name="counter", inputs={"x": 8}, layout={"n": 8}, outputs={"y": 8}, rounds=(5,),
                          load=lambda inputs: {"n": inputs["x"]}, step=lambda state: {"n": state["n"] + 1},
                          result=lambda state: {"y": state["n"]})
    return replace(primitive, **changes)


def test_model_steps_as_often_as_it_should():
    """As many steps as rounds, or as the schedule says, and the last one is the last step."""
    assert software(counter())(7) == (12,)
    assert software(counter(rounds=(1,)))(7) == (8,)
    assert software(counter(last_step=lambda state: {"n": state["n"] + 100}))(7) == (111,)
    several = counter(rounds=(9, 4, 2), inputs={"x": 8, SCHEDULE: 2})
    assert [software(several)(0, index) for index in range(3)] == [(9,), (4,), (2,)]


@pytest.mark.parametrize("changes, message", [
    ({"rounds": ()}, "round counts from the largest to the smallest, got ()"),
    ({"rounds": (0,)}, "round counts"),
    ({"rounds": (4, 6), "inputs": {"x": 8, SCHEDULE: 1}}, "from the largest to the smallest"),
    ({"rounds": (6, 6), "inputs": {"x": 8, SCHEDULE: 1}}, "round counts"),
    ({"rounds": (6, 4)}, "goes with several round counts"),
    ({"inputs": {"x": 8, SCHEDULE: 1}}, "goes with several round counts"),
])
def test_wrong_round_counts_are_refused(changes, message):
    """Round counts come from the largest to the smallest, and several of them with a schedule."""
    with pytest.raises(ValueError, match=message.replace("(", r"\(").replace(")", r"\)")):
        counter(**changes)


@pytest.mark.parametrize("changes, message", [
    ({"load": lambda inputs: {}}, "load must return 'n' with 8 bits, got nothing"),
    ({"step": lambda state: {"n": state["n"][:4]}}, "step must return 'n' with 8 bits, got 4 bits"),
    ({"result": lambda state: {"y": concat(state["n"], state["n"])}}, "result must return 'y' with 8 bits, got 16 bits"),
    ({"last_step": lambda state: {"m": state["n"]}}, "last_step must return 'n' with 8 bits, got nothing"),
])
def test_functions_that_do_not_fit_the_layout_are_refused(changes, message):
    """A function that leaves a register out, or gives it another width, is named."""
    with pytest.raises(ValueError, match=f"counter: {message}"):
        software(counter(**changes))


GROUPED = [ascon_p(8), ascon_p(12, 6), xoodoo(12), keccak_p(200), keccak_p(400, 12), gift(128), gift(128, bitsliced=True)]


@pytest.mark.parametrize("primitive", GROUPED, ids=lambda primitive: f"{primitive.name}-{len(primitive.rounds)}")
def test_groupings_are_the_same_function_and_another_circuit(primitive):
    """On random inputs each grouping computes what the text's does, by other operations."""
    dice = random.Random(3)
    widths = [1 if name == SCHEDULE else width for name, width in primitive.inputs.items()]
    calls = [[dice.getrandbits(width) for width in widths] for _ in range(20)]
    traces = {_operations(primitive)}
    for make in primitive.groupings.values():
        other = make()
        assert (other.inputs, other.layout, other.rounds) == (primitive.inputs, primitive.layout, primitive.rounds)
        assert [software(other)(*call) for call in calls] == [software(primitive)(*call) for call in calls]
        traces.add(_operations(other))
    assert len(traces) == 1 + len(primitive.groupings) > 1


def _operations(primitive: Primitive) -> str:
    """What a step computes from what, and the last step, as text."""
    return "".join(_traced(step, primitive) for step in (primitive.step, primitive.last_step or primitive.step))


def _traced(step, primitive: Primitive) -> str:
    traced = trace(step, primitive.layout)
    number = {id(node): place for place, node in enumerate([*traced.inputs.values(), *traced.nodes])}
    return str([(node.operation, [number[id(operand)] for operand in node.operands], node.parameter) for node in traced.nodes])
