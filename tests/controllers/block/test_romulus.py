# SPDX-License-Identifier: Apache-2.0
"""The controller of Romulus-N against the model, block by block, and its cycles; both with a cipher
of few rounds.

The last test plays whole cores with their own cipher.
"""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from bus import words_of_do
from verified import assert_verified

from cipherfab import catalog
from cipherfab.architectures.iterated.folded_restored import FoldedRestored
from cipherfab.architectures.iterated.restored import IteratedRestored
from cipherfab.controllers.block.romulus import FoldedRomulusCore, RomulusCore, tweakey_words
from cipherfab.controllers.ports import Announcement, Phase
from cipherfab.cores.build import build
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.lwc.core import LwcCore
from cipherfab.lwc.messages import Header, Instruction, Message, Operation, Violation, encryption
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from cipherfab.measure.mode_cycles import mode_cycles
from cipherfab.primitives.folded import whole as whole_round
from cipherfab.primitives.primitive import Primitive
from cipherfab.primitives.restored import Restored
from cipherfab.verify.rtl.simulator import Simulator
from cipherfab.words import concat, rol, ror
from cipherfab.words.bits import equals
from controllers.blocks import Answer, Sent, run
from controllers.test_every_controller import plays_as_its_model

KEY, ROUNDS = bytes(range(16)), 3
LENGTHS = [(0, 0), (16, 16), (3, 15), (17, 33), (28, 1), (29, 0), (31, 16), (32, 5), (61, 32)]


def short_cipher_in_parts(parts: tuple[dict[str, int], ...]) -> tuple[Primitive, Restored]:
    """A tweakable map of few and simple rounds: with SKINNY's ports, and with a tweakey in parts
    that turn each for itself.
    """
    widths = {name: width for word in parts for name, width in word.items()}
    common = {
        "rounds": (ROUNDS,),
        "outputs": {"ciphertext": 128},
        "layout": {"x": 128, **widths, "i": 4},
        "result": lambda s: {"ciphertext": s["x"]},
        "finished": lambda s: equals(s["i"], ROUNDS),
    }

    def load(words):
        return {
            "x": words["plaintext"],
            **{name: words[name] for name in widths},
            "i": words["plaintext"].constant(0, 4),
        }

    def load_whole(words):
        """The parts of the tweakey, without the zeros behind a word that is not full."""
        found = {"plaintext": words["plaintext"]}
        for word, names in zip(words["tweakey"].split(128), parts):
            high = 128
            for name, width in names.items():
                found[name] = word[high - width : high]
                high -= width
        return load(found)

    def step(s):
        x = s["x"]
        mixed = x ^ (rol(x, 1) & rol(x, 9)) ^ ror(x, 3)
        for name, width in widths.items():
            mixed = rol(mixed, 11) ^ (
                concat(s[name], x.constant(0, 128 - width)) if width < 128 else s[name]
            )
        return {"x": mixed, **{name: rol(s[name], 5) for name in widths}, "i": s["i"] + 1}

    def back(s, done):
        return {name: ror(s[name], 5 * done) for name in ("counter", "key")}

    whole = Primitive(
        name="short",
        inputs={"tweakey": 128 * len(parts), "plaintext": 128},
        load=load_whole,
        step=step,
        **common,
    )
    in_parts = Primitive(
        name="short-in-parts", inputs={**widths, "plaintext": 128}, load=load, step=step, **common
    )
    return whole, Restored(primitive=in_parts, names=("counter", "key"), back=back)


@cache
def short_core(name: str, *, folded: bool = False, **options) -> RomulusCore | FoldedRomulusCore:
    """The controller of an algorithm, its cipher replaced."""
    model, ports = catalog.find(name).model, {"feedback": ("plaintext",), "gated": ("tweak",)}
    whole, resting = short_cipher_in_parts(tweakey_words(model))
    model = replace(model, cipher=whole)
    if folded:
        return FoldedRomulusCore(model, FoldedRestored(resting, whole_round, **ports), **options)
    return RomulusCore(model, IteratedRestored(resting, **ports), **options)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", [pytest.param(None, marks=pytest.mark.slow), 1])
@pytest.mark.parametrize("folded", [False, True], ids=["round", "folded"])
@pytest.mark.parametrize("name", ["romulus-n", "romulus-n3"])
def test_controller_computes_what_the_model_computes(name, folded, seed):
    """Ciphertext, tag and plaintext are the model's, for full, partial and empty blocks; a forged
    tag is flagged.
    """
    plays_as_its_model(short_core(name, folded=folded), pairs=LENGTHS, seed=seed)


@pytest.mark.parametrize("folded", [False, True], ids=["round", "folded"])
def test_encryption_only_computes_the_same(folded):
    """Without decryption the answers to encryptions stay."""
    core = short_core("romulus-n", decrypts=False, folded=folded)
    nonce, text = bytes(range(16)), bytes(range(100, 121))
    message = Sent([(Phase.NONCE, nonce), (Phase.AD, b"abc"), (Phase.MESSAGE, text)])
    assert run(core, [message], KEY) == [
        Answer(core.aead.encrypt(KEY, nonce, b"abc", text), True, [Announcement.TAG])
    ]


