# SPDX-License-Identifier: Apache-2.0
"""The protocol of primitives: what it refuses, and that its software model follows it."""

from dataclasses import replace

import pytest

from cipherfab.primitives.primitive import SCHEDULE, Primitive, software
from cipherfab.words import concat


def counter(**changes) -> Primitive:
    """Adds 1 to ``x`` in each step."""
    primitive = Primitive(
        name="counter",
        inputs={"x": 8},
        layout={"n": 8},
        outputs={"y": 8},
        rounds=(5,),
        load=lambda inputs: {"n": inputs["x"]},
        step=lambda state: {"n": state["n"] + 1},
        result=lambda state: {"y": state["n"]},
    )
    return replace(primitive, **changes)


def test_model_steps_as_often_as_it_should():
    """As many steps as rounds, or as the schedule says, and the last one is the last step."""
    assert software(counter())(7) == (12,)
    assert software(counter(rounds=(1,)))(7) == (8,)
    assert software(counter(last_step=lambda state: {"n": state["n"] + 100}))(7) == (111,)
    several = counter(rounds=(9, 4, 2), inputs={"x": 8, SCHEDULE: 2})
    assert [software(several)(0, index) for index in range(3)] == [(9,), (4,), (2,)]


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"rounds": ()}, "round counts from the largest to the smallest, got ()"),
        ({"rounds": (0,)}, "round counts"),
        ({"rounds": (4, 6), "inputs": {"x": 8, SCHEDULE: 1}}, "from the largest to the smallest"),
        ({"rounds": (6, 6), "inputs": {"x": 8, SCHEDULE: 1}}, "round counts"),
        ({"rounds": (6, 4)}, "goes with several round counts"),
        ({"inputs": {"x": 8, SCHEDULE: 1}}, "goes with several round counts"),
    ],
)
def test_wrong_round_counts_are_refused(changes, message):
    """Round counts come from the largest to the smallest, and several of them with a schedule."""
    with pytest.raises(ValueError, match=message.replace("(", r"\(").replace(")", r"\)")):
        counter(**changes)


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"load": lambda inputs: {}}, "load must return 'n' with 8 bits, got nothing"),
        (
            {"step": lambda state: {"n": state["n"][:4]}},
            "step must return 'n' with 8 bits, got 4 bits",
        ),
        (
            {"result": lambda state: {"y": concat(state["n"], state["n"])}},
            "result must return 'y' with 8 bits, got 16 bits",
        ),
        (
            {"last_step": lambda state: {"m": state["n"]}},
            "last_step must return 'n' with 8 bits, got nothing",
        ),
    ],
)
def test_functions_that_do_not_fit_the_layout_are_refused(changes, message):
    """A function that leaves a register out, or gives it another width, is named."""
    with pytest.raises(ValueError, match=f"counter: {message}"):
        software(counter(**changes))
