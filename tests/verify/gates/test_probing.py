# SPDX-License-Identifier: Apache-2.0
"""The exact check of probes with glitches and transitions, on netlists of one S-box."""

from dataclasses import replace
from itertools import combinations

import pytest
import small_sbox
from small_cells import synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.cores.verilog import verilog
from cipherfab.design import BareInterface, Masking
from cipherfab.primitives.in_stages import without_register
from cipherfab.verify.gates.probing import exact
from cipherfab.verify.gates.probing.polynomials import ZERO, Polynomial
from cipherfab.verify.gates.probing.probes import distinguished, judge
from cipherfab.verify.gates.probing.sharings import Sharings
from cipherfab.verify.gates.probing.stimulus import Stimulus

STAGED = small_sbox.STAGED


def found(component, tmp_path, design=small_sbox.DESIGN) -> dict:
    """What the check says of the netlist of a component."""
    synthesize(verilog(component, "dut"), tmp_path)
    return exact.assess(design, tmp_path / "netlist.v", tmp_path / "cells.lib", tmp_path)


def test_the_masked_sbox_passes(tmp_path):
    """With all registers no probe depends on the secret, inputs held and the next call included,
    and no cone has all shares.
    """
    result = found(Masked(STAGED), tmp_path)
    assert result["passed"] and not result["complete"] and result["cycles"] > 20, [
        result["fault"],
        result["leaks"],
    ]


@pytest.mark.parametrize(
    "number", [1, *(pytest.param(number, marks=pytest.mark.slow) for number in range(2, 6))]
)
def test_each_register_is_needed(number, tmp_path):
    """Without the registers after any stage the check fails."""
    assert not found(Masked(STAGED, stages=without_register(STAGED, number)), tmp_path)["passed"]


def test_four_shares_pass(tmp_path):
    """The S-box in three stages of degree 3."""
    result = found(Masked(small_sbox.CUBIC), tmp_path, small_sbox.CUBIC_DESIGN)
    assert result["passed"] and not result["complete"], [result["fault"], result["leaks"]]


