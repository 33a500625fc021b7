# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Cores from end to end: emitted as Verilog, compiled, and played against the model; and a changed
constant is found.
"""

import re
import sys

import pytest
from amaranth.hdl import Module, Signal
from amaranth.lib.wiring import Component, In, Out

from cipherfab.architectures.iterated.iterated import allowed_unrolling
from cipherfab.catalog import find
from cipherfab.ciphers import ascon
from cipherfab.controllers.sponge.over_permutation import shared_primitive
from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.cores.verilog import verilog
from cipherfab.design import BareInterface, LwcInterface
from cipherfab.errors import CallError
from cipherfab.modes import sponge_events
from cipherfab.primitives.primitive import software
from cipherfab.verify import chain
from cipherfab.words import concat

QUICK = ("ascon-128/unrolled=3", "ascon-128a/unrolled=2,bus=16", "ascon-p-12/unrolled=3",
         "ascon-128/serial=8", "aes-128/round,encdec",
         "prince/pipelined=6,unregistered,encdec", "aes-128/round,pulsed",
         "prince/unrolled=3,freerunning", "ascon-p-12/round,freerunning")  # fmt: skip
SERIAL = ("ascon-128/serial=1", "ascon-128/serial=32,bus=16,hash",
          "ascon-128a/serial=8", "ascon-128a/serial=2,bus=8",
          "ascon-aead128/serial=16,hash", "ascon-p-12/serial=8",
          "ascon-p-8/serial=32", "ascon-p-6/serial=4",
          "saturnin-ctr-cascade/serial=16", "saturnin-ctr-cascade/serial=4,bus=8",
          "aes-128/unrolled=3,encdec",
          "aes-128/round,redundant=2,encdec")  # fmt: skip


def every_core() -> list[str]:
    """All AEAD cores of the family: every architecture that fits, on every bus, with and without
    hash; without those in `QUICK`.
    """
    names = []
    for aead in ("ascon-128", "ascon-128a", "ascon-aead128"):
        for digest in (None, find(aead).companion):
            primitive, _ = shared_primitive(
                find(aead).model, find(digest).model if digest else None
            )
            factors = [k for k in allowed_unrolling(primitive) if k in (1, 2, 3, 4, 6)]
            names += [
                f"{aead}/unrolled={k},bus={bus}{',hash' if digest else ''}"
                for k in factors
                for bus in (32, 16, 8)
            ]
            names += [f"{aead}/full,bus={bus}{',hash' if digest else ''}" for bus in (32, 16, 8)]
    shortest = [str(parse(name)) for name in names]
    return [name for name in shortest if name not in QUICK] + [
        "ascon-p-8/full",
        "ascon-p-12/pipelined=5",
        "ascon-p-6",
    ]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "name",
    [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in (*every_core(), *SERIAL))],
)
def test_core_is_verified(name, tmp_path):
    """Official known answers, the test plan and protocol violations pass under random stalls."""
    findings = chain.check_rtl(build(name), tmp_path, seed=7)
    assert all(found.passed for found in findings), [
        found.detail for found in findings if not found.passed
    ]
    checks = [found.check for found in findings]
    algorithm = parse(name).algorithm
    if algorithm.primitive:
        assert checks == ["official known answers", "random calls", "power-up states"]
    else:
        hashes = [f"official known answers of {algorithm.companion}"] if parse(name).hash else []
        assert checks[: 2 + len(hashes)] == [
            f"official known answers of {algorithm.name}",
            *hashes,
            "test plan",
        ]
        assert {"splits into segments", "protocol violations", "forgeries", "key changes"} <= set(
            checks
        )


@pytest.fixture
def constant_of_round(monkeypatch):
    """Called with a round number: makes its constant wrong until the test, or ``undo``, ends."""

    def forget():
        # An event of a mode is compiled with what a permutation makes of constants.
        for cache in (ascon.ascon_p, software, build, sponge_events._compiled):
            cache.cache_clear()

    def change(number: int):
        right = ascon.round_constant

        def wrong(i):
            same, constant = i ^ (~number & 15), right(i)
            return concat(constant[1:], constant[0] ^ same[0] & same[1] & same[2] & same[3])

        monkeypatch.setattr(ascon, "round_constant", wrong)
        forget()

    def undo():
        monkeypatch.undo()
        forget()

    change.undo = undo
    yield change
    undo()


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [5, 11])
def test_a_changed_round_constant_in_hardware_is_found(number, constant_of_round, tmp_path):
    """With one bit of one round's constant wrong in hardware only, each check fails and names its
    first message and word.
    """
    constant_of_round(number)
    design = build("ascon-128")
    constant_of_round.undo()
    findings = chain.check_rtl(design, tmp_path, seed=1)
    of_words = (
        "official known answers of ascon-128",
        "test plan",
        "splits into segments",
        "protocol violations",
    )
    assert not any(found.passed for found in findings if found.check in of_words)
    assert re.match(
        r"first mismatch: message 1 of \d+ \(ascon-128 encryption, AD 0 bytes, "
        r"plaintext 0 ",
        findings[0].detail,
    )
    assert "(Count = 1)), output word 3" in findings[0].detail
    assert "expected E355159F, got " in findings[0].detail


@pytest.mark.always
@pytest.mark.parametrize(
    "algorithm, expected",
    [
        ("ascon-128", "CT: expected E355159F292911F794CB1432A0103A8A"),
        ("ascon-hash256", "MD: expected 0B3BE5850F2F6B98"),
        ("ascon-aead128", "CT: expected 4F9C278211BEC931"),
    ],
)
def test_a_changed_round_constant_in_the_description_is_found(
    algorithm, expected, constant_of_round
):
    """With the description itself wrong, the model leaves the official file, and its first record
    says expected and got.
    """
    constant_of_round(9)
    (found,) = chain.check_model(algorithm)
    assert not found.passed and "the model gives" in found.detail
    assert "first mismatch: Count = 1, " + expected in found.detail
    constant_of_round.undo()
    assert chain.check_model(algorithm)[0].passed


def test_a_design_says_what_it_is():
    """Name, top module and interface are those of the core; the Verilog has one clock, one reset
    and the API's ports.
    """
    design = build("ascon-128a/unrolled=2,bus=16,hash")
    assert (design.name, design.top) == (
        "ascon-128a/unrolled=2,bus=16,hash",
        "ascon_128a_unrolled2_bus16_hash",
    )
    assert design.interface == LwcInterface(
        width=16, sdi_width=16, aead="ascon-128a", hash="ascon-hasha"
    )
    (text,) = design.sources.values()
    ports = text[text.index(f"module {design.top} (") :].split(");")[0]
    streams = [
        f"{name}_{signal}" for name in ("pdi", "sdi", "do") for signal in ("data", "valid", "ready")
    ]
    assert all(port in ports for port in ("clk", "rst", *streams, "do_last"))
    bare = build("ascon-p-6")
    assert bare.interface == BareInterface(
        algorithm="ascon-p-6", inputs={"x": 320}, outputs={"x": 320}
    )


def test_the_same_core_gives_the_same_verilog():
    """Built anew, a core has the same bytes."""
    first = build("ascon-p-8/unrolled=2").sources
    build.cache_clear()
    assert build("ascon-p-8/unrolled=2").sources == first


@pytest.mark.parametrize(
    "name, message",
    [
        ("ascon-128/unrolled=4", "12 and 6 rounds allow 1, 2, 3, 6"),
        ("ascon-128a/unrolled=3", "12 and 8 rounds allow 1, 2, 4"),
        ("ascon-p-8/unrolled=9", "8 rounds allow 1 to 8"),
        ("ascon-p-8/pipelined=8", "1 to 7 steps per stage fit"),
        ("dummy-lwc", "no hardware core yet"),
        ("ascon-128/serial=64", "ascon-p-12-6: serial=64 is refused.*1, 2, 4, 8, 16, 32"),
        ("ascon-p-8/serial=3", "serial=3 is refused"),
        ("saturnin-ctr-cascade/serial=32", "serial=32 is refused. Of 16 columns"),
        ("saturnin-ctr-cascade/serial=16,inplace", "inplace says nothing new"),
        ("gift-128/serial=4", "serial does not fit gift-128.*ascon-p-12"),
        (
            "skinny-aead-m1/serial=8",
            "bare primitives: .*AEADs and hashes: ascon-128, ascon-128a, ascon-aead128",
        ),
    ],
)
def test_cores_that_do_not_fit_are_refused(name, message):
    """The refusal says which numbers fit, or that there is no hardware."""
    with pytest.raises(CallError, match=message):
        build(name)


def test_ports_and_their_connections_have_the_same_plain_names():
    """Where Amaranth numbers the ports of a part (``key_in$16``), instance and module agree; and a
    memory has no initial value.
    """
    (text,) = build("lilliput-ii-128").sources.values()
    assert not re.search(r"^ *\.\\\S*\$", text, re.MULTILINE)
    assert re.search(r"reg \[127:0\] memory \[0:3\];", text) and "initial" not in text


class LongPath(Component):
    """Two thousand gates one after the other, of which the last is seen first."""

    x: In(1)
    y: Out(1)

    def elaborate(self, platform):
        m, after = Module(), self.y
        for number in reversed(range(2000)):
            before = Signal(name=f"step_{number}")
            m.d.comb += after.eq(before ^ self.x)
            after = before
        m.d.comb += after.eq(self.x)
        return m


def test_a_path_may_be_longer_than_calls_are_deep():
    """All rounds between two registers are written, whatever Python allows when the program
    starts."""
    allowed = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        assert "module long_path (" in verilog(LongPath(), "long_path")
    finally:
        sys.setrecursionlimit(allowed)
