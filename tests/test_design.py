"""Designs travel as JSON."""

import json

import pytest

from cipherfab.design import BareInterface, Design, LwcInterface


@pytest.mark.parametrize("interface", [
    LwcInterface(width=16, sdi_width=8, aead="ascon-128", hash="ascon-hash"), LwcInterface(width=32, sdi_width=32),
    BareInterface(algorithm="ascon-p-8", inputs={"x": 320}, outputs={"x": 320})], ids=lambda interface: str(interface)[:30])
def test_a_design_survives_json(interface):
    """What is written as JSON and read again is the same design, with the same kind of interface."""
    design = Design(name="a/round", top="a", sources={"a.sv": "module a; endmodule"}, interface=interface, clock="c", reset="r")
    assert Design.from_json(json.loads(json.dumps(design.to_json()))) == design
