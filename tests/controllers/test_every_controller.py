# SPDX-License-Identifier: Apache-2.0
"""Every AEAD and hash of the catalog that has a core: its controller against its model, block by
block, in simulation.
"""

import random

import pytest

from cipherfab.catalog import ALGORITHMS, Kind, find
from cipherfab.controllers import controller_of
from cipherfab.controllers.ports import Announcement, Phase
from cipherfab.controllers.request import Request
from cipherfab.controllers.sponge.over_permutation import OverPermutation
from cipherfab.cores.aead import controller
from cipherfab.cores.names import parse
from cipherfab.modes.forkae import ForkAead
from cipherfab.primitives.folded import several, whole

from .blocks import Answer, Sent, run, run_hash
from .short_ciphers import ROUNDS, with_short_cipher

CORES = [entry for entry in ALGORITHMS.values() if controller_of(entry.model)]
AEADS = [
    entry.name
    for entry in CORES
    if entry.kind is Kind.AEAD and not isinstance(entry.model, ForkAead)
]
"""Without PAEF and SAEF, whose answers are of another form: `test_paef.py` and `test_saef.py` have
them.
"""

MORE = {"gimli", "photon-beetle-aead-32", "schwaemm128-128", "subterranean"}
"""Those over a permutation that need most of their controller."""

SHORT = [
    ("comet-128-aes", {"whitens": True}),
    ("comet-64-speck", {"returns": True}),
    ("comet-64-cham-corrected", {"returns": True, "turns": 0}),
    ("estate-twegift-128", {}),
    ("estate-tweaes-128-corrected", {"whitens": True}),
    ("lotus-aead", {"returns": True}),
    ("locus-aead", {"returns": True}),
    ("lilliput-ii-128", {}),
    ("romulus-m", {}),
    ("romulus-t", {}),
    ("saturnin-ctr-cascade", {}),
    ("aes-ocb-128-tag96", {}),
    ("scream-10", {}),
    ("colm0", {}),
    ("aes-copa-v2", {}),
    ("aes-otr-p-128", {}),
    ("aes-otr-s-128", {}),
    ("cloc-aes", {"whitens": True}),
    ("silc-aes", {"whitens": True}),
]
"""A name for every way of a controller, and what its cipher of few rounds has of the real one."""

LONG = {"tinyjambu-128", "elephant-delirium-v2", "isap-a-128a", "minalpher"}
"""A name for every controller whose messages take so many cycles that one length is simulated; the
others on demand.
"""

SLOW_HASHES = ("knot-hash-", "drygascon128")

SHORT_HASHES = ["saturnin-hash", "romulus-h"]

HASHES = [entry.name for entry in CORES if entry.kind is Kind.HASH]
WITH_HASH = [name for name in AEADS if find(name).companion in HASHES]
WAYS = [
    "ascon-128/full",
    "ascon-aead128/serial=32",
    "ascon-128a/unrolled=4",
    "ascon-128/unrolled=6",
    "ascon-aead128/unrolled=4,loadcycle",
]


def ad_sizes(core) -> list[int]:
    """Bytes of the blocks of associated data, in turn."""
    if isinstance(core, OverPermutation):
        return list(core.aead.ad_parts)
    return list(core.ad_sizes)


def data_sizes(core) -> list[int]:
    """Bytes of the blocks of the message, in turn."""
    return [core.aead.block_bytes] if isinstance(core, OverPermutation) else list(core.data_sizes)


def lengths(model) -> list[tuple[int, int]]:
    """Bytes of associated data and of message: none, around a block, more than one."""
    ad, block = model.ad_block_bytes, model.block_bytes
    return [
        (0, 0),
        (ad, 0),
        (0, block),
        (ad - 1, block - 1),
        (2 * ad, 2 * block),
        (ad + 1, block + 1),
    ]


def answers(sealed: bytes, text: bytes, core) -> list[Answer]:
    """What comes of an encryption, a decryption and a forgery. A message that is kept leaves with a
    header, or not at all; a last block by itself with one.
    """
    if core.announces_last:
        return [
            Answer(sealed, True, 2 * [Announcement.TAG]),
            Answer(text, True, [Announcement.TAG]),
            Answer(text, False, [Announcement.TAG]),
        ]
    if core.buffer_bytes is not None:
        return [
            Answer(sealed, True, 2 * [Announcement.TAG]),
            Answer(text, True, [Announcement.TAG]),
            Answer(b"", False, []),
        ]
    return [
        Answer(sealed, True, [Announcement.TAG]),
        Answer(text, True, []),
        Answer(text, False, []),
    ]


def work(name: str) -> int:
    """How long the simulation of an AEAD in Python takes, in some unit: rounds times bits of
    registers.
    """
    primitive = controller(parse(name)).primitive.primitive
    return primitive.rounds[0] * sum(primitive.layout.values())


ELSEWHERE = {"gift-cofb", "romulus-n", "deoxys-i-128", "grain-128aead", "acorn-128"}
"""A name for every controller that a file of its own simulates, most of them over a short
cipher."""


def quick() -> set[str]:
    """AEADs that are simulated in any case: the fastest of each controller, and `MORE`.

    `verify` plays every core, in C++.
    """
    elsewhere = {name for name, _ in SHORT} | LONG | ELSEWHERE
    modules = {controller_of(find(name).model) for name in AEADS} - {
        controller_of(find(name).model) for name in elsewhere
    }
    return MORE | {
        min((name for name in AEADS if controller_of(find(name).model) is module), key=work)
        for module in modules
    }


