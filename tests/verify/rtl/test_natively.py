# SPDX-License-Identifier: Apache-2.0
"""A VHDL core is also simulated by GHDL itself, and a netlist that says otherwise is not
measured."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cipherfab.design import LwcInterface
from cipherfab.imports import third_party
from cipherfab.lwc.protocol import Segment
from cipherfab.verify import chain
from cipherfab.verify.rtl import natively

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
CORE = Path(__file__).parents[2] / "imports" / "cores" / "vhdl" / "gift64.toml"


@pytest.fixture(scope="module")
def design():
    """The VHDL core."""
    return third_party.load(CORE)


READY_TOO_EARLY = {
    "start : in std_logic; key": "start : in std_logic; ready : out std_logic; key",
    "  given <= key & plaintext;": """
  ready <= '1';
  keep : process (clk)
  begin
    if rising_edge(clk) and mode = IDLE and start = '1' then
      given <= key & plaintext;
    end if;
  end process;""",
}


def changed(design, before: str, after: str):
    """The design with other VHDL sources than those that its netlist was made of."""
    sources = {
        name: text.replace(before, after, 1) for name, text in design.third_party.vhdl.items()
    }
    assert sources != dict(design.third_party.vhdl)
    return replace(design, third_party=replace(design.third_party, vhdl=sources))


def test_a_right_core_passes(design):
    """GHDL's own simulation gives what the model gives, for other inputs with another seed."""
    assert (
        natively.simulate(design, seed=1) == natively.simulate(design, seed=2) == (True, "60 calls")
    )


def test_a_wrong_core_is_named(design):
    """With another round constant in the sources the first wrong output is named, with both
    values."""
    passed, detail = natively.simulate(changed(design, " xor ", " and "), seed=1)
    assert not passed and detail.startswith("first mismatch: output 1 of 60: ciphertext: expected ")


def test_sources_and_netlist_that_disagree_are_refused(design, tmp_path):
    """The netlist is right and the sources are not, as far as the chain can tell: both results are
    there, and the link fails.
    """
    *exported, native = chain.check_rtl(changed(design, " xor ", " and "), tmp_path, seed=1)
    assert all(found.passed for found in exported) and not native.passed and native.link == "rtl"
    assert "first mismatch" in native.detail and native.detail.endswith(
        "nothing of it may be measured"
    )


def test_a_core_gets_the_types_in_its_own_order():
    """What GHDL's own simulation is given has the order of the description, as the bench has."""
    order = ("ad", "npub", "data")
    interface = LwcInterface(width=32, sdi_width=32, aead="romulus-n1", segment_order=order)
    for streams in natively._streams(interface, 1, None):
        for block in streams.pdi.blocks:
            kinds = [item.words[0] >> 28 for item in block.items if item.kind == "HDR"]
            assert kinds.index(Segment.AD) < kinds.index(Segment.NONCE)


def test_the_reader_is_not_blamed_for_calls_that_overlap(tmp_path):
    """A core that says ready while it works and forgets the call is wrong; GHDL's own simulation
    makes one call after the other, and so does what is compared with it.
    """
    shutil.copytree(CORE.parent, tmp_path / "core")
    source, described = (tmp_path / "core" / f"gift64.{end}" for end in ("vhd", "toml"))
    text = source.read_text()
    for before, after in READY_TOO_EARLY.items():
        assert before in text
        text = text.replace(before, after, 1)
    source.write_text(text)
    start = 'start = "start"\n'
    described.write_text(
        described.read_text().replace(start, f'{start}ready = "ready"\nhold = false\n')
    )
    *exported, native = chain.check_rtl(third_party.load(described), tmp_path, seed=1)
    assert not all(found.passed for found in exported) and native.passed
