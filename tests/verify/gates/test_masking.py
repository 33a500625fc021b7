"""Checks of threshold implementations on all sharings."""

from dataclasses import replace

import pytest

from cipherfab.ciphers.ascon import ascon_p
from cipherfab.ciphers.ascon_in_stages import staged_ascon_p
from cipherfab.primitives.in_stages import Box, Staged
from cipherfab.verify.gates import masking

ASCON = staged_ascon_p(6).boxes[0]


def test_masked_ascon_passes():
    """Its S-box is correct, non-complete and, with its fresh bits, uniform; no component of a round reads all shares of a word."""
    findings = masking.check(staged_ascon_p(6))
    assert len(findings) == 4 and all(found["passed"] for found in findings), findings


def test_fewer_fresh_bits_are_not_enough_for_ascon():
    """Without fresh randomness, and with it for any single bit, the S-box is not uniform."""
    assert "sharings" in masking.check_box(replace(ASCON, refreshed={}))["uniform"]
    assert all(masking.check_box(replace(ASCON, refreshed={f"x{n}": 1}))["uniform"] for n in range(5))
    for pair, enough in ((("x2", "x3"), True), (("x1", "x2"), False)):
        assert enough != bool(masking.check_box(replace(ASCON, refreshed=dict.fromkeys(pair, 1)))["uniform"])


def test_a_feistel_round_is_uniform_by_itself():
    """The new half is the old one plus a function of the other: whatever that function's sharing, the whole is a permutation."""
    box = Box(name="feistel", widths={"l": 2, "r": 2}, function=lambda words: {
        "l": words["r"] ^ (words["l"].ror(1) & words["l"]), "r": words["l"]})
    assert masking.check_box(box) == {"correct": "", "non-complete": "", "uniform": ""}


def test_a_product_of_a_product_needs_a_register():
    """A box of degree 3 has no three shares: its second product is refused."""
    cubic = Box(name="cubic", widths={"a": 1, "b": 1, "c": 1}, function=lambda w: {**w, "c": w["c"] ^ (w["a"] & w["b"] & w["c"])})
    with pytest.raises(ValueError, match="a stage ends before"):
        masking.check_box(cubic)


def test_a_box_is_not_too_large():
    """Nine bits have too many sharings to try."""
    with pytest.raises(ValueError, match="at most 7 bits"):
        masking.check_box(Box(name="large", widths={"a": 9}, function=lambda words: words))


def test_shares_that_meet_are_named():
    """A step that adds the shares of a register reads all of them, and the component that does is named."""
    primitive = ascon_p(6)

    def leaks(state):
        shares = state["x0"].shares
        return {"x0": type(state["x0"])((shares[0] ^ shares[1] ^ shares[2], *shares[1:]))}
    staged = Staged(primitive=primitive, secrets=frozenset({"x"}), shared=frozenset(f"x{n}" for n in range(5)), stages=(leaks,))
    assert masking.incomplete(staged) == "x0_0 reads all shares of x0"
