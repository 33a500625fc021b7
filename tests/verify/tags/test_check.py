# SPDX-License-Identifier: Apache-2.0
"""A tag is accepted if it is the right one, and no other: proved of good cores, refuted of weak
comparisons, open where neither is known.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cipherfab.cores.build import build
from cipherfab.lwc.messages import Operation
from cipherfab.origin import ThirdParty
from cipherfab.verify.equivalence.netlist import Netlist, read_rtl
from cipherfab.verify.tags import check
from cipherfab.verify.tags.bus import Limits

CORE = "ascon-aead128/unrolled=2"
WORDS = "differs[31:0]", "differs[63:32]", "differs[95:64]", "differs[127:96]"

WEAK = {
    "words folded by XOR": f"|({' ^ '.join(WORDS)})",
    "words added": f"|({' + '.join(WORDS)})",
    "words joined by AND": f"|({' & '.join(WORDS)})",
    "one word left out": "|differs[127:32]",
    "one word twice": "|{differs[127:64], differs[63:32], differs[63:32]}",
    "one bit left out": "|{differs[127:78], differs[76:0]}",
    "bytes folded": "|(differs[127:64] ^ {differs[55:0], differs[63:56]})",
    "the tag 0": "|differs & |received",
    "the tag of the message before": "|differs & (received != before)",
    "bytes rotated": "|differs & ({received[119:0], received[127:120]} != answer__stream)",
    "words swapped": "|differs & ({received[63:0], received[127:64]} != answer__stream)",
    "two bits at least": "|(differs & (differs - 1))",
    "one tag of all": "|differs & (received != 128'h0123456789abcdef0123456789abcdef)",
    "only behind a failure": "|differs & failed",
}
"""Comparisons that are weaker than equality: what says that a tag is wrong."""


SIGNALS = """  wire [127:0] received = {first_word, block__data[95:0]};
  wire [127:0] differs = answer__data;
  wire given = in_verify & block__valid & block__ready;
  reg [127:0] before; reg failed, low, waited;
  always @(posedge clk) if (rst) begin before <= 1; failed <= 0; end
    else if (given) begin before <= received; failed <= wrong; low <= |differs[31:0]; end
  always @(posedge clk) waited <= in_status;
