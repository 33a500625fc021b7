# SPDX-License-Identifier: Apache-2.0
"""Every single probe on a masked AEAD with its wrapper, over messages: the core passes, and what is
made wrong does not.
"""

import pytest
from masked_aead import mapped
from small_cells import symbolic

from cipherfab.controllers.sponge import on_shares
from cipherfab.controllers.sponge.comparison_on_shares import ComparisonOnShares
from cipherfab.primitives.by_gadgets import ByGadgets, by_gadgets
from cipherfab.verify.gates.messages import Conversation, Lengths
from cipherfab.verify.gates.probing import whole

AGAIN = 48
"""Cycles in which the second run of the permutation begins with the state of the first one, and its
first products are formed.
"""


def checked(design, directory, *, zeros=False, longest=AGAIN, changed=lambda netlist: netlist):
    """What is said of the netlist in a directory, or of that changed."""
    netlist = symbolic(directory, design.top)
    conversation = Conversation(design, seed=1, lengths=Lengths(), zeros=zeros)
    return whole.check(design, changed(netlist), conversation, longest=longest)


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """Design and directory of the core as it is."""
    directory = tmp_path_factory.mktemp("masked")
    return mapped(directory), directory


@pytest.mark.slow
def test_no_probe_on_the_whole_core_leaks(core):
    """An encryption and the decryption of its answer, until the sum of the tags is opened: all
    words but the last one have left, two headers, five words of text and four of tag, status, a
    header and five words of text, and no view leaks.
    """
    found = checked(*core, longest=None)
    assert found["passed"] and not found["leaking"] and found["opened"]
    assert found["words"] == 2 + 5 + 4 + 1 + 1 + 5


@pytest.mark.slow
def test_a_state_that_is_not_shared_anew_leaks(monkeypatch, tmp_path):
    """Where the second run begins a product's gate sees both shares of a bit."""
    monkeypatch.setattr(on_shares, "by_gadgets", lambda *given, **_: by_gadgets(*given))
    found = checked(mapped(tmp_path), tmp_path)
    assert not found["passed"] and found["leaks"][0]["pair"]
    assert found["leaks"][0]["net"].startswith("next cross")


@pytest.mark.slow
def test_a_gate_that_reads_the_other_share_of_data_leaks(core):
    """One input of one gate in front of a register of a word from PDI reads a bit of the other
    share.
    """

    def moved(netlist):
        net, position, _ = next(netlist.pins(netlist.registers["slot0[40]"].inputs))
        return netlist.rewired(net, position, netlist.ports["pdi_data"][8])

    found = checked(*core, changed=moved)
    assert not found["passed"] and found["leaks"][0]["pair"]


@pytest.mark.slow
def test_random_bits_tied_to_0_do_not_pass(core):
    """RDI with words of zeros."""
    assert not checked(*core, zeros=True)["passed"]


@pytest.mark.slow
def test_a_state_shared_anew_with_zeros_leaks(monkeypatch, tmp_path):
    """RDI's word is not added where a run begins; all products have fresh bits."""
    whole_of = ByGadgets._shared_anew
    monkeypatch.setattr(
        ByGadgets,
        "_shared_anew",
        lambda self, circuit, entering, random: whole_of(
            self, circuit, entering, random & random.constant(0)
        ),
    )
    found = checked(mapped(tmp_path), tmp_path)
    assert not found["passed"] and found["leaks"][0]["pair"]


@pytest.mark.slow
def test_shares_that_are_always_opened_are_found(monkeypatch, tmp_path):
    """Registers of the comparison that take in the state in all other phases too: that does not end
    the check with a pass.
    """
    opens = ComparisonOnShares._opens
    monkeypatch.setattr(
        ComparisonOnShares,
        "_opens",
        lambda self: opens(self) | ~(self.phases["VERIFY"] | self.phases["COMPARE"]),
    )
    found = checked(mapped(tmp_path), tmp_path, longest=None)
    assert not found["passed"] and "is opened after" in found["fault"]
