# SPDX-License-Identifier: Apache-2.0
"""Small primitives for gadgets."""

from cipherfab.primitives.primitive import Primitive
from cipherfab.words import concat

CHAIN = Primitive(
    name="chain",
    rounds=(1,),
    inputs={"x": 1, "y": 1},
    outputs={"x": 1},
    layout={"x": 1, "y": 1},
    load=dict,
    step=lambda state: {"x": (state["x"] & state["y"]) & state["x"], "y": state["y"]},
    result=lambda state: {"x": state["x"]},
)
"""Two products in a row, the second one of operands that are functions of each other."""

MOVING = Primitive(
    name="moving",
    rounds=(2,),
    inputs={"x": 3},
    outputs={"x": 3},
    layout={"x": 3, "done": 1},
    load=lambda inputs: {"x": inputs["x"], "done": inputs["x"].constant(0, 1)},
    step=lambda state: {
        "x": concat(state["x"][:2], state["x"][2] ^ (state["x"][0] & state["x"][1])),
        "done": ~state["done"],
    },
    result=lambda state: {"x": state["x"]},
    finished=lambda state: ~state["done"],
)
"""A register that shifts: an operand of its product moves to the place of the other one."""
