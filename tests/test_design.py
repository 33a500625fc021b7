# SPDX-License-Identifier: Apache-2.0
"""Designs travel as JSON."""

import json

import pytest

from cipherfab.design import BareInterface, Design, LwcInterface, Port
from cipherfab.handshake import Handshake
from cipherfab.origin import ThirdParty


@pytest.mark.parametrize(
    "interface",
    [
        LwcInterface(width=16, sdi_width=8, aead="ascon-128", hash="ascon-hash"),
        LwcInterface(width=32, sdi_width=32),
        LwcInterface(width=32, sdi_width=32, hash="ascon-hash256", xofs=("ascon-xof128",)),
        BareInterface(algorithm="ascon-p-8", inputs={"x": 320}, outputs={"x": 320}),
    ],
    ids=lambda interface: str(interface)[:30],
)
def test_a_design_survives_json(interface):
    """What is written as JSON and read again is the same design, with the same kind of
    interface."""
    design = Design(
        name="a/round",
        top="a",
        sources={"a.sv": "module a; endmodule"},
        interface=interface,
        clock="c",
        reset="r",
    )
    assert Design.from_json(json.loads(json.dumps(design.to_json()))) == design


THIRD_PARTY = ThirdParty(
    author="A. Uthor",
    licence="CC0",
    language="VHDL",
    source_hash="ab" * 32,
    reader="GHDL 2.0.0",
    parameters={"G_WIDTH": 8, "FAST": True},
    notes=("one", "two"),
    vhdl={"a.vhd": "entity a is end;"},
    vhdl_top="a",
)
HANDSHAKE = Handshake(
    inputs={
        "key": Port(name="key", width=256, bits=128, low=128),
        "plaintext": Port(name="block", width=128, bits=128),
    },
    outputs={"ciphertext": Port(name="result", width=128, bits=128, byte_order="little")},
    constants={"encdec": 1},
    start="next",
    load="init",
    loads=("key",),
    ready="ready",
    done="result_valid",
)


@pytest.mark.parametrize(
    "interface",
    [
        LwcInterface(width=16, sdi_width=8, aead="ascon-128", do_last=False),
        BareInterface(
            algorithm="aes-128",
            inputs={"key": 128, "plaintext": 128},
            outputs={"ciphertext": 128},
            handshake=HANDSHAKE,
        ),
    ],
    ids=lambda interface: interface.kind,
)
def test_a_design_of_others_survives_json(interface):
    """Provenance, reset and handshake of a third-party core are the same after JSON."""
    design = Design(
        name="a",
        top="a",
        sources={"a.v": "module a; endmodule"},
        interface=interface,
        clock="c",
        reset="reset_n",
        reset_level=0,
        reset_kind="async",
        third_party=THIRD_PARTY,
    )
    assert Design.from_json(json.loads(json.dumps(design.to_json()))) == design


def test_own_cores_stay_under_their_hash():
    """Fields that only cores of others have do not appear in the JSON of our own, whose hash is a
    key of the cache.
    """
    design = Design(
        name="a/round", top="a", sources={}, interface=LwcInterface(width=16, sdi_width=8)
    )
    assert design.to_json() == {
        "name": "a/round",
        "top": "a",
        "sources": {},
        "clock": "clk",
        "reset": "rst",
        "interface": {"width": 16, "sdi_width": 8, "aead": None, "hash": None, "kind": "lwc"},
    }
