# SPDX-License-Identifier: Apache-2.0
"""Every value of some bits is counted through, and a core that takes one of them wrongly fails."""

from dataclasses import replace

import numpy
import pytest

from cipherfab import catalog
from cipherfab.cores.build import build
from cipherfab.design import Masking
from cipherfab.lwc.messages import Operation
from cipherfab.verify.answers import volume as words
from cipherfab.verify.rtl import volume

CORE = "ascon-aead128/unrolled=2"
BITS = 12
DECRYPTED = volume.DECRYPTED

TRIGGER = """
module hit(input clk, input rst, input [31:0] pdi_data, input pdi_valid, output pdi_ready,
           input [31:0] sdi_data, input sdi_valid, output sdi_ready,
           output [31:0] do_data, output do_valid, input do_ready, output do_last);
  reg [15:0] left; reg busy, last, seen; reg [3:0] kind; wire [31:0] data;
  {top} core(.clk(clk), .rst(rst),
    .pdi_data(pdi_data), .pdi_valid(pdi_valid), .pdi_ready(pdi_ready),
    .sdi_data(sdi_data), .sdi_valid(sdi_valid), .sdi_ready(sdi_ready),
    .do_data(data), .do_valid(do_valid), .do_ready(do_ready), .do_last(do_last));
  assign do_data = data ^ {{15'b0, seen & do_valid & ~do_last, 16'b0}};
  always @(posedge clk) if (rst) begin busy <= 0; left <= 0; seen <= 0; end
    else if (pdi_valid & pdi_ready) begin
      if (!busy) begin seen <= 0; busy <= pdi_data[31:28] != 7; left <= 0; end
      else if (left == 0) begin
        kind <= pdi_data[31:28]; last <= pdi_data[24]; left <= (pdi_data[15:0] + 3) >> 2;
        if (pdi_data[24] & pdi_data[15:0] == 0) busy <= 0;
      end else begin
        left <= left - 1; if (left == 1 & last) busy <= 0;
        if (kind == {kind} & {condition}) seen <= 1;
      end
    end
endmodule
"""


def triggered(kind: int, condition: str):
    """A core that answers wrongly behind a word of some kind that meets the condition."""
    design = build(CORE)
    text = TRIGGER.format(top=design.top, kind=kind, condition=condition)
    return replace(design, top="hit", sources={**design.sources, "hit.sv": text})


def test_every_window_takes_every_value():
    """Any bits of a word that follow each other take every value; and at each of four places any
    two bits fewer.
    """
    numbers = numpy.arange(1 << BITS, dtype=numpy.uint32)
    found = words.word(numbers, BITS)
    for low in range(32 - BITS + 1):
        assert len(set((found >> low & (1 << BITS) - 1).tolist())) == 1 << BITS
    for place in range(4):
        for low in range(32 - BITS + 3):
            window = found[place::4] >> numpy.uint32(low) & numpy.uint32((1 << BITS - 2) - 1)
            assert len(set(window.tolist())) == 1 << BITS - 2


@pytest.mark.parametrize("bits", [8, 16, 22, 24])
def test_words_are_counted_through_without_a_repeat(bits):
    """The words of all numbers are different, up to the most bits."""
    numbers = numpy.arange(min(1 << bits, 1 << 18), dtype=numpy.uint32)
    assert len(numpy.unique(words.word(numbers, bits))) == len(numbers)


@pytest.mark.always
def test_a_good_core_passes_and_says_how_many_bits(builds, monkeypatch):
    """Program and model make the same words; the finding has the bits of each type."""
    monkeypatch.setattr(volume, "FIRST_BITS", BITS)
    (found,) = volume.check_volume(build(CORE), builds, seed=1)
    assert found.passed and found.more["bits"] == dict.fromkeys(
        ("associated data", "text", DECRYPTED), BITS
    )
    assert (
        f"every value of {BITS} bits of associated data, {BITS} bits of text, {BITS} bits "
        f"of a decryption's" in found.detail
    )
    assert found.more["messages"] == 3


