# SPDX-License-Identifier: Apache-2.0
"""Core names: what parses, how it is written back, and what is refused."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.cli import named
from cipherfab.commands import listing
from cipherfab.controllers import takes
from cipherfab.controllers.contract import EVERY, Takes
from cipherfab.cores.architectures import ARCHITECTURES, Architecture
from cipherfab.cores.corename import CoreName
from cipherfab.cores.names import canonical, parse
from cipherfab.cores.options import OPTIONS, Option
from cipherfab.cores.vocabulary import NAMES, meaning
from cipherfab.errors import CallError
from cipherfab.words.gadgets import GADGETS

AEADS = [algorithm for algorithm in ALGORITHMS.values() if algorithm.kind is Kind.AEAD]
BARE = [algorithm for algorithm in ALGORITHMS.values() if algorithm.primitive]


@st.composite
def core_names(draw):
    """Any core that has a name."""
    algorithm = draw(st.sampled_from(AEADS + BARE))
    is_aead = algorithm.kind is Kind.AEAD
    forks = algorithm.forkcipher is not None
    bare = () if is_aead else ("pipelined", "threefold" if forks else "inner")
    bare += ("serial",) * (algorithm.serial is not None and not is_aead)
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
    options = {"gadget": gadget}
    if forks and architecture == "round":
        strategies = ("parallel",) if is_aead else ("parallel", "rewind", "restart", "duplicated")
        options["strategy"] = draw(st.sampled_from(["", *strategies]))
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
        needed = options.get("strategy") == "duplicated"
        options["encdec"] = (needed or draw(st.booleans())) and (
            forks or algorithm.primitive.inverse is not None
        )
        options["redundant"] = 0 if forks or architecture != "round" else draw(st.integers(0, 12))
    return CoreName(algorithm=algorithm, architecture=architecture, factor=factor, options=options)


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
        ("ascon-aead128/masked=1,gadget=dom,bus=8", "ascon-aead128/masked=1,bus=8,gadget=dom"),
        ("ascon-p-8/masked=1", "ascon-p-8/masked=1,gadget=ti"),
        ("ascon-p-8/masked=2", "ascon-p-8/masked=2,gadget=hpc2"),
        ("skinny-64-64/masked=1", "skinny-64-64/masked=1,gadget=hpc2"),
        ("ascon-128/masked=1", "ascon-128/masked=1,gadget=dom"),
        ("ascon-p-8/masked=1,gadget=dom", "ascon-p-8/masked=1,gadget=dom"),
        ("ascon-p-8/masked=1,gadget=dom,bitserial", "ascon-p-8/masked=1,gadget=dom,bitserial"),
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
        ("ascon-128/round,redundant=3", "redundant=k: bare primitive that does not fork"),
        ("forkskinny-128-256/round,redundant=3", "bare primitive that does not fork"),
        ("ascon-128/round,buss=8", "unknown option 'buss=8'. The nearest names are: bus"),
        ("ascon-128/round,bus=24", "expected bus= one of 8, 16, 32, 64, 128, got 'bus=24'"),
        ("gift-cofb/round,bus=64", "expected bus= one of 8, 16, 32, got 'bus=64'"),
        ("schwaemm192-192/round,bus=128", "expected bus= one of 8, 16, 32, 64, got 'bus=128'"),
        ("ascon-128/round,hash=1", "takes no value, got 'hash=1'"),
        ("gift-cofb/round,hash", "does not fit gift-cofb"),
        ("ascon-aead128/round,keylimit=90", "expected keylimit=N with 26 to 61 as N, got"),
        ("ascon-aead128/round,xof", "xof goes with hash; got round,xof"),
        ("ascon-128/round,hash,xof", "'xof' does not fit ascon-128"),
        ("ascon-128/round,enconly", "does not fit ascon-128"),
        ("ascon-p-8/round,encdec", "does not fit"),
        ("gift-128/round,parallel", "does not fit gift-128.*forkcipher"),
        ("gift-128/threefold", "threefold does not fit gift-128.*forkciphers only"),
        ("drygascon128-k16/masked=1", "masked does not fit drygascon128-k16"),
        ("comet-128-aes/masked=1", "masked does not fit comet-128-aes"),
        ("ascon-hash256/masked=1", "ascon-hash256, which takes round"),
        ("ascon-p-8/round,bus=8", "option 'bus' does not fit ascon-p-8. AEAD or hash"),
        ("ascon-p-8/round,inplace", "does not fit ascon-p-8. AEAD or hash: a block stays"),
        ("ascon-p-8/round,hash", "does not fit ascon-p-8. AEAD: with the hash"),
        ("ascon-128/pipelined=2", "bare primitives only"),
        ("deoxys-i-128/round,sbox=tower", "expected sbox= one of flat, small, table"),
        ("ascon-128/round,sbox=table", "'sbox' does not fit ascon-128. sbox=NAME"),
        ("gimli/folded=2", "expected folded= one of 1, got 'folded=2'"),
        (
            "paef-forkskinny-64-192/folded=1",
            "folded does not fit paef-forkskinny-64-192, which takes round",
        ),
        ("photon-256/folded=4", "folded= one of 1, 3, 5, 9, got 'folded=4'"),
        ("photon-256/folded", "expected folded= one of 1, 3, 5, 9, got 'folded'"),
        ("aes-128/round,loadcycle", "loadcycle goes with unrolled=k; got round.*k at least 2"),
        ("aes-128/folded=5,loadcycle", "loadcycle goes with unrolled=k; got folded"),
        ("paef-forkskinny-64-192/unrolled=2,loadcycle", "does not fit paef-forkskinny-64-192"),
        ("forkskinny-64-192/folded=1", "folded does not fit forkskinny-64-192"),
        ("forkskinny-64-192/unrolled=2,loadcycle", "does not fit forkskinny-64-192"),
        ("ascon-128/unrolled=2,loadcycle=1", "takes no value"),
        ("aes-128/folded=5,sbox=flat", "sbox does not go with folded=k"),
        ("ascon-128/bits=8", "bit by bit"),
        ("tinyjambu-128-p640/bits=8", "bit by bit"),
        ("tinyjambu-128/bits=3", "one of 1, 2, 4"),
        ("ascon-128/inner=2", "inner does not fit ascon-128"),
        ("ascon-p-8/inner", "expected inner=k"),
        ("prince/round,unregistered", "unregistered goes with pipelined=k; got round"),
        ("ascon-128/round,unregistered", "does not fit ascon-128"),
        ("forkskinny-64-192/pipelined=4,unregistered", "does not fit forkskinny-64-192"),
        ("prince/pipelined=2,pulsed", "pulsed goes with round, unrolled=k or folded=k; got"),
        ("prince/round,pulsed,encdec", "pulsed does not go with encdec"),
        ("prince/round,redundant=2,pulsed", "pulsed does not go with redundant"),
        ("ascon-128/round,pulsed", "does not fit ascon-128"),
        ("prince/full,freerunning", "freerunning goes with round, unrolled=k or folded=k; got"),
        ("prince/round,freerunning,encdec", "freerunning does not go with encdec"),
        ("prince/round,pulsed,freerunning", "two of pulsed, freerunning"),
        ("forkskinny-64-192/round,freerunning", "does not fit forkskinny-64-192"),
        (
            "ascon-p-8/round,bitserial",
            "bitserial goes with masked=d,gadget=dom or serial=1; got round",
        ),
        (
            "ascon-p-8/masked=1,gadget=hpc2,bitserial",
            "bitserial goes with masked=d,gadget=dom or serial=1; got masked=1,gadget=hpc2",
        ),
        ("ascon-p-8/masked=1,gadget=none,bitserial", "bitserial goes with masked=d,gadget=dom"),
        ("ascon-p-8/masked=1,gadget=none,redundant=1", "masked=1,gadget=ti or masked=1,gadget=dom"),
        ("ascon-p-8/masked=2,gadget=none", "gadget=none goes with masked=1; got masked=2"),
        ("lilliput-tbc-ii-128/masked=1,gadget=cubic,redundant=2", "round, masked=1,gadget=ti or"),
        ("ascon-p-8/masked=1,gadget=cubic", "of lilliput-tbc-i-128"),
        ("ascon-aead128/masked=1,gadget=none", "of ascon-p-12, ascon-p-8"),
        ("ascon-p-8/masked=1,bitserial,redundant=1", "bitserial does not go with redundant"),
        ("ascon-128/serial=8,bitserial", "or serial=1; got serial=8"),
        ("ascon-128/serial=1,inplace,bitserial", "bitserial does not go with inplace"),
        ("skinny-64-64/masked=1,bitserial", "does not fit skinny-64-64"),
        ("ascon-hash/round,hash", "does not fit ascon-hash"),
        ("esch384/pipelined=2", "esch384, which takes round"),
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
        "name.endswith('controllers.block.core')])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout
    assert printed.strip() == "[]"


def test_meanings_name_those_who_take_it():
    """What an architecture means names the AEADs whose controllers take it; no place for names is
    left open.
    """
    named = meaning("bits").partition("32; of ")[2].split(", ")
    assert "tinyjambu-128" in named
    assert all("bits" in takes(ALGORITHMS[name].model).architectures for name in named)
    assert "{" not in "".join(map(meaning, (*ARCHITECTURES, *OPTIONS))) and NAMES


def test_every_scheme_is_an_option():
    """``gadget=`` takes what makes products on shares, and the descriptions that need none."""
    schemes = {name.partition("=")[2] for name in OPTIONS if name.startswith("gadget=")}
    assert schemes == {*GADGETS, "ti", "none", "cubic"}


@pytest.mark.parametrize("text", ["ascon-p-6/masked=1", "ascon-128/masked=1", "gift-64/masked=1"])
def test_the_scheme_of_a_masked_core_is_always_printed(text):
    """A name without a scheme means one, and both names are one core with one file stem."""
    core = parse(text)
    assert str(core) == f"{text},gadget={core.gadget}" and core.gadget
    assert parse(str(core)) == core and f"gadget{core.gadget}" in core.file_stem


def test_names_of_earlier_records_are_read():
    """A record's name is given as it is printed today; one that is none of ours stays."""
    assert canonical("ascon-p-6/masked=1") == "ascon-p-6/masked=1,gadget=ti"
    assert canonical("their-core/masked=1") == "their-core/masked=1"


