# SPDX-License-Identifier: Apache-2.0
"""The exact check of single probes on a core without random bits: Ascon's S-box three times on two
shares.
"""

from dataclasses import replace

import pytest
from small_cells import symbolic, synthesize

from cipherfab.architectures.protected.masked import Masked
from cipherfab.ciphers import ascon_on_two_shares as ascon
from cipherfab.ciphers.ascon import SLICE
from cipherfab.cores.build import on_shares
from cipherfab.cores.verilog import verilog
from cipherfab.design import Design
from cipherfab.primitives.in_stages import share_names
from cipherfab.primitives.on_two_shares import OnTwoShares, parts_of
from cipherfab.verify.gates.probing import controls, permuted, tuples
from cipherfab.words import concat
from cipherfab.words.bits import equals

ROUNDS = 3
AGAIN = replace(SLICE, name="S-box again and again", rounds=(ROUNDS,))


def words(state, letter, share):
    """The five words of a share."""
    return [state[f"{letter}{number}_{share}"] for number in range(5)]


def named(letter, share, found):
    """They, by the names of registers."""
    return {f"{letter}{number}_{share}": word for number, word in enumerate(found)}


def on_both(letter, function, state):
    """A register of both shares, from a function of a share and its number."""
    return {
        name: word
        for share in range(2)
        for name, word in named(letter, share, function(state, share)).items()
    }


def take(inputs):
    """The first stage of the entry."""
    taken = on_both("t", lambda state, share: state[f"x_{share}"].split(1), inputs)
    return {**taken, "i": inputs["x_0"].constant(0, 2)}


def multiply(state, of_own_a):
    """The first stage of a round."""
    parts = ascon.parts_of_products(words(state, "x", 0), words(state, "x", 1), of_own_a)
    return {**parts, "i": state["i"] + 1}


def behind(state, share):
    """The last one, on a share of what was added up."""
    return ascon.before_products(ascon.behind_products(words(state, "y", share), share == 0))


def enter(state):
    """The second stage of the entry."""
    return on_both("x", lambda state, share: ascon.before_products(words(state, "t", share)), state)


def described(of_own_a=ascon.OF_OWN_A, *, at_once=False, directly=False, rounds=ROUNDS):
    """The S-box in three stages; ``at_once``: in two, what is linear as the parts are added;
    ``directly``: the inputs enter the registers of the round.
    """
    stages = (
        lambda state: multiply(state, of_own_a),
        ascon.added,
        lambda state: on_both("x", behind, state),
    )
    if at_once:
        first, second, third = stages
        stages = first, lambda state: third({**state, **second(state)})
    return OnTwoShares(
        primitive=replace(AGAIN, rounds=(rounds,)),
        secrets=frozenset({"x"}),
        public={"i": 2},
        passing={
            f"{letter}{number}": 1 for letter in ("tx" if at_once else "txy") for number in range(5)
        },
        parts={
            part: 1 for number in range(5) for share in range(2) for part in parts_of(number, share)
        },
        entry=(lambda state: {**enter(take(state)), "i": take(state)["i"]},)
        if directly
        else (take, enter),
        stages=stages,
        ends=lambda state: equals(state["i"], rounds),
        result=lambda state: {
            name: concat(*ascon.undone(words(state, "x", share)))
            for share, name in enumerate(share_names("x", 2))
        },
    )


def core(description, directory):
    """Design and netlist."""
    synthesize(verilog(Masked(description), "part"), directory, top="part")
    design = Design(name="S-boxes", top="part", sources={}, interface=on_shares(description, 1))
    return design, symbolic(directory, "part")


def test_a_core_passes_and_its_controls_do_not(tmp_path):
    """With all registers it passes, the result that waits and the next call included; without those
    of a kind, or with a part in the other share, it does not.
    """
    design, netlist = core(described(), tmp_path)
    result = permuted.check(design, netlist)
    assert result["passed"] and result["cycles"] > 20, [result["fault"], result["leaks"]]
    made = list(controls.of_stages(netlist, described().passing))
    assert [control.name for control in made] == [
        "registers cross left out",
        "registers own left out",
        "registers of y left out",
        "a part of a product is added in the other share",
    ]
    missed = [
        control.name
        for control in made
        if not controls.refused(design, control, seed=1, judge=permuted.check)["found"]
    ]
    assert not missed


@pytest.mark.parametrize("of_own_a", [(), (0, 1, 2, 3, 4)])
def test_shares_that_are_not_permuted_are_found(of_own_a, tmp_path):
    """All cross products on the side of one operand: no view leaks at once, but the new shares are
    not uniform for every secret.
    """
    found = permuted.check(*core(described(of_own_a), tmp_path))
    assert not found["passed"] and "not shown to be uniform" in found["fault"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("of_own_a, passes", [(ascon.OF_OWN_A, True), ((), False)])
def test_as_followed_from_the_inputs(of_own_a, passes, tmp_path):
    """Of two rounds the check that puts nothing in the place of anything says the same; where
    shares are not permuted, it tells two secrets apart in the second one.
    """
    found = tuples.check(*core(described(of_own_a, rounds=2), tmp_path), 1)
    assert found["passed"] == passes and not found["fault"] and bool(found["pair"]) != passes


def test_parts_of_several_products_leak_together(tmp_path):
    """The layer behind the products in the clock in which their parts are added: a probe sees parts
    of several products, and tells two secrets apart.
    """
    found = permuted.check(*core(described(at_once=True), tmp_path))
    assert not found["passed"] and any(leak["pair"] for leak in found["leaks"])


def test_inputs_that_meet_the_state_are_refused(tmp_path):
    """Where the inputs, which stay at the ports, are in a cone with shares that are made of them,
    that is not passed over.
    """
    found = permuted.check(*core(described(directly=True), tmp_path))
    assert not found["passed"] and found["leaking"]