@pytest.mark.parametrize(
    "name, ad_blocks", [pytest.param("romulus-n", 2, marks=pytest.mark.slow), ("romulus-n3", 1.75)]
)
def test_cycles_are_those_of_the_calls(name, ad_blocks):
    """With a and m blocks of 128 bits, r (⌈(a - 1) / 2⌉ + m + 1) cycles for r rounds; for
    Romulus-N3 1.75 instead of 2.
    """
    core = short_core(name)
    for ad, message in (
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 1),
        (1, 2),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 2),
        (9, 1),
    ):
        calls = max(0, -((1 - ad) // ad_blocks)) + message + 1
        assert mode_cycles(core, 16 * ad, 16 * message) == ROUNDS * calls


@pytest.mark.parametrize(
    "name, ad_blocks", [("romulus-n", 2), pytest.param("romulus-n3", 1.75, marks=pytest.mark.slow)]
)
def test_a_folded_call_takes_a_cycle_more_and_so_does_a_block_for_the_state(name, ad_blocks):
    """With the calls c of the associated data, that with the nonce included: (r + 1) (c + m), and a
    cycle for each block that is added to the state, but the first one, which nobody waits for.
    """
    core = short_core(name, folded=True)
    for ad, message in ((0, 1), (0, 3), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (9, 1)):
        pairs = max(0, -((1 - ad) // ad_blocks))
        odd = pairs if 16 * ad > pairs * 16 * ad_blocks else max(0, pairs - 1)
        calls = pairs + message + 1
        assert mode_cycles(core, 16 * ad, 16 * message) == (ROUNDS + 1) * calls + odd


def test_an_empty_message_takes_a_call():
    """Section 2.4.3: an empty message is one block that is padded."""
    assert mode_cycles(short_core("romulus-n"), 16, 0) == ROUNDS * 2


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "name, cycles",
    [
        ("romulus-n1", 56),
        ("romulus-n3/folded=1", 49),
        ("romulus-n3", 48),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                ("romulus-n", 40),
                ("romulus-n/unrolled=8", 5),
                ("romulus-n1/unrolled=14", 4),
                ("romulus-n3/unrolled=12", 4),
            )
        ),
    ],
)
def test_a_call_takes_the_rounds_of_skinny(name, cycles):
    """Two calls for one block, each of 40 / k or 56 / k cycles, and one more where folded."""
    assert mode_cycles(controller(parse(name)), 0, 16) == 2 * cycles


@pytest.mark.parametrize("folded", [False, True], ids=["round", "folded"])
@pytest.mark.parametrize("width", [32, pytest.param(8, marks=pytest.mark.slow)])
def test_an_aborted_message_leaves_nothing_behind(width, folded):
    """After associated data that ends in the middle of a block, and after a whole call of it, the
    next message is right.
    """
    core = short_core("romulus-n3", key_bits=width, folded=folded)
    nonce, text = bytes(range(12)), bytes(range(100, 121))
    sealed = core.aead.encrypt(KEY, nonce, text, text)
    good = Message(
        algorithm="romulus-n3",
        operation=Operation.ENCRYPT,
        key=KEY,
        nonce=nonce,
        ad=text,
        data=text,
        result=sealed[:21],
        tag=sealed[21:],
    )
    played = [good]
    for length in (4, 20, 24, 32):
        parts = (
            Instruction(opcode=Opcode.ENCRYPT),
            Header(type=Segment.NONCE, length=12),
            nonce,
            Header(type=Segment.AD, length=length, eot=False),
            bytes(length),
            Header(type=Segment.TAG, length=0, last=True),
        )
        played += [Violation(title=f"{length} bytes", pdi=parts), replace(good, new_key=False)]
    component = LwcCore(core, core.aead, None, width=width)
    streams = vectors(played, width=width)
    assert [word for word, _ in words_of_do(component, streams, seed=3)] == list(streams.do.words)


def test_a_message_may_come_during_the_last_call_of_the_associated_data(tmp_path):
    """Where the tweak is shorter than the state, only a block that is a tweak is short: the first
    block of a message that comes while a block is held is a whole one.
    """
    name, key, nonce = "romulus-n3", bytes(range(16)), bytes(range(12))
    messages = [
        encryption(name, key=key, nonce=nonce, ad=bytes(ad), plaintext=bytes(range(text)))
        for ad, text in product((1, 4, 16, 28, 29, 33), (12, 13, 16, 17))
    ]
    played = Simulator.build(build(name), tmp_path).play(
        vectors(messages, width=32), stall_seed=None
    )
    assert played.passed, played.failure


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "romulus-n",
        "romulus-n/unrolled=4,bus=8",
        "romulus-n1/round,enconly",
        "romulus-n1/unrolled=2,bus=16",
        "romulus-n3/round,bus=8",
        "romulus-n3",
        "romulus-n3/unrolled=4,bus=16",
        "romulus-n/folded=1",
        "romulus-n1/folded=1,bus=8,enconly",
        "romulus-n3/folded=1,bus=8,inplace",
    ],
)
def test_core_is_verified(name, tmp_path):
    """Official known answers, the test plan and protocol violations pass under random stalls."""
    assert_verified(name, tmp_path, seed=7)