def test_an_option_is_one_literal(monkeypatch):
    """With one literal more an option is read, printed, an attribute, listed, completed and
    refused.
    """
    toy = Option(
        name="toy",
        meaning="toy=k: bare primitive, with unrolled=k",
        fits=lambda algorithm: algorithm.primitive is not None,
        values=lambda algorithm: (2, 4),
        default=1,
        goes_with=("unrolled",),
        without=("encdec",),
    )
    monkeypatch.setitem(OPTIONS, "toy", toy)
    core = parse("gift-64/unrolled=2,toy=4")
    assert str(core) == "gift-64/unrolled=2,toy=4" and core.toy == 4
    assert parse("gift-64/unrolled=2").toy == 1
    assert listing.made()["options"]["toy"] == toy.meaning
    assert named.cores("gift-64/round,to") == ["gift-64/round,toy="]
    for text, message in (
        ("gift-64/unrolled=2,toy=3", "expected toy= one of 2, 4, got 'toy=3'"),
        ("gift-64/round,toy=2", "toy goes with unrolled=k; got round,toy=2"),
        ("gift-64/unrolled=2,toy=2,encdec", "toy does not go with encdec"),
        ("ascon-128/unrolled=2,toy=2", "'toy' does not fit ascon-128. toy=k: bare primitive"),
    ):
        with pytest.raises(CallError, match=message):
            parse(text)


def test_an_architecture_is_one_literal(monkeypatch):
    """With one literal more an architecture is read, printed, listed, completed and refused."""
    toy = Architecture(
        name="toy",
        meaning="toy=k: permutations",
        fits=lambda algorithm: algorithm.kind is Kind.PERMUTATION,
        values=lambda algorithm: (1, 2),
    )
    monkeypatch.setitem(ARCHITECTURES, "toy", toy)
    assert str(parse("ascon-p-8/toy=2")) == "ascon-p-8/toy=2"
    assert listing.made()["architectures"]["toy"] == toy.meaning
    assert named.cores("ascon-p-8/to") == ["ascon-p-8/toy="]
    for text, message in (
        ("ascon-p-8/toy=3", "expected toy= one of 1, 2, got 'toy=3'"),
        ("gift-64/toy=1", "toy does not fit gift-64, which takes round.* toy=k: permutations"),
    ):
        with pytest.raises(CallError, match=message):
            parse(text)