"""


def with_text(design, text: str):
    """The design with another text."""
    ((name, old),) = design.sources.items()
    assert text != old
    return replace(design, sources={name: text})


def text_of(design) -> str:
    """Its only text."""
    (text,) = design.sources.values()
    return text


def weak_design():
    """A core with all of them, of which a port chooses one; 0 is the right one."""
    design = build(CORE)
    choices = "".join(
        f"variant == {number} ? ({wrong}) : " for number, wrong in enumerate(WEAK.values(), 1)
    )
    text = re.sub(
        r"mismatch\[0\] <= .*?mismatch\[3\] <= [^;]*;",
        "mismatch <= {3'h0, wrong};",
        text_of(design),
        flags=re.DOTALL,
    )
    text = text.replace(
        "  reg [3:0] mismatch;\n",
        f"  reg [3:0] mismatch;\n  wire wrong = {choices}|differs;\n{SIGNALS}",
        1,
    )
    for module in (design.top, f"{design.top}_mode"):
        text = text.replace(
            f"module {module} (\n", f"module {module} (\n    input wire [3:0] variant,\n", 1
        )
    called = f"{design.top}_mode mode ("
    text = text.replace(called, f"{called}.variant(variant), ", 1)
    return with_text(design, text)


def chosen(netlist: Netlist, variant: int) -> Netlist:
    """The core with one of the comparisons."""
    bits = {
        bit: ("$_BUF_", (str(variant >> place & 1),))
        for place, bit in enumerate(netlist.inputs["variant"])
    }
    inputs = {port: given for port, given in netlist.inputs.items() if port != "variant"}
    return replace(netlist, inputs=inputs, gates={**netlist.gates, **bits})


@pytest.fixture(scope="module")
def weak(tmp_path_factory):
    """The design, and its netlist, read once."""
    design = weak_design()
    return design, read_rtl(design, tmp_path_factory.mktemp("weak"))


@pytest.mark.always
@pytest.mark.parametrize(
    "name",
    [
        name if number % 3 == 0 else pytest.param(name, marks=pytest.mark.slow)
        for number, name in enumerate(WEAK)
    ],
)
def test_a_weaker_comparison_is_refuted_with_two_tags(weak, name, tmp_path):
    """Of every comparison that accepts another tag one is found, for a decryption of the plan."""
    design, netlist = weak
    netlist = chosen(netlist, 1 + list(WEAK).index(name))
    found = check.decide(design, netlist, tmp_path, seed=1)
    assert found.verdict == "refuted", found.detail
    right = found.shape.message.tag
    assert found.tag != right and len(found.tag) == len(right)
    assert right.hex() in found.detail and found.tag.hex() in found.detail


def test_equality_is_proved_behind_every_message(weak, tmp_path):
    """Of the right comparison all decryptions of the plan are proved: behind an encryption, a
    failure, a success, with a new key.
    """
    design, netlist = weak
    found = check.decide(design, chosen(netlist, 0), tmp_path, seed=1)
    assert found.verdict == "proved" and "all 128 bits are right, in 6 decryptions" in found.detail
    assert found.detail.endswith("each status in the same cycle for all wrong tags")


def test_a_counterexample_is_played_before_it_counts(tmp_path, builds):
    """A core whose words are folded fails, with both tags and what simulation said; a
    counterexample that does not come true there leaves it open.
    """
    design = build(CORE)
    text = text_of(design).replace(
        "mismatch[0] <= |answer__data[31:0];",
        "mismatch[0] <= |(answer__data[31:0] ^ answer__data[63:32]);",
    )
    wrong = with_text(
        design, text.replace("mismatch[1] <= |answer__data[63:32];", "mismatch[1] <= 1'b0;")
    )
    (found,) = check.check_tags(wrong, builds, seed=1)
    assert found.passed is False
    assert "differs in 2 bits; in simulation: message" in found.detail
    decided = check.decide(wrong, read_rtl(wrong, tmp_path), tmp_path, seed=1)
    passed, detail = check._replayed(design, builds, decided, 1)
    assert passed is None and detail.endswith("by its graph, and not in simulation")


def test_time_that_depends_on_the_tag_is_found_of_ours_only(weak, tmp_path):
    """A refusal that comes earlier for some tags is a failure of our own core; of one of others it
    is right.
    """
    design, _ = weak
    done = "assign status__done = in_status"
    changed = with_text(design, text_of(design).replace(done, f"{done} & (waited | ~low)", 1))
    netlist = chosen(read_rtl(changed, tmp_path), 0)
    ours = check.decide(changed, netlist, tmp_path, seed=1)
    assert ours.verdict == "refuted" and "takes another time" in ours.detail
    theirs = check.decide(replace(changed, third_party=ThirdParty()), netlist, tmp_path, seed=1)
    assert theirs.verdict == "proved" and "same cycle" not in theirs.detail


def test_what_does_not_end_is_open(weak, tmp_path, monkeypatch):
    """A run that is too long or too large says nothing for or against a core."""
    design, netlist = weak
    monkeypatch.setattr(check, "LIMITS", Limits(cycles=20, nodes=1000))
    found = check.decide(design, chosen(netlist, 0), tmp_path, seed=1)
    assert found.verdict == "open" and "not ended" in found.detail


def test_a_core_that_is_no_graph_is_open(tmp_path):
    """Of a core with a latch nothing is said for or against it, but the reason."""
    design, right = build(CORE), "assign status__success = in_status & ~(|mismatch);"
    latch = "reg held; always_latch if (in_status) held = ~(|mismatch);"
    changed = with_text(
        design,
        text_of(design).replace(right, f"{latch} assign status__success = in_status & held;"),
    )
    (found,) = check.check_tags(changed, tmp_path, seed=1)
    assert found.passed is None and "not read as a graph" in found.detail
    assert "latch" in found.detail


def test_no_finding_where_there_is_nothing_to_prove(tmp_path):
    """A bare primitive, a hash, a core that only encrypts and one on shares have none."""
    design = build(CORE)
    for interface in (
        build("gift-64").interface,
        replace(design.interface, aead=None),
        replace(design.interface, decrypts=False),
    ):
        assert check.check_tags(replace(design, interface=interface), Path(tmp_path), seed=1) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "ascon-aead128/serial=1",
        "ascon-aead128/full",
        "isap-a-128a",
        "estate-twegift-128",
        "gift-cofb",
        "aes-ocb-128-tag128",
        "deoxys-ii-128",
        "saef-forkskinny-128-192",
        "elephant-dumbo-v2",
        "romulus-m",
        "tinyjambu-128-v2",
        "xoodyak-r3",
        "schwaemm256-128",
    ],
)
def test_cores_of_every_kind_are_proved(name, tmp_path):
    """Modes of one pass and of two, over permutations, block ciphers and forkciphers, at once and
    bit by bit.
    """
    (found,) = check.check_tags(build(name), tmp_path, seed=1)
    assert found.passed, found.detail


@pytest.mark.parametrize("name", ["aes-poet-aes4", "elmd-6-0-1", "aez-v5"])
def test_decryptions_whose_text_depends_on_the_tag_have_none(name):
    """No word of a text that a free tag changes can be taken for a status."""
    decryptions = [
        message for message, _ in check.plan(name, 1) if message.operation == Operation.DECRYPT
    ]
    assert len(decryptions) > 3 and {message.result for message in decryptions} == {b""}
