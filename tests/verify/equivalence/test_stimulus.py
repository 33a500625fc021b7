# SPDX-License-Identifier: Apache-2.0
"""What is on the inputs while registers are compared in simulation."""

from dataclasses import replace
from random import Random

from small_cells import design

from cipherfab.design import LwcInterface, Masking
from cipherfab.lwc.streams import vectors
from cipherfab.verify.equivalence.netlist import Netlist
from cipherfab.verify.equivalence.stimulus import Bits, Messages, stimulus

PORTS = {"pdi_data": 32, "pdi_valid": 1, "sdi_data": 32, "sdi_valid": 1, "do_ready": 1, "rst": 1}
RTL = Netlist(
    inputs={name: [f"{name}{place}" for place in range(width)] for name, width in PORTS.items()},
    outputs={},
    gates={},
    registers=(),
)
LWC = LwcInterface(width=32, sdi_width=32, aead="ascon-128")
PATTERNS = 8


def of(interface) -> Bits:
    """What a design with this interface gets."""
    return stimulus(replace(design(""), interface=interface), RTL, PATTERNS, Random(1))


def word(values: dict[str, int], port: str, pattern: int) -> int:
    """What one of the patterns has on a port of 32 bits."""
    return sum((values[f"{port}_data[{place}]"] >> pattern & 1) << place for place in range(32))


def test_who_gets_messages():
    """Cores of an algorithm in the catalog with the LWC API; not those on shares, of no algorithm,
    or with other ports.
    """
    shared = replace(LWC, masking=Masking(inputs=("pdi", "sdi"), outputs=("do",)))
    assert isinstance(of(LWC), Messages)
    for other in (shared, replace(LWC, aead=None), None, design("").interface):
        assert type(of(other)) is Bits


def test_each_pattern_has_its_words_in_order(monkeypatch):
    """Each pattern offers the words of its own messages in order, and each word until it is taken;
    at the end all were taken, and it says so.
    """
    given = []
    monkeypatch.setattr(
        "cipherfab.verify.equivalence.stimulus.vectors",
        lambda *arguments, **more: given.append(vectors(*arguments, **more)) or given[-1],
    )
    player, dice = of(LWC), Random(2)
    taken = {port: [[] for _ in range(PATTERNS)] for port in ("pdi", "sdi")}
    assert len(given) == PATTERNS and not player.ended
    before = {}
    for _ in range(2000):
        values, ready = player.inputs(), {}
        for port in taken:
            ready[f"{port}_ready"] = dice.getrandbits(PATTERNS)
            for pattern in range(PATTERNS):
                if values[f"{port}_valid"] >> pattern & 1:
                    now = word(values, port, pattern)
                    assert before.pop((port, pattern), now) == now
                    if ready[f"{port}_ready"] >> pattern & 1:
                        taken[port][pattern].append(now)
                    else:
                        before[port, pattern] = now
        player.taken(ready)
    assert taken["pdi"] == [each.pdi.words for each in given]
    assert taken["sdi"] == [each.sdi.words for each in given]
    assert player.ended and player.left == 0
