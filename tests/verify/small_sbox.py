# SPDX-License-Identifier: Apache-2.0
"""One S-box of LILLIPUT-TBC in six quadratic stages, as `ciphers/lilliput_in_stages.py` has them
for eight.
"""

from dataclasses import replace

from cipherfab.ciphers import lilliput_in_stages as stages
from cipherfab.ciphers.lilliput import sbox
from cipherfab.design import BareInterface, Design, Masking
from cipherfab.primitives.in_stages import Staged
from cipherfab.primitives.primitive import Primitive
from cipherfab.words import concat
from cipherfab.words.bits import equals


def _on_bits(source, target, function):
    return lambda state: {target: concat(*reversed(function(state[source].split(1)[::-1])))}


PRIMITIVE = Primitive(
    name="sbox",
    rounds=(1,),
    inputs={"x": 8},
    outputs={"y": 8},
    layout={"x": 8},
    load=lambda inputs: {"x": inputs["x"]},
    step=_on_bits("x", "x", sbox),
    result=lambda state: {"y": state["x"]},
)

STAGED = Staged(
    primitive=PRIMITIVE,
    secrets=frozenset({"x"}),
    public={"once": 1},
    kept={"y": 8},
    passing={"taken": 8, "s": 8, "u": 8},
    entry=(
        lambda inputs: {"taken": inputs["x"], "once": inputs["x"].constant(1, 1)},
        lambda state: {"s": state["taken"]},
    ),
    stages=(
        _on_bits("s", "u", stages._first),
        _on_bits("u", "s", stages._second),
        _on_bits("s", "u", stages._third),
        _on_bits("u", "s", stages._fourth),
        _on_bits("s", "u", stages._fifth),
        _on_bits("u", "y", stages._sixth),
    ),
    ends=lambda state: state["once"],
    result=lambda state: {"y": state["y"]},
)

CUBIC = replace(
    STAGED,
    kept={"y": 8},
    passing={"taken": 8, "s": 8, "u": 8, "v": 8},
    shares=4,
    stages=(
        _on_bits("s", "u", stages._cubic_first),
        _on_bits("u", "v", stages._cubic_second),
        _on_bits("v", "y", stages._cubic_third),
    ),
)

CUBIC_DESIGN = Design(
    name="sbox",
    top="dut",
    sources={},
    interface=BareInterface(
        algorithm="",
        inputs={"x": 8},
        outputs={"y": 8},
        masking=Masking(inputs=("x",), outputs=("y",), shares=4),
    ),
)

DESIGN = Design(
    name="sbox",
    top="dut",
    sources={},
    interface=BareInterface(
        algorithm="",
        inputs={"x": 8},
        outputs={"y": 8},
        masking=Masking(inputs=("x",), outputs=("y",)),
    ),
)


def iterated(rounds: int) -> Staged:
    """The S-box so many times, in a masked call that can be resumed."""

    def ended(state):
        return {**_on_bits("u", "s", stages._sixth)(state), "count": state["count"] + 1}

    primitive = Primitive(
        name="sboxes",
        rounds=(rounds,),
        inputs={"x": 8},
        outputs={"y": 8},
        layout={"x": 8},
        load=lambda inputs: {"x": inputs["x"]},
        step=_on_bits("x", "x", sbox),
        result=lambda state: {"y": state["x"]},
    )
    return Staged(
        primitive=primitive,
        secrets=frozenset({"x"}),
        public={"count": 4},
        kept={},
        passing={"taken": 8, "s": 8, "u": 8},
        entry=(
            lambda inputs: {"taken": inputs["x"], "count": inputs["x"].constant(0, 4)},
            lambda state: {"s": state["taken"]},
        ),
        stages=(*STAGED.stages[:5], ended),
        ends=lambda state: equals(state["count"], rounds - 1),
        result=lambda state: {"y": state["s"]},
        resume=lambda state: {"taken": ended(state)["s"], "count": ended(state)["count"]},
    )