QUICK = quick()


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in AEADS if name not in QUICK]


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", [*sorted(QUICK), *SLOW, *WAYS])
def test_an_aead_computes_what_its_model_computes(name):
    """Ciphertext, tag and plaintext are the model's, at lengths around the block, and a forged tag
    is flagged.
    """
    core = controller(parse(name))
    if core.keeps_key:  # then the key comes in words of the bus; here in one
        core = controller_of(core.aead).make(Request(aead=core.aead, bus=8 * core.aead.key_bytes))
    plays_as_its_model(core)


@pytest.mark.parametrize("name", sorted(LONG))
def test_an_aead_of_many_cycles_computes_what_its_model_computes(name):
    """The same at one length, more than a block of each."""
    plays_as_its_model(controller(parse(name)), only_longest=True)


@pytest.mark.sample(5)
@pytest.mark.parametrize("name, options", SHORT)
def test_an_aead_over_a_short_cipher_computes_what_its_model_computes(name, options):
    """The same, with a cipher of few rounds."""
    model = with_short_cipher(find(name).model, **options)
    plays_as_its_model(controller_of(model).make(Request(aead=model, buffer_bytes=64)))


@pytest.mark.sample(8)
@pytest.mark.parametrize("fold", [whole, several(ROUNDS)], ids=["whole", "several"])
@pytest.mark.parametrize("name, options", [*SHORT, ("gift-cofb", {}), ("skinny-aead-m5", {})])
def test_an_aead_behind_a_clock_of_the_inputs_computes_what_its_model_computes(name, options, fold):
    """The same with ``folded=1``, whose calls take a cycle more, and with all rounds in a clock
    behind that of the inputs, at one length.
    """
    model = with_short_cipher(find(name).model, **options)
    core = controller_of(model).make(
        Request(aead=model, architecture="folded", fold=fold, buffer_bytes=64)
    )
    assert type(core.primitive).__name__ in ("Folded", "BidirectionalFolded")
    plays_as_its_model(core, only_longest=True)


@pytest.mark.parametrize(
    "name", ["aes-ocb-128-tag96", "scream-10", "colm0", "aes-copa-v2", "aes-otr-p-128"]
)
def test_an_aead_in_pieces_computes_what_its_model_computes(name):
    """The same with three calls in flight, two of them in the ring, at one length."""
    model = with_short_cipher(find(name).model)
    core = controller_of(model).make(Request(aead=model, architecture="inner", factor=2))
    plays_as_its_model(core, only_longest=True)


@pytest.mark.slow
def test_minalpher_in_pieces_computes_what_its_model_computes():
    """The same of Minalpher, whose permutation stays as long as it is, at every length."""
    plays_as_its_model(controller(parse("minalpher/inner=2")))


def plays_as_its_model(core, *, only_longest: bool = False, pairs=(), seed=1) -> None:
    """Encryptions and decryptions under random stalls, with forgeries of every second one, the
    first among them; or of all ``pairs`` of lengths, which a test of its own has.
    """
    generator, messages, expected = random.Random(1), [], []
    model = core.aead
    key = generator.randbytes(model.key_bytes)
    for number, (ad_length, length) in enumerate(
        pairs or lengths(model)[-1 if only_longest else 0 :], start=1
    ):
        nonce, ad, text = (
            generator.randbytes(size) for size in (model.nonce_bytes, ad_length, length)
        )
        sealed = model.encrypt(key, nonce, ad, text)
        ciphertext, tag, padded = model.taken_apart(sealed, length)
        forged = bytearray(tag)
        forged[generator.randrange(model.tag_bytes)] ^= 1 << generator.randrange(8)
        start = [(Phase.NONCE, nonce), (Phase.AD, ad)]
        back = [*start, (Phase.MESSAGE, ciphertext)]
        sent = [
            Sent([*start, (Phase.MESSAGE, text)]),
            Sent([*back, (Phase.TAG, tag)], decrypt=True, padded=padded),
            Sent([*back, (Phase.TAG, bytes(forged))], decrypt=True, padded=padded),
        ]
        count = 3 if pairs or number % 2 else 2
        messages += sent[:count]
        expected += answers(ciphertext + tag, text, core)[:count]
    assert (
        run(
            core,
            messages,
            key,
            ad_sizes=ad_sizes(core),
            data_sizes=data_sizes(core),
            seed=seed,
            limit=50_000,
        )
        == expected
    )


@pytest.mark.parametrize("name", SHORT_HASHES)
def test_a_hash_over_a_short_cipher_computes_what_its_model_computes(name):
    """The digest is the model's, at lengths around the block."""
    model = with_short_cipher(find(name).model)
    hashes_as_its_model(model, lambda: controller_of(model).make(Request(aead=None, hash=model)))


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "name",
    [
        *(
            pytest.param(name, marks=pytest.mark.slow) if name.startswith(SLOW_HASHES) else name
            for name in HASHES
            if name not in SHORT_HASHES
        ),
        *(pytest.param(name, marks=pytest.mark.slow) for name in SHORT_HASHES),
        *(pytest.param(f"{name}/round,hash", marks=pytest.mark.slow) for name in WITH_HASH),
    ],
)
def test_a_hash_computes_what_its_model_computes(name):
    """The digest is the model's, at lengths around the block, of a core by itself and of one with
    an AEAD.
    """
    algorithm = parse(name).algorithm
    hashes_as_its_model(find(algorithm.companion or name).model, lambda: controller(parse(name)))


def hashes_as_its_model(model, make) -> None:
    """Digests of a new core each, under random stalls."""
    generator = random.Random(2)
    block, first = model.block_bytes, getattr(model, "first_bytes", model.block_bytes)
    # More blocks than the longest message below has.
    sizes = [first] + [block] * 9
    for length in sorted({0, 1, first - 1, first, first + 1, first + block, first + 2 * block + 1}):
        message = generator.randbytes(length)
        answer = run_hash(make(), message, sizes, seed=length)
        assert answer == Answer(model.digest(message), True, [Announcement.DIGEST])
