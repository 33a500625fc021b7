"""One S-box of LILLIPUT-TBC in six quadratic stages, as `ciphers/lilliput_in_stages.py` has them for eight."""

from cipherfab.ciphers.lilliput import add, inner_first, inner_second, outer_first, outer_second, sbox
from cipherfab.design import BareInterface, Design, Masking
from cipherfab.primitives.in_stages import Staged
from cipherfab.primitives.primitive import Primitive
from cipherfab.words import concat


def bits(word) -> list:
    """Bit 0 first."""
    return word.split(1)[::-1]


def whole(found) -> object:
    """The inverse of `bits`."""
    return concat(*reversed(found))


PRIMITIVE = Primitive(name="sbox", rounds=(1,), inputs={"x": 8}, outputs={"y": 8}, layout={"x": 8},
                      load=lambda inputs: {"x": inputs["x"]}, step=lambda state: {"x": whole(sbox(bits(state["x"])))},
                      result=lambda state: {"y": state["x"]})


def _t(state, *found) -> dict:
    return {"t": whole([*found, *bits(state["t"])[len(found):]])}


def _halves(state) -> tuple:
    x = bits(state["x"])
    return x[:4], x[4:]


STAGES = (
    lambda s: _t(s, outer_first(_halves(s)[0])),
    lambda s: {"high": whole(add(_halves(s)[1], outer_second(_halves(s)[0], bits(s["t"])[0])))},
    lambda s: _t(s, *inner_first(bits(s["high"]))),
    lambda s: {"low": whole(add(_halves(s)[0], inner_second(bits(s["high"]), bits(s["t"]))))},
    lambda s: _t(s, ~outer_first(bits(s["low"]))),
    lambda s: {"x": whole(bits(s["low"]) + add(bits(s["high"]), outer_second(bits(s["low"]), bits(s["t"])[0])))},
)

STAGED = Staged(primitive=PRIMITIVE, secrets=frozenset({"x"}), shared=frozenset({"x", "t", "high", "low"}), stages=STAGES,
                extra={"t": 2, "high": 4, "low": 4})

DESIGN = Design(name="sbox", top="dut", sources={}, interface=BareInterface(
    algorithm="", inputs={"x": 8}, outputs={"y": 8}, masking=Masking(inputs=("x",), outputs=("y",))))
