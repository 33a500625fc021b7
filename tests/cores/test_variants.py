# SPDX-License-Identifier: Apache-2.0
"""Tests of the cores of one algorithm."""

import pytest

from cipherfab.cores.names import parse
from cipherfab.cores.variants import variants
from cipherfab.errors import CallError


@pytest.mark.parametrize(
    "name", ["ascon-128", "tinyjambu-128", "skinny-aead-m1", "xoodyak-r2/round,hash", "ascon-hash"]
)
def test_variants_are_cores_of_the_algorithm(name):
    """Every name is a core's shortest one, of the same algorithm, with a hash if the first has one,
    and none is there twice.
    """
    found, core = variants(name), parse(name)
    assert found[0] == str(core) and len(set(found)) == len(found)
    assert all(str(parse(each)) == each and parse(each).hash == core.hash for each in found)
    assert {parse(each).algorithm.name for each in found} == {core.algorithm.name}


def test_variants_have_what_the_controller_takes():
    """Bits per clock and columns per clock are among the cores of algorithms that take them."""
    assert "tinyjambu-128/bits=8" in variants(
        "tinyjambu-128"
    ) and "ascon-128/serial=8,bus=16" in variants("ascon-128")
    assert {"saturnin-ctr-cascade/serial=16", "saturnin-ctr-cascade/serial=8,bus=8"} < set(
        variants("saturnin-ctr-cascade")
    )
    assert "photon-beetle-aead-128/folded=3,bus=8" in variants("photon-beetle-aead-128")
    assert "ascon-128/unrolled=2,loadcycle" in variants("ascon-128")
    assert not any("loadcycle" in each for each in variants("paef-forkskinny-64-192"))
    assert not any("serial" in each or "bits" in each for each in variants("gimli"))


def test_variants_of_one_bus_are_those_with_its_width():
    """With blocks that stay and without."""
    found = variants("drygascon128-k32", 16)
    assert {parse(each).bus for each in found} == {16}
    assert (
        {"drygascon128-k32/folded=4,bus=16", "drygascon128-k32/folded=4,bus=16,inplace"}
        < set(found)
        < set(variants("drygascon128-k32"))
    )


@pytest.mark.parametrize("name", ["prince", "colm127"])
def test_what_has_no_core_on_a_bus_has_no_variants(name):
    """A bare primitive and an AEAD without a core are refused."""
    with pytest.raises(CallError, match="expected an AEAD or a hash"):
        variants(name)
