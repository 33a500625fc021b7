# SPDX-License-Identifier: Apache-2.0
"""Cores of others with shares on the bus: one of ours, described as if it were not."""

import pytest

from cipherfab.cores.build import build as ours
from cipherfab.errors import CallError
from cipherfab.imports import third_party
from cipherfab.lwc.streams import vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.simulator import Simulator

NAME = "ascon-aead128/masked=1"
SHARES = {
    "ports.pdi.num_shares": "2",
    "ports.sdi.num_shares": "2",
    "ports.rdi.bit_width": "320",
    "sca_protection.order": "1",
}


@pytest.fixture(scope="module")
def describe(tmp_path_factory):
    """Writes a description with some keys of ``[lwc]`` in place of the right ones; None: left
    out.
    """
    design, folder = ours(NAME), tmp_path_factory.mktemp("shares")
    for name, text in design.sources.items():
        (folder / name).write_text(text)

    def write(**changed):
        lines = {**SHARES, **changed}
        told = "\n".join(f"{key} = {value}" for key, value in lines.items() if value)
        path = folder / "core.toml"
        path.write_text(
            f'name = "on-shares"\n[rtl]\nsources = {list(design.sources)}\n'
            f'top = "{design.top}"\nclock.port = "clk"\nreset.port = "rst"\n'
            f'[lwc]\naead.algorithm = "ascon-aead128"\n{told}\n'
        )
        return path

    return write


def test_a_core_on_shares_is_read_and_played(describe, tmp_path):
    """Shares, random bits and order are those of our own core, and its answers are right."""
    design = third_party.load(describe())
    assert design.interface.masking == ours(NAME).interface.masking
    streams = vectors(stimulus.plan("ascon-aead128", None, seed=1)[:20], width=32)
    result = Simulator.build(design, tmp_path).play(streams, stall_seed=3)
    assert result.passed and result.completed == result.messages


NARROW = """
// The core behind a narrower SDI: an instruction is a byte there, all else of a key 20 bytes.
module narrow (input clk, input rst, input [63:0] pdi_data, input pdi_valid, output pdi_ready,
    input [15:0] sdi_data, input sdi_valid, output sdi_ready, output [63:0] do_data,
    output do_valid, input do_ready, output do_last,
    input [319:0] rdi_data, input rdi_valid, output rdi_ready);
  reg [31:0] high, low;
  reg [4:0] number;
  reg full;
  wire taken;
  assign sdi_ready = !full;
  always @(posedge clk)
    if (rst) begin full <= 0; number <= 0; end
    else if (full) full <= !taken;
    else if (sdi_valid) begin
      high <= number ? {high[23:0], sdi_data[15:8]} : {sdi_data[15:8], 24'd0};
      low <= number ? {low[23:0], sdi_data[7:0]} : {sdi_data[7:0], 24'd0};
      full <= number % 4 == 0;
      number <= number == 20 ? 0 : number + 1;
    end
  TOP core (.clk(clk), .rst(rst), .pdi_data(pdi_data), .pdi_valid(pdi_valid),
    .pdi_ready(pdi_ready), .sdi_data({high, low}), .sdi_valid(full), .sdi_ready(taken),
    .do_data(do_data), .do_valid(do_valid), .do_ready(do_ready), .do_last(do_last),
    .rdi_data(rdi_data), .rdi_valid(rdi_valid), .rdi_ready(rdi_ready));
endmodule
"""


def test_shares_of_a_narrower_key_bus_lie_side_by_side(describe, tmp_path):
    """SDI has its own width, in which its shares lie."""
    path, top = describe(), ours(NAME).top
    (path.parent / "narrow.v").write_text(NARROW.replace("TOP", top))
    text = path.read_text().replace(f'top = "{top}"', 'top = "narrow"')
    path.write_text(text.replace("sources = [", "sources = ['narrow.v', "))
    design = third_party.load(path)
    assert (design.interface.width, design.interface.sdi_width) == (32, 8)
    streams = vectors(stimulus.plan("ascon-aead128", None, seed=1)[:20], width=32, sdi_width=8)
    result = Simulator.build(design, tmp_path).play(streams, stall_seed=3, max_idle=2000)
    assert result.passed and result.completed == result.messages


def test_what_the_description_leaves_out_is_read_of_the_ports(describe):
    """RDI has the bits of its port, and the order is one less than the shares."""
    given = {"ports.rdi.bit_width": None, "sca_protection.order": None}
    design = third_party.load(describe(**given))
    assert design.interface.masking == ours(NAME).interface.masking


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"ports.sdi.num_shares": "3"}, "as many shares on PDI as on SDI, .* 2 and 3"),
        ({"ports.pdi.num_shares": "0"}, "num_shares 1 to 8, got"),
        ({"ports.pdi.num_shares": "9", "ports.sdi.num_shares": "9"}, "num_shares 1 to 8, got"),
        ({"sca_protection.order": "2"}, "order of 1 to 1 with 2 shares, got 2"),
        ({"ports.rdi.bit_width": "319"}, "'rdi_data' to be an input of 319 bits; it is .* 320"),
        (
            {"ports.pdi.num_shares": "3", "ports.sdi.num_shares": "3"},
            "16 or 32 bits of each share, the core has 64.*num_shares = 3",
        ),
        (
            {"ports.pdi.num_shares": None, "ports.sdi.num_shares": None},
            "has the port rdi_data: .* say ports.pdi.num_shares",
        ),
    ],
)
def test_what_does_not_fit_is_named_with_what_was_expected(describe, changed, words):
    """Shares, order and random bits that the ports do not have are refused."""
    with pytest.raises(CallError, match=words):
        third_party.load(describe(**{"sca_protection.order": None, **changed}))


def test_the_order_of_the_types_is_that_of_the_description(describe):
    """What a description says of the order stands in the design, and is the same for both
    directions; what is no order is refused.
    """
    said = {"aead.input_sequence.encrypt": '["nsec", "ad", "npub", "pt"]'}
    assert third_party.load(describe(**said)).interface.segment_order == ("ad", "npub", "data")
    assert third_party.load(describe()).interface.segment_order == ()
    for name, order in (("encrypt", '["ad", "data"]'), ("decrypt", '["npub", "ad", "ct"]')):
        with pytest.raises(CallError, match=f"input_sequence.{name} to be npub, ad and data"):
            third_party.load(describe(**{f"aead.input_sequence.{name}": order}))
    with pytest.raises(CallError, match="one order .* got ad, npub, data and npub, ad, data, tag"):
        decrypt = {"aead.input_sequence.decrypt": '["npub", "ad", "ct", "tag"]'}
        third_party.load(describe(**said, **decrypt))