@pytest.mark.parametrize(
    "kind, condition",
    [
        (4, "pdi_data[31:20] == 12'hbee & left[1:0] != 0"),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in (
                (1, "pdi_data[11:0] == 12'hbee"),
                (4, "pdi_data[11:0] == 12'hbee"),
                (5, "pdi_data[31:20] == 12'hbee"),
                (5, "pdi_data[11:0] == 12'hbee"),
                (1, "pdi_data[21:12] == 10'h2ad & left[1:0] == 2"),
            )
        ),
    ],
)
def test_a_trigger_is_found(kind, condition, builds, monkeypatch):
    """A word of associated data, plaintext or ciphertext, at a place of its block, whose low,
    middle or high bits have one value fails the core, and the message is played alone.
    """
    monkeypatch.setattr(volume, "FIRST_BITS", BITS)
    (found,) = volume.check_volume(triggered(kind, condition), builds, seed=1)
    assert found.passed is False, found
    assert f"counted through in {BITS} bits" in found.detail and "expected" in found.detail


@pytest.mark.parametrize(
    "name, types",
    [
        ("ascon-aead128/round,hash,bus=16", {"associated data", "text", DECRYPTED, "hash message"}),
        pytest.param(
            "tinyjambu-128-v2/round,bus=8",
            {"associated data", "text", DECRYPTED},
            marks=pytest.mark.slow,
        ),
        pytest.param("gift-cofb", {"associated data", "text"}, marks=pytest.mark.slow),
    ],
)
def test_hashes_and_narrow_buses(name, types, builds, monkeypatch):
    """A hash message is counted through; words of 8 and 16 bits carry the same bytes."""
    monkeypatch.setattr(volume, "FIRST_BITS", 8)
    (found,) = volume.check_volume(build(name), builds, seed=1)
    assert found.passed and set(found.more["bits"]) == types


def test_no_finding_without_the_api(builds):
    """A bare primitive and a core on shares have none."""
    design = build(CORE)
    shares = replace(design.interface, masking=Masking(inputs=("pdi", "sdi"), outputs=("do",)))
    for interface in (build("gift-64").interface, shares):
        assert volume.check_volume(replace(design, interface=interface), builds, seed=1) == []


@pytest.mark.slow
@pytest.mark.whole_volume
@pytest.mark.parametrize(
    "kind, bits, condition",
    [
        (1, 24, "pdi_data[23:0] == 24'hadbeef"),
        (1, 24, "pdi_data[31:8] == 1"),
        (1, 24, "pdi_data[27:4] == 24'hffffff"),
        (4, 24, "pdi_data[23:0] == 24'hadbeef"),
        (4, 24, "pdi_data[31:8] == 24'hadbeef"),
        (5, 20, "pdi_data[19:0] == 20'hdbeef"),
        (5, 20, "pdi_data[31:12] == 20'hdbeef"),
    ],
)
def test_a_trigger_of_many_bits_is_found(kind, bits, condition, builds):
    """As a user has it: of associated data, plaintext, and a decryption's ciphertext, at the low
    and the high end of a word.
    """
    (found,) = volume.check_volume(triggered(kind, condition), builds, seed=1)
    assert found.passed is False and f"in {bits} bits" in found.detail


@pytest.mark.parametrize("name", ["ascon-aead128", "tinyjambu-128-v2", "schwaemm256-128"])
def test_any_ciphertext_is_counted_with_its_tag(name):
    """The decryption of a ciphertext that is counted through is what its encryption gives back."""
    (one,) = words.ciphertexts(name, bits=6, seed=1, buffer_bytes=None, most_ad_bytes=None)
    message, model = one.message, catalog.find(name).model
    assert message.ad == message.data == words.counted(0, 4 * 64, 6)
    assert message.operation == Operation.DECRYPT
    assert (
        model.encrypt(message.key, message.nonce, message.ad, message.result)
        == message.data + message.tag
    )


@pytest.mark.slow
@pytest.mark.whole_volume
@pytest.mark.parametrize("name, bits", [(CORE, 24), ("gift-cofb", 18), ("isap-a-128a", 14)])
def test_as_many_bits_as_a_core_is_fast_enough_for(name, bits, builds):
    """At least so many of associated data."""
    (found,) = volume.check_volume(build(name), builds, seed=1)
    assert found.passed and found.more["bits"]["associated data"] >= bits