@pytest.mark.parametrize("number", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_each_register_is_needed_on_four_shares(number, tmp_path):
    """Without the registers after any of its stages the check fails."""
    left_out = without_register(small_sbox.CUBIC, number)
    assert not found(Masked(small_sbox.CUBIC, stages=left_out), tmp_path, small_sbox.CUBIC_DESIGN)[
        "passed"
    ]


def test_the_direction_of_a_core_without_shares_is_public():
    """What says which function is computed is an encryption's, bit by bit, and no variable."""
    inputs = {"block": 2, "decrypt": 1}
    interface = BareInterface(algorithm="", inputs=inputs, outputs={"block": 2})
    given = Stimulus.__new__(Stimulus)
    given.design, given.sharings = replace(small_sbox.DESIGN, interface=interface), Sharings()
    (call,) = given._call(1)
    assert call["in_decrypt[0]"] is ZERO
    assert not call["in_block[0]"].is_constant and not call["in_block[1]"].is_constant


BLINDED = """module dut(input clk, rst, in_valid, out_ready, input in_x_0, in_x_1, in_x_2,
  input in_y_0, in_y_1, in_y_2, input [2:0] random,
  output in_ready, out_valid, output z_0, z_1, z_2, output reg seen);
  reg [1:0] at; reg a_0, a_1, a_2, b_0, b_1, b_2, p_0, p_1, p_2, k0, k1;
  assign in_ready = at == 0, out_valid = at == 3, z_0 = p_0, z_1 = p_1, z_2 = p_2;
  always @(posedge clk) begin
    if (rst) at <= 0;
    else if (in_valid & in_ready) begin
      at <= 1; a_0 <= in_x_0; a_1 <= in_x_1; a_2 <= in_x_2;
      b_0 <= in_y_0; b_1 <= in_y_1; b_2 <= in_y_2;
    end else if (out_valid ? out_ready : at != 0) at <= at + 1;
    if (at == 1) begin
      p_0 <= a_0 & b_0 ^ a_0 & b_1 ^ a_1 & b_0 ^ random[0] ^ random[1];
      p_1 <= a_1 & b_1 ^ a_1 & b_2 ^ a_2 & b_1 ^ random[1] ^ random[2];
      p_2 <= a_2 & b_2 ^ a_2 & b_0 ^ a_0 & b_2 ^ random[2] ^ random[0];
      k0 <= random[0]; k1 <= random[1];
    end
    seen <= at == 2 & (p_0 ^ a_2 ^ b_2 SEEN);
  end
endmodule
"""
"""A product on three shares, and a probe on one of its shares and the third ones of the operands:
with the random bits that hide that one it tells the operands.
"""


@pytest.mark.parametrize("beside", ("", "^ k0 ^ k1", "^ random[0] ^ random[1]"))
def test_random_bits_hide_nothing_from_who_sees_them(beside, tmp_path):
    """A probe that sees a share of a product and the random bits in it, kept in registers or in the
    cycle before, leaks; without them the same circuit passes.
    """
    interface = BareInterface(
        algorithm="",
        inputs={"x": 1, "y": 1},
        outputs={"z": 1},
        masking=Masking(inputs=("x", "y"), outputs=("z",)),
    )
    synthesize(BLINDED.replace("SEEN", beside), tmp_path)
    design = replace(small_sbox.DESIGN, interface=interface)
    result = exact.assess(design, tmp_path / "netlist.v", tmp_path / "cells.lib", tmp_path)
    assert result["passed"] == (not beside), result


def test_values_in_several_parts_that_were_made_of_each_other_are_not_independent():
    """A view that is not written over what its variables were made of does not pass: what shows
    nothing by itself tells a secret beside what it was made of.
    """
    sharings = Sharings()
    groups = [sharings.group("a"), sharings.group("x")]
    before, made = ([sharings.add(group, share) for share in range(3)] for group in groups)
    for number in made:
        sharings.variables[number].origin = 1 << groups[0]
    view = [Polynomial([(number,) for number in made[1:]]), Polynomial.variable(before[0])]
    assert not judge(view, sharings, 1 << groups[0]).passed


HELD = """module dut(input clk, rst, in_valid, out_ready,
  input in_v_0, in_v_1, in_v_2, in_w_0, in_w_1, in_w_2,
  input in_x_0, in_x_1, in_x_2, in_y_0, in_y_1, in_y_2,
  output in_ready, out_valid, output z_0, z_1, z_2, output reg seen);
  reg [2:0] at; reg a_0, a_1, a_2, b_0, b_1, b_2, p_0, p_1, p_2;
  reg c_0, c_1, c_2, d_0, d_1, d_2, q_0, q_1, q_2;
  assign in_ready = at == 0, out_valid = at == 4, z_0 = q_0, z_1 = q_1, z_2 = q_2;
  always @(posedge clk) begin
    if (rst) at <= 0;
    else if (in_valid & in_ready) begin
      at <= 1; a_0 <= in_w_0 ^ in_x_0; a_1 <= in_w_1 ^ in_x_1; a_2 <= in_w_2 ^ in_x_2;
      b_0 <= in_y_0; b_1 <= in_y_1; b_2 <= in_y_2;
    end else if (out_valid ? out_ready : at != 0) at <= out_valid ? 0 : at + 1;
    if (at == 1) begin
      p_0 <= in_v_0 ^ a_0 & b_0 ^ a_0 & b_1 ^ a_1 & b_0;
      p_1 <= in_v_1 ^ a_1 & b_1 ^ a_1 & b_2 ^ a_2 & b_1;
      p_2 <= in_v_2 ^ a_2 & b_2 ^ a_2 & b_0 ^ a_0 & b_2;
    end
    c_0 <= a_0; c_1 <= a_1; c_2 <= a_2; d_0 <= c_0; d_1 <= c_1; d_2 <= c_2;
    q_0 <= p_0; q_1 <= p_1; q_2 <= p_2;
    seen <= at == 3 & (SEEN);
  end
endmodule
"""
"""A product of x + w and y, hidden by v, and copies of what it is made of; the inputs stay."""


@pytest.mark.parametrize(
    ("probed", "passes"),
    (
        ("d_0 ^ d_1", True),
        # The sum of x and w itself.
        ("d_0 ^ d_1 ^ in_w_2 ^ in_x_2", False),
        ("q_0 ^ q_1", True),
        # Two of three components of the product, which are not uniform without v.
        ("q_0 ^ q_1 ^ in_v_0 ^ in_v_1", False),
    ),
)
def test_what_stays_at_the_ports_is_seen_beside_what_was_made_of_it(probed, passes, tmp_path):
    """A probe that sees copies of a sum or of a product some clocks later, and the inputs that it
    was made of, leaks; without the inputs the same circuit passes.
    """
    inputs = ("v", "w", "x", "y")
    interface = BareInterface(
        algorithm="",
        inputs=dict.fromkeys(inputs, 1),
        outputs={"z": 1},
        masking=Masking(inputs=inputs, outputs=("z",)),
    )
    synthesize(HELD.replace("SEEN", probed), tmp_path)
    design = replace(small_sbox.DESIGN, interface=interface)
    result = exact.assess(design, tmp_path / "netlist.v", tmp_path / "cells.lib", tmp_path)
    assert result["passed"] == passes, result
    assert passes or result["leaks"][0]["pair"]


def test_the_last_share_is_the_one_with_the_last_number():
    """In whatever order shares are added, the secret stands in the place of the last one."""
    sharings = Sharings()
    group = sharings.group("x")
    by_share = {share: sharings.add(group, share) for share in (2, 0, 1)}
    assert sharings.partners([by_share[0]]) == {by_share[0], by_share[1], -1 - group}


def test_a_value_is_seen_beside_however_many_others():
    """Behind more values than a number has bits a secret that is seen as it is is told."""
    sharings = Sharings()
    group = sharings.group("x")
    masks = [sharings.add(-1, None) for _ in range(10)]
    view = [Polynomial([pair]) for pair in combinations(masks, 2)]
    view += [Polynomial([(mask,)]) for mask in masks[:9]]
    view += [Polynomial([(mask, other), (mask,)]) for mask, other in combinations(masks[:5], 2)]
    assert len(view) == 64
    numbers = [-1 - group, *masks]
    found = distinguished([*view, Polynomial.variable(-1 - group)], numbers, sharings)
    assert found == ({"x": 0}, {"x": 1})
    assert distinguished([*view[:45], *view[54:], *view[:9]], numbers, sharings) is None
