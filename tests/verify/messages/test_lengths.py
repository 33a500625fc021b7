# SPDX-License-Identifier: Apache-2.0
"""Messages of any length by induction over blocks, and faults that long messages alone show."""

import time
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab import catalog
from cipherfab.cores.build import build
from cipherfab.design import Design
from cipherfab.lwc.messages import Operation
from cipherfab.modes.sponge_message import SpongeMessage
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.messages.cases import Stopped
from cipherfab.verify.messages.cut_words import LONG
from cipherfab.verify.messages.events import composed
from cipherfab.verify.messages.lengths import Lengths
from cipherfab.verify.messages.prove import PROVED
from cipherfab.verify.messages.unroll import Machine


def of(
    design: Design, directory, *, machine=None, operation=Operation.ENCRYPT, seconds: float = 600
) -> Lengths:
    """The proof for a core."""
    return Lengths(
        design,
        machine or Machine(read_rtl(design, directory), design),
        operation,
        directory,
        known=set(),
        deadline=time.monotonic() + seconds,
        say=print,
    )


@pytest.mark.slow
def test_a_block_more_leads_to_the_same_cut(ascon, tmp_path):
    """Behind a block of long associated data the core is where it was a block before: the step of
    the induction, for any state, key and count.
    """
    proof = of(ascon.design, tmp_path, machine=ascon.machine)
    first = proof._first_of_ad()
    assert proof._closed(first) == [first]
    names = {fact[0][0] for fact in first.facts if isinstance(fact, tuple)}
    assert {"state", "key0", "left"} <= names


@pytest.mark.slow
def test_a_fault_at_one_block_is_no_proof(spoilt, tmp_path):
    """A core that counts words and answers wrongly from block 37 on is never where it was."""
    core = spoilt("seen[31:0] == 32'd160", watched="(seen[31:0] + 32'd1)")
    proof = of(core.design, tmp_path, machine=core.machine)
    with pytest.raises(Stopped, match="never where it was"):
        proof._closed(proof._first_of_ad())


def test_a_count_whose_upper_bits_are_not_looked_at_is_no_proof(tmp_path):
    """A core that takes a segment for ended where the lower 8 bits of its count say so, which only
    264 bytes and more show, is not proved.
    """
    design = build("ascon-aead128")
    (name,) = design.sources
    right = "last_word <= bytes_left <= 16'h8;"
    wrong = "last_word <= bytes_left[7:0] <= 8'h8;"
    assert right in design.sources[name]
    proof = of(
        replace(design, sources={name: design.sources[name].replace(right, wrong)}), tmp_path
    )
    with pytest.raises(Stopped):
        proof._closed(proof._first_of_ad())


def test_a_description_is_the_same_behind_each_block():
    """A message that is cut behind each block, and goes on as behind the first, is the model's."""
    for name in ("ascon-aead128", "ascon-128a", "knot-aead-128-256"):
        assert composed(catalog.find(name).model, 70, 53), name


@pytest.mark.parametrize("decrypting", (False, True))
def test_a_description_that_counts_its_blocks_is_not_the_same(monkeypatch, decrypting):
    """A block that is absorbed in another way behind the first two, in one direction alone."""
    block = SpongeMessage.block

    def counting(self, blocks, number, sizes, *, message, **more):
        if message and number > 1 and more["decrypting"] == decrypting:
            self.state ^= 1
        return block(self, blocks, number, sizes, message=message, **more)

    monkeypatch.setattr(SpongeMessage, "block", counting)
    assert not composed(catalog.find("ascon-aead128").model, 70, 53)


def test_other_modes_are_open(tmp_path):
    """A mode that is not made of events over one permutation is not cut."""
    with pytest.raises(Stopped, match="events"):
        Lengths(
            build("gift-cofb"),
            None,
            Operation.ENCRYPT,
            tmp_path,
            known=set(),
            deadline=0,
            say=print,
        )


@pytest.mark.slow
@pytest.mark.parametrize("operation", [Operation.ENCRYPT, Operation.DECRYPT])
def test_any_length_is_proved(ascon, tmp_path, operation):
    """Associated data and text of every length of a segment, in both directions."""
    found = of(
        ascon.design, tmp_path, machine=ascon.machine, operation=operation, seconds=3600
    ).result()
    assert found.verdict == PROVED, found.detail


@pytest.mark.parametrize("taken", (5, 6))
def test_no_more_of_a_text_is_taken_than_its_bound_says(taken):
    """Of a text that has at least 24 bytes five words may be taken before its first block, since a
    sixth is seen then; six words are no cut.
    """
    lengths = Lengths.__new__(Lengths)
    lengths.word, lengths.block, lengths.runs = 4, 8, 0
    turned = SimpleNamespace(initial=0, known={"ad": 0, "full": 1})
    script = SimpleNamespace(ad_states=[[2]], header=0, text=1, turned=turned)
    scene = SimpleNamespace(facts=lambda *_: ())
    way = SimpleNamespace(
        until=lambda state, _: state, place=lambda _: 1 + taken, has_keys=lambda: True
    )
    assert lengths._turn(scene, way, [2], script, 0, 6 * 4).taken == taken
    with nullcontext() if taken == 5 else pytest.raises(Stopped):
        lengths._turn(scene, way, [2], script, 0, LONG)
