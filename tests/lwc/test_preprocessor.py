# SPDX-License-Identifier: Apache-2.0
"""The pre-processor alone: good messages pass, and whatever breaks the protocol ends in one failure
and no more.
"""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from streams import Stream, play, stream

from cipherfab import catalog
from cipherfab.controllers.ports import Phase
from cipherfab.lwc.messages import Header, Instruction, Violation
from cipherfab.lwc.needs import Needs
from cipherfab.lwc.preprocessor import PreProcessor
from cipherfab.lwc.protocol import Opcode, Segment
from cipherfab.lwc.streams import vectors
from cipherfab.modes.model import AeadModel
from cipherfab.verify.answers import stimulus
from cipherfab.verify.answers.violations import violations

FIELDS = ("data", "mask", "phase", "last")
CASES = [
    ("ascon-128", None, 8),
    ("ascon-128a", "ascon-hasha", 16),
    ("ascon-aead128", "ascon-hash256", 32),
    ("ascon-aead128", "ascon-hash256", 64),
]


def processed(aead: str, hash_name: str | None, width: int, messages: list, **options):
    """The words for the mode and the failures, as watched streams. Keys load at once; the mode is
    done at once.
    """
    model, digest = catalog.find(aead).model, catalog.find(hash_name).model if hash_name else None
    pre = PreProcessor(
        Needs(
            width=width,
            nonce_bytes=model.nonce_bytes,
            tag_bytes=model.tag_bytes,
            block_bytes=model.block_bytes,
            hash_block_bytes=digest.block_bytes if digest else None,
        )
    )
    pdi = stream(
        pre.pdi, items=[{"data": word} for word in vectors(messages, width=width).pdi.words]
    )
    # An empty message and its header leave together or not at all, so neither is stable alone: both
    # are watched.
    words, header = (
        Stream(
            valid=port.valid & port.ready,
            ready=None,
            payload={name: getattr(port, name) for name in fields},
        )
        for port, fields in ((pre.words, FIELDS), (pre.header, ("data",)))
    )
    failures = Stream(valid=pre.failure, ready=pre.failed, payload={"abort": pre.control.abort})
    loaded, quiet, stalls = [False], [0], random.Random(4)

    def extra(ctx):
        for port in (pre.words, pre.header):
            ctx.set(port.ready, options["seed"] is None or stalls.random() < 0.6)
        # A message ends when the mode has its last word.
        ctx.set(pre.finished, not ctx.get(pre.now.settle_due))
        ctx.set(pre.key_valid, loaded[0])
        ctx.set(pre.key_loaded, ctx.get(pre.key_load))
        loaded[0] = loaded[0] or bool(ctx.get(pre.key_load))
        quiet[0] = quiet[0] + 1 if len(pdi.passed) == len(pdi.items) else 0

    play(
        pre,
        [pdi],
        [words, header, failures],
        until=lambda: quiet[0] > 30,
        extra=extra,
        limit=60_000,
        **options,
    )
    return words, header, failures


