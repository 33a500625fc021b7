# SPDX-License-Identifier: Apache-2.0
"""Core names: what parses, how it is written back, and what is refused."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.controllers import takes
from cipherfab.controllers.contract import EVERY, Takes
from cipherfab.cores.corename import STRATEGIES, CoreName
from cipherfab.cores.names import parse
from cipherfab.cores.vocabulary import ARCHITECTURES, OPTIONS, TAKERS, meaning
from cipherfab.errors import CallError

AEADS = [algorithm for algorithm in ALGORITHMS.values() if algorithm.kind is Kind.AEAD]
BARE = [algorithm for algorithm in ALGORITHMS.values() if algorithm.primitive]


@st.composite
def core_names(draw):
    """Any core that has a name."""
    algorithm = draw(st.sampled_from(AEADS + BARE))
    is_aead = algorithm.kind is Kind.AEAD
    forks = algorithm.forkcipher is not None
    bare = () if is_aead else ("pipelined", "inner", "serial", *["threefold"] * forks)
    said = takes(algorithm.model) or Takes(architectures=bare)
    architecture = draw(st.sampled_from([*EVERY, *said.architectures]))
    numbers = {
        "unrolled": draw(st.integers(2, 40)),
        "pipelined": draw(st.integers(1, 40)),
        "inner": 3,
        "serial": 8,
        "bits": 4,
    }
    factor = numbers.get(architecture, 1)
    gadget = "dom" if architecture == "masked" else ""
    options = {"gadget": gadget} | (
        {"strategy": draw(st.sampled_from(["", *STRATEGIES[: 1 if is_aead else None]]))}
        if forks
        else {}
    )
    if is_aead:
        hashes = algorithm.companion is not None
        options |= {
            "bus": draw(st.sampled_from([8, 16, 32])),
            "registered": draw(st.booleans()),
            "inplace": draw(st.booleans()),
            "hash": draw(st.booleans()) and hashes,
            "enconly": draw(st.booleans()) and not hashes,
        }
    else:
        options["encdec"] = draw(st.booleans()) and (
            forks or algorithm.primitive.inverse is not None
        )
        options["redundant"] = 0 if forks else draw(st.integers(0, 12))
    return CoreName(algorithm=algorithm, architecture=architecture, factor=factor, **options)


@given(core_names())
def test_names_are_read_back(core):
    """Every core's printed name parses to the same core, and its file stem is a plain
    identifier."""
    assert parse(str(core)) == core and parse(str(parse(str(core)))) == core
    assert core.file_stem.isidentifier()


@pytest.mark.parametrize(
    "text, shortest",
    [
        ("ascon-128/round", "ascon-128"),
        ("ascon-128/round,bus=32", "ascon-128"),
        ("ascon-128/unrolled=1", "ascon-128"),
        ("ascon-128/round,bus=8", "ascon-128/round,bus=8"),
        ("ascon-128/unrolled=2,hash,bus=16", "ascon-128/unrolled=2,bus=16,hash"),
        ("ascon-128/serial=8,bus=32", "ascon-128/serial=8"),
        ("comet-128-aes/folded=5,bus=32", "comet-128-aes/folded=5"),
        ("ascon-128/round,hash,inplace,bus=8", "ascon-128/round,bus=8,inplace,hash"),
        ("tinyjambu-128/bits=8", "tinyjambu-128/bits=8"),
        ("tinyjambu-128/bits=32,bus=8", "tinyjambu-128/round,bus=8"),
        ("ascon-p-8/pipelined=1", "ascon-p-8/pipelined=1"),
        ("ascon-128/full", "ascon-128/full"),
        ("ascon-aead128/masked=1,gadget=dom,bus=8", "ascon-aead128/masked=1,bus=8"),
        ("ascon-p-8/masked=1,gadget=dom", "ascon-p-8/masked=1,gadget=dom"),
        ("ascon-p-8/masked=1,gadget=dom,bitserial", "ascon-p-8/masked=1,bitserial"),
        ("ascon-p-8/masked=1,gadget=none", "ascon-p-8/masked=1,gadget=none"),
        (
            "lilliput-tbc-i-128/masked=1,encdec,gadget=cubic",
            "lilliput-tbc-i-128/masked=1,gadget=cubic,encdec",
        ),
        ("aes-128/round,encdec,redundant=3", "aes-128/round,redundant=3,encdec"),
    ],
)
def test_a_name_is_printed_as_short_as_possible(text, shortest):
    """Defaults are left out and options come in one order."""
    assert str(parse(text)) == shortest


@pytest.mark.parametrize(
    "text, message",
    [
        ("ascon-129", "unknown algorithm 'ascon-129'.*ascon-128"),
        ("ascon-128/rounds", "unknown architecture 'rounds'. The nearest names are: round"),
        ("ascon-128/", "unknown architecture ''"),
        ("ascon-128/round=2", "'round' takes no number"),
        ("ascon-128/full=1", "'full' takes no number"),
        ("ascon-128/unrolled", "expected unrolled=k with a positive number"),
        ("ascon-128/unrolled=x", "positive number"),
        ("ascon-128/unrolled=0", "positive number"),
        ("ascon-p-8/pipelined", "expected pipelined=k"),
        ("ascon-128/round,hash,hash", "an option is given twice"),
        ("ascon-p-8/round,redundant", "expected redundant=k with a positive number"),
        ("ascon-p-8/round,redundant=0", "expected redundant=k with a positive number"),
        ("ascon-128/round,redundant=3", "for bare primitives that do not fork"),
        ("forkskinny-128-256/round,redundant=3", "for bare primitives that do not fork"),
        ("ascon-128/round,buss=8", "unknown option 'buss=8'. The nearest names are: bus"),
        ("ascon-128/round,bus=64", "expected bus=8, 16, 32, got 'bus=64'"),
        ("ascon-128/round,hash=1", "takes no value"),
        ("gift-cofb/round,hash", "does not fit gift-cofb"),
        ("ascon-128/round,enconly", "does not fit ascon-128"),
        ("ascon-p-8/round,encdec", "does not fit"),
        ("gift-128/round,parallel", "does not fit gift-128.*forkcipher"),
        ("gift-128/threefold", "gift-128 does not fork"),
        ("xoodyak-r3/masked=1", "for bare primitives"),
        ("ascon-hash256/masked=1", "ascon-hash256 takes round"),
        ("ascon-p-8/round,bus=8", "option 'bus' is for AEAD and hash cores"),
        ("ascon-p-8/round,inplace", "does not fit ascon-p-8. AEAD or hash: a block stays"),
        ("ascon-p-8/round,hash", "does not fit ascon-p-8. AEAD: with the hash"),
        ("ascon-128/pipelined=2", "for bare primitives"),
        ("deoxys-i-128/round,sbox=tower", "expected sbox= one of flat, small, table"),
        ("ascon-128/round,sbox=table", "ascon-128 has one circuit of its S-box"),
        ("gimli/folded=2", "expected folded=k with k one of 1, got folded=2"),
        ("paef-forkskinny-64-192/folded=1", "paef-forkskinny-64-192 has none"),
        ("photon-256/folded=4", "folded=k with k one of 1, 3, 5, 9, got folded=4"),
        ("photon-256/folded", "expected folded=k with a positive number"),
        ("aes-128/round,loadcycle", "loadcycle goes with unrolled=k, k at least 2, not with round"),
        ("aes-128/folded=5,loadcycle", "loadcycle goes with unrolled=k.* not with folded"),
        ("paef-forkskinny-64-192/unrolled=2,loadcycle", "does not fit paef-forkskinny-64-192"),
        ("forkskinny-64-192/folded=1", "forkskinny-64-192 has none"),
        ("forkskinny-64-192/unrolled=2,loadcycle", "does not fit forkskinny-64-192"),
        ("ascon-128/unrolled=2,loadcycle=1", "takes no value"),
        ("aes-128/folded=5,sbox=flat", "sbox= does not go with folded=k"),
        ("ascon-128/bits=8", "bit by bit"),
        ("tinyjambu-128-p640/bits=8", "bit by bit"),
        ("tinyjambu-128/bits=3", "one of 1, 2, 4"),
        ("ascon-128/inner=2", "inner is for bare primitives"),
        ("ascon-p-8/inner", "expected inner=k"),
        ("prince/round,unregistered", "unregistered goes with pipelined=k, not with round"),
        ("ascon-128/round,unregistered", "does not fit ascon-128"),
        ("forkskinny-64-192/pipelined=4,unregistered", "does not fit forkskinny-64-192"),
        ("prince/pipelined=2,pulsed", "pulsed goes with round, unrolled=k and folded=k, not with"),
        ("prince/round,pulsed,encdec", "encdec and redundant=k do not go with pulsed"),
        ("prince/round,redundant=2,pulsed", "encdec and redundant=k do not go with pulsed"),
        ("ascon-128/round,pulsed", "does not fit ascon-128"),
        (
            "prince/full,freerunning",
            "freerunning goes with round, unrolled=k and folded=k, not with",
        ),
        ("prince/round,freerunning,encdec", "encdec and redundant=k do not go with freerunning"),
        ("prince/round,pulsed,freerunning", "expected pulsed or freerunning, got both"),
        ("forkskinny-64-192/round,freerunning", "does not fit forkskinny-64-192"),
        ("ascon-p-8/round,bitserial", "bitserial goes with masked=d, not with round"),
        ("ascon-p-8/masked=1,gadget=hpc2,bitserial", "bitserial goes with gadget=dom"),
        ("ascon-p-8/masked=1,gadget=none,bitserial", "bitserial goes with gadget=dom"),
        ("ascon-p-8/masked=1,gadget=none,redundant=1", "without redundant=k"),
        ("ascon-p-8/masked=2,gadget=none", "goes with masked=1"),
        ("lilliput-tbc-ii-128/masked=1,gadget=cubic,redundant=2", "without redundant=k"),
        ("ascon-p-8/masked=1,gadget=cubic", "of lilliput-tbc-i-128"),
        ("ascon-aead128/masked=1,gadget=none", "of ascon-p-12, ascon-p-8"),
        ("ascon-p-8/masked=1,bitserial,redundant=1", "redundant=k does not go with bitserial"),
        ("skinny-64-64/masked=1,bitserial", "does not fit skinny-64-64"),
        ("ascon-hash/round,hash", "does not fit ascon-hash"),
        ("esch384/pipelined=2", "esch384 takes round"),
    ],
)
def test_wrong_names_are_refused_with_what_would_do(text, message):
    """The message says what is wrong with a name and what would fit."""
    with pytest.raises(CallError, match=message):
        parse(text)


@pytest.mark.parametrize(
    "text", ["ascon-128/unrolled=²", "ascon-128/round,bus=３２", "ascon-p-8/pipelined=٣"]
)
def test_digits_of_other_scripts_are_no_numbers(text):
    """What Python calls a digit and cannot read as a number is refused like any other text."""
    with pytest.raises(CallError):
        parse(text)


def test_reading_names_imports_no_hardware():
    """Reading the name of a bare primitive imports neither Amaranth nor a controller."""
    asked = (
        "import sys; from cipherfab.cores.names import parse; "
        "parse('skinny-64-64/unrolled=2'); "
        "print([name for name in sys.modules if 'amaranth' in name or "
        "name.endswith('controllers.block')])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout
    assert printed.strip() == "[]"


def test_meanings_name_those_who_take_it():
    """What an architecture means names the AEADs whose controllers take it; no place for names is
    left open.
    """
    named = meaning("bits").partition("; of ")[2].split(", ")
    assert "tinyjambu-128" in named
    assert all("bits" in takes(ALGORITHMS[name].model).architectures for name in named)
    assert TAKERS not in "".join(map(meaning, (*ARCHITECTURES, *OPTIONS)))
