# SPDX-License-Identifier: Apache-2.0
"""The controller of modes that are described by their steps, with a mode of this file alone and
with COFB.
"""

import random
from dataclasses import dataclass, replace

import pytest
from verified import assert_verified

from cipherfab import catalog
from cipherfab.architectures.iterated.iterated import Iterated
from cipherfab.controllers import controller_of
from cipherfab.controllers.block.by_steps import StepsCore
from cipherfab.controllers.ports import Announcement, Phase
from cipherfab.controllers.request import Request
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse
from cipherfab.measure.mode_cycles import mode_cycles
from cipherfab.modes.feedback import END, TEXT, Added, FeedbackAead, Kept, Step
from cipherfab.words import SoftwareWord, ror
from controllers.blocks import Answer, Sent, run, short_cipher
from controllers.test_every_controller import plays_as_its_model

KEY, ROUNDS = bytes(range(16)), 3
LENGTHS = [(0, 0), (0, 16), (16, 0), (16, 16), (3, 15), (17, 33), (28, 1), (32, 5), (61, 32)]

ON_SHARES = [
    name
    for name, entry in catalog.ALGORITHMS.items()
    if isinstance(entry.model, FeedbackAead) and entry.model.on_shares
]


def cipher():
    """A block cipher of few rounds."""
    short = short_cipher(ROUNDS, 128)
    return replace(
        short,
        inputs={"key": 128, "plaintext": 128},
        load=lambda words: short.load({"tweakey": words["key"], "plaintext": words["plaintext"]}),
    )


@dataclass(frozen=True, kw_only=True)
class Counting(FeedbackAead):
    """A block is added to the rotated result of the call before; so is, of the message, the number
    of blocks. Associated data without a byte are left out. The end of the message has a call of its
    own, in front of which the state is rotated if the last block was short.
    """

    key_bytes: int = 16
    nonce_bytes: int = 12
    tag_bytes: int = 16
    block_bytes: int = 16
    ad_block_bytes: int = 16
    mark = 0x01
    registers = {
        "count": Kept(bits=128, said="How many blocks there were."),
        "was_short": Kept(bits=1, said="The last one was short."),
    }

    @property
    def steps(self):
        absorbs = {
            "presents": absorbed,
            "adds": (Added("count", "always", lambda words: words["following"]),),
            "writes": {"count": "following", "was_short": "short"},
            "waits": True,
            "takes": "always",
        }
        return (
            Step(name="START", said="The nonce.", waits=True, takes="always", calls="always",
                 presents=lambda words: words["block"], then={"always": "ZERO"}),
            Step(name="ZERO", said="No block.", writes={"count": "zero", "was_short": "never"},
                 then={"always": "AD"}),
            Step(name="AD", said="A block.", **{**absorbs, "adds": (), "presents": unless_empty},
                 calls="not empty", then={"last": TEXT}),
            Step(name=TEXT, said="A block.", **absorbs, calls="always", then={"last": "CLOSE"}),
            Step(name="CLOSE", said="The end.", calls="always", turns="was_short",
                 then={"always": END}),
        )  # fmt: skip

    def derived(self):
        return {
            "zero": lambda words: words["count"].constant(0),
            "following": lambda words: words["count"] + 1,
        }

    def turned(self, state):
        return ror(state, 8)


def absorbed(words):
    """A block of plaintext."""
    return ror(words["state"], 8) ^ words["block"] ^ (words["state"] & ~words["fresh"])


def unless_empty(words):
    """A block of associated data."""
    return ror(words["state"], 16) ^ words["block"]


def test_a_new_mode_needs_no_line_of_hardware():
    """A mode that is described by its steps has a controller, which computes what its model
    computes at lengths around the block, and flags forged tags.
    """
    model = Counting(cipher=cipher())
    assert controller_of(model).__name__.endswith("block.by_steps")
    plays_as_its_model(controller_of(model).make(Request(aead=model)))


def cofb(**options) -> StepsCore:
    """The controller of GIFT-COFB, its cipher replaced."""
    model = replace(catalog.find("gift-cofb").model, cipher=cipher())
    primitive = Iterated(cipher(), feedback=("plaintext",), loadable={"x"})
    return StepsCore(model, primitive, **options)


@pytest.mark.parametrize("name", ON_SHARES)
def test_what_steps_do_in_each_share_sums_to_what_they_do(name):
    """Of random shares: so constants are in one share alone, and no secret is multiplied by
    another one.
    """
    core, generator = controller(parse(f"{name}/masked=1")), random.Random(1)
    core.elaborate(None)
    functions = [
        *core.aead.derived().values(),
        *core.aead.found().values(),
        *(function for step in core.all_steps for function in step.becomes.values()),
        *(added.value for step in core.all_steps for added in step.adds),
    ]
    for _ in range(20):
        shares: list[dict] = [{}, {}]
        whole = {}
        for word, signal in [*core.words.items(), ("presented", core.words["state"])]:
            size = len(signal)
            parts = [SoftwareWord(size, generator.getrandbits(size)) for _ in shares]
            whole[word] = parts[0] if word in core.public else parts[0] ^ parts[1]
            for share, part in zip(shares, parts):
                share[word] = whole[word] if word in core.public else part
        for function in functions:
            first, second = (core.of_share(function, n)(share) for n, share in enumerate(shares))
            assert int(first ^ second) == int(function(whole))


@pytest.mark.parametrize("seed", [None, 1])
def test_cofb_computes_what_its_model_computes(seed):
    """Ciphertext, tag and plaintext are the model's, for full, partial and empty blocks; a forged
    tag is flagged.
    """
    plays_as_its_model(cofb(), pairs=LENGTHS, seed=seed)


def test_cofb_that_encrypts_only_computes_the_same():
    """Without decryption the answers to encryptions stay."""
    core, nonce, text = cofb(decrypts=False), bytes(range(16)), bytes(range(100, 121))
    message = Sent([(Phase.NONCE, nonce), (Phase.AD, b"abc"), (Phase.MESSAGE, text)])
    assert run(core, [message], KEY) == [
        Answer(core.aead.encrypt(KEY, nonce, b"abc", text), True, [Announcement.TAG])
    ]


@pytest.mark.parametrize("ad, message", [(1, 1), (2, 1), (1, 3), (4, 2), (0, 1)])
def test_a_block_of_cofb_takes_a_call(ad, message):
    """A call for the nonce and for each block, at least one of associated data; two cycles more,
    for mask and last block.
    """
    assert mode_cycles(cofb(), 16 * ad, 16 * message) == ROUNDS * (1 + max(1, ad) + message) + 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["gift-cofb", "gift-cofb/unrolled=2,bus=8", "gift-cofb/round,bus=16,enconly"]
)
def test_core_is_verified(name, tmp_path):
    """Official known answers, the test plan and protocol violations pass under random stalls."""
    assert_verified(name, tmp_path, seed=7)