def whole(words: list[dict], width: int) -> list[tuple[Phase, bytes]]:
    """The bytes of each phase."""
    phases, data = [], b""
    for word in words:
        size = word["mask"].bit_count()
        data += word["data"].to_bytes(width // 8, "big")[:size]
        if word["last"]:
            phases.append((Phase(word["phase"]), data))
            data = b""
    return phases


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", [None, 1])
@pytest.mark.parametrize("aead, hash_name, width", CASES)
def test_each_violation_is_one_failure_and_the_next_message_passes(aead, hash_name, width, seed):
    """As many failures as violations, each with an abort; between two of them the good message
    comes through whole.
    """
    sequence = violations(aead, hash_name, seed=1)
    # Keys are always good here; what a wrong one does is played on whole cores.
    messages = [
        message
        for pair in zip(sequence[::2], sequence[1::2])
        if not pair[0].sdi
        for message in pair
    ]
    words, _, failures = processed(aead, hash_name, width, messages, seed=seed)
    good = [message for message in messages if not isinstance(message, Violation)]
    assert len(failures.passed) == len(messages) - len(good) and all(
        values["abort"] for values in failures.values
    )
    ends = [*failures.cycles[1:], 10**6]
    for message, start, end in zip(good, failures.cycles, ends):
        phases = whole([values for cycle, values in words.passed if start < cycle < end], width)
        assert phases[:3] == [
            (Phase.NONCE, message.nonce),
            (Phase.AD, message.ad),
            (Phase.MESSAGE, message.data),
        ], message.title


def test_an_abort_lasts_until_it_is_answered():
    """From the end of what was wrong to `failed`, however late that comes; afterwards it is
    gone."""
    pre = PreProcessor(
        Needs(width=32, nonce_bytes=12, tag_bytes=16, block_bytes=16, hash_block_bytes=None)
    )
    wrong = Violation(
        title="",
        pdi=(
            Instruction(opcode=Opcode.ENCRYPT),
            Header(type=Segment.TAG, length=0, eot=True, last=True),
        ),
    )
    pdi, seen = (
        stream(pre.pdi, items=[{"data": word} for word in vectors([wrong], width=32).pdi.words]),
        [],
    )

    def extra(ctx):
        ctx.set(pre.key_valid, 1)
        ctx.set(pre.failed, seen.count(1) == 7)
        seen.append(ctx.get(pre.control.abort))

    play(pre, [pdi], [], until=lambda: len(seen) > 40, extra=extra)
    first = seen.index(1)
    assert (
        seen[first:].count(1) == seen.count(1) > 7
        and seen[first : first + seen.count(1)].count(0) == 0
        and seen[-1] == 0
    )


def test_an_empty_word_that_waits_stays_empty_while_a_broken_segment_is_swallowed():
    """The mode takes the empty ciphertext only after the tag, which is too short, has come and gone
    in whole; its word has no valid byte in all that time.
    """
    pre = PreProcessor(
        Needs(width=32, nonce_bytes=12, tag_bytes=16, block_bytes=16, hash_block_bytes=None)
    )
    parts = []
    for kind, size in {
        Segment.NONCE: 12,
        Segment.AD: 0,
        Segment.CIPHERTEXT: 0,
        Segment.TAG: 15,
    }.items():
        parts += [Header(type=kind, length=size, last=kind == Segment.TAG), b"\xff" * size]
    wrong = Violation(title="", pdi=(Instruction(opcode=Opcode.DECRYPT), *parts))
    pdi, masks = (
        stream(pre.pdi, items=[{"data": word} for word in vectors([wrong], width=32).pdi.words]),
        [],
    )

    def extra(ctx):
        waits = ctx.get(pre.now.settle_due) and ctx.get(pre.words.phase) == Phase.MESSAGE
        masks.extend([ctx.get(pre.words.mask)] if waits else [])
        ctx.set(pre.key_valid, 1)
        ctx.set(pre.header.ready, 1)
        ctx.set(pre.words.ready, not waits or len(masks) > 20)

    play(pre, [pdi], [], until=lambda: len(masks) > 20, extra=extra)
    assert len(pdi.passed) == len(pdi.items) and set(masks) == {0}


def refused(messages: list, **parameters) -> int:
    """How many of them fail in a pre-processor for 12 bytes of nonce, 16 of tag, blocks of 16 and a
    bus of 32 bits.
    """
    pre = PreProcessor(
        Needs(
            width=32,
            nonce_bytes=12,
            tag_bytes=16,
            block_bytes=16,
            hash_block_bytes=None,
            **parameters,
        )
    )
    pdi = stream(pre.pdi, items=[{"data": word} for word in vectors(messages, width=32).pdi.words])
    failures, quiet = Stream(valid=pre.failure, ready=pre.failed, payload={}), [0]

    def extra(ctx):
        for signal in (pre.words.ready, pre.header.ready, pre.finished, pre.key_valid):
            ctx.set(signal, 1)
        quiet[0] = quiet[0] + 1 if len(pdi.passed) == len(pdi.items) else 0

    play(pre, [pdi], [failures], until=lambda: quiet[0] > 5, extra=extra)
    return len(failures.passed)


def given(opcode: Opcode, ad: tuple[int, ...] = (0,)) -> Violation:
    """A message with segments of associated data of these lengths, and 20 bytes of text."""
    text = Segment.CIPHERTEXT if opcode == Opcode.DECRYPT else Segment.PLAINTEXT
    kinds = [
        Segment.NONCE,
        *[Segment.AD] * len(ad),
        text,
        *[Segment.TAG] * (opcode == Opcode.DECRYPT),
    ]
    sizes = [12, *ad, 20, 16][: len(kinds)]
    parts = []
    for number, (kind, size) in enumerate(zip(kinds, sizes)):
        header = Header(
            type=kind,
            length=size,
            eot=[kind] != kinds[number + 1 : number + 2],
            last=number == len(kinds) - 1,
        )
        parts += [header, bytes(size)]
    return Violation(title="", pdi=(Instruction(opcode=opcode), *parts))


def test_a_core_that_only_encrypts_refuses_decryption():
    """A whole decryption fails once; encryptions before and after it pass, and so does everything
    in a core that decrypts.
    """
    messages = [given(Opcode.ENCRYPT), given(Opcode.DECRYPT), given(Opcode.ENCRYPT)]
    assert refused(messages) == 0 and refused(messages, decrypts=False) == 1


def test_a_refused_decryption_is_not_an_encryption():
    """What would be a good encryption fails if the instruction says decrypt."""
    _, *segments = given(Opcode.ENCRYPT).pdi
    disguised = Violation(title="", pdi=(Instruction(opcode=Opcode.DECRYPT), *segments))
    assert refused([disguised, given(Opcode.ENCRYPT)], decrypts=False) == 1


@pytest.mark.parametrize(
    "ad_block_bytes, good, bad",
    [
        (16, (16, 32, 5), (8, 8)),
        (16, (16, 32, 5), (28, 28)),
        (32, (16, 48, 5), (8, 24)),
        (28, (28, 28, 3), (30, 28)),
    ],
)
def test_associated_data_is_cut_at_its_own_blocks(ad_block_bytes, good, bad):
    """Segments are multiples of the largest power of two in a block of associated data, and of no
    more than a block.
    """
    step = AeadModel.ad_step.fget(SimpleNamespace(block_bytes=16, ad_block_bytes=ad_block_bytes))
    messages = [given(Opcode.ENCRYPT, good), given(Opcode.ENCRYPT, bad)]
    assert refused(messages[:1], ad_step=step) == 0
    assert refused(messages, ad_step=step) == 1


@pytest.mark.parametrize("aead, hash_name, width", CASES)
def test_segments_of_good_messages_are_joined(aead, hash_name, width):
    """Phases are the same however a message is cut into segments; headers of the other text, and no
    failure, leave.
    """
    messages = [
        replace(message, new_key=True)
        for message in stimulus.plan(aead, hash_name, seed=2)
        if message.segment_blocks and len(message.data) < 100
    ][:12]
    words, header, failures = processed(aead, hash_name, width, messages, seed=3)
    expected = []
    for message in messages:
        parts = (
            [(Phase.NONCE, message.nonce), (Phase.AD, message.ad)]
            if message.operation != "hash"
            else []
        )
        tag = [(Phase.TAG, message.tag)] if message.operation == "decryption" else []
        expected += [*parts, (Phase.MESSAGE, message.data), *tag]
    assert not failures.passed and whole(words.values, width) == expected
    headers = [
        word
        for message, block in zip(messages, vectors(messages, width=width).do.blocks)
        if message.operation != "hash"
        for item in block.items
        if item.kind == "HDR" and item.comment.startswith(("plaintext", "ciphertext"))
        for word in item.words
    ]
    assert [values["data"] for values in header.values] == headers


@pytest.mark.parametrize(
    "decrypt, always, sizes, shown",
    [
        (False, False, (16, 20), (16, 16)),
        (False, False, (32,), (16,)),
        (False, False, (5,), ()),
        (False, True, (32,), (32,)),
        (True, False, (48,), (32,)),
        (True, True, (0, 16, 16), (16,)),
    ],
)
def test_a_header_on_do_leaves_out_the_block_that_the_mode_announces(decrypt, always, sizes, shown):
    """Of a mode whose ciphertext is whole blocks: what goes to DO with each segment of a text."""
    pre = PreProcessor(
        Needs(
            width=32,
            nonce_bytes=12,
            tag_bytes=16,
            block_bytes=16,
            hash_block_bytes=None,
            announces_last=True,
            pads_always=always,
        )
    )
    kind = Segment.CIPHERTEXT if decrypt else Segment.PLAINTEXT
    parts = [
        Instruction(opcode=Opcode.DECRYPT if decrypt else Opcode.ENCRYPT),
        Header(type=Segment.NONCE, length=12),
        bytes(12),
        Header(type=Segment.AD, length=0),
    ]
    for number, size in enumerate(sizes, 1):
        end = number == len(sizes)
        parts += [Header(type=kind, length=size, eot=end, last=end and not decrypt), bytes(size)]
    sent = vectors([Violation(title="", pdi=tuple(parts))], width=32).pdi.words
    pdi, quiet = stream(pre.pdi, items=[{"data": word} for word in sent]), [0]
    header = Stream(
        valid=pre.header.valid & pre.header.ready, ready=None, payload={"data": pre.header.data}
    )

    def extra(ctx):
        for signal in (pre.words.ready, pre.header.ready, pre.finished, pre.key_valid):
            ctx.set(signal, 1)
        quiet[0] = quiet[0] + 1 if len(pdi.passed) == len(pdi.items) else 0

    play(pre, [pdi], [header], until=lambda: quiet[0] > 5, extra=extra)
    text = Segment.PLAINTEXT if decrypt else Segment.CIPHERTEXT
    assert [values["data"] for values in header.values] == [
        Header(type=text, length=size, eot=False).encode() for size in shown
    ]
