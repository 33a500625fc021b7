# SPDX-License-Identifier: Apache-2.0
"""The planted bugs show where their titles say, and nowhere else."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from cipherfab.commands import planted as command
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Message, Operation, encryption
from cipherfab.lwc.streams import vectors
from cipherfab.verify.equivalence.netlist import read_rtl
from cipherfab.verify.finding import Finding
from cipherfab.verify.mutation.planted import played
from cipherfab.verify.mutation.planted.bugs import BUGS
from cipherfab.verify.mutation.planted.wrapped import bugs_of, wrapped
from cipherfab.verify.mutation.played import one_of
from cipherfab.verify.rtl.played import Played
from cipherfab.verify.rtl.simulator import Resets, Simulator
from cipherfab.verify.tags.check import check_tags

CORE = "ascon-aead128/unrolled=2"


class Writer:
    """Messages of one key unless it says otherwise, each with a nonce of its own."""

    def __init__(self):
        self.random, self.key = Random(5), b"\x17" * 16

    def sealed(self, ad: bytes | int = 0, text: bytes | int = 0, **fields) -> Message:
        """An encryption; a number stands for as many random bytes."""
        ad, text = (
            self.random.randbytes(part) if isinstance(part, int) else part for part in (ad, text)
        )
        return encryption(
            "ascon-aead128",
            **{
                "key": self.key,
                "nonce": self.random.randbytes(16),
                "ad": ad,
                "plaintext": text,
                "new_key": False,
                **fields,
            },
        )

    def pair(self, ad: bytes | int = 0, text: bytes | int = 0, **fields) -> list[Message]:
        """An encryption and its decryption."""
        good = self.sealed(ad, text, **fields)
        return [good, opened(good)]


def opened(good: Message, **fields) -> Message:
    """The decryption of an encryption."""
    return replace(
        good,
        **{
            "operation": Operation.DECRYPT,
            "data": good.result,
            "result": good.data,
            "new_key": False,
            **fields,
        },
    )


def wrong(good: Message, tag: bytes | None = None, **fields) -> Message:
    """The decryption with another tag."""
    return opened(good, tag=tag or bytes([good.tag[0] ^ 1]) + good.tag[1:], result=None, **fields)


def words_of(tag: bytes) -> list[bytes]:
    """Its words, the first one first."""
    return [tag[start : start + 4] for start in range(0, 16, 4)]


def added(tag: bytes, places: dict[int, int], size: int) -> bytes:
    """Numbers added to parts of ``size`` bytes."""
    parts = [int.from_bytes(tag[start : start + size]) for start in range(0, 16, size)]
    return b"".join(
        (part + places.get(place, 0) & (1 << 8 * size) - 1).to_bytes(size)
        for place, part in enumerate(parts)
    )


def flipped(tag: bytes, mask: int) -> bytes:
    """Bits flipped; bit 0 is the last one."""
    return (int.from_bytes(tag) ^ mask).to_bytes(16)


TAGS: dict[str, Callable[[bytes], bytes]] = {
    "the sums of the words are equal": lambda tag: added(tag, {0: 1, 2: -1}, 4),
    "the XORs of the bytes are equal": lambda tag: flipped(tag, 0x40 << 64 | 0x40 << 8),
    "the XORs of the nibbles are equal": lambda tag: flipped(tag, 0x11),
    "the sums of the bytes are equal": lambda tag: added(tag, {3: 1, 9: -1}, 1),
    "all 0": lambda tag: bytes(16),
    "all 1": lambda tag: b"\xff" * 16,
    "the words rotated by one": lambda tag: tag[12:] + tag[:12],
    "the words in reverse order": lambda tag: b"".join(words_of(tag)[::-1]),
    "the bytes of each word in reverse order": lambda tag: b"".join(
        word[::-1] for word in words_of(tag)
    ),
    "one of the words is right": lambda tag: tag[:4] + bytes(12),
    "all is right but the last word": lambda tag: flipped(tag, 0xFF00FF00),
    "all is right but the last byte": lambda tag: flipped(tag, 0xFF),
    "each bit inverted": lambda tag: flipped(tag, (1 << 128) - 1),
    "all bits that are 1 in the right one": lambda tag: b"\xff" * 16,
    "the first half, where the last block is not whole": lambda tag: tag[:8] + bytes(8),
}
"""A tag that each of these bugs takes for the right one."""

ONES, ZEROS = b"\xff" * 16, bytes(16)

MESSAGES: dict[str, Callable[[Writer], list[Message]]] = {
    "65,536 bytes of associated data or more, over segments": lambda by: by.pair(65_600),
    "65,536 bytes of text or more, over segments": lambda by: by.pair(0, 65_600),
    "65,537 to 65,791 bytes of ciphertext, over segments": lambda by: by.pair(0, 65_600),
    "37 bytes of associated data": lambda by: [by.sealed(37, 5)],
    "200 bytes of text": lambda by: by.pair(3, 200),
    "523 bytes of associated data": lambda by: by.pair(523),
    "2,560 to 2,815 bytes of text": lambda by: [by.sealed(0, 2_700)],
    "1,000 to 1,007 bytes of ciphertext": lambda by: by.pair(0, 1_001),
    "one byte of associated data, 256 of text or more": lambda by: by.pair(1, 256),
    "12 segments of associated data or more":
        lambda by: by.pair(12 * 16, 1, segment_blocks=1),
    "33 segments of text or more": lambda by: by.pair(1, 33 * 16, segment_blocks=1),
    "200 segments of associated data or more": lambda by: by.pair(3_200, 1, segment_blocks=1),
    "9 empty segments of associated data in a row":
        lambda by: [by.sealed(21, 5, ad_sizes=(16, *[0] * 9, 5))],
    "three segments of associated data, 11 bytes in the last":
        lambda by: [by.sealed(43, 5, ad_sizes=(16, 16, 11))],
    "a decryption behind three encryptions":
        lambda by: [by.sealed(), by.sealed(), *by.pair(2, 2)],
    "a decryption behind two that were right, same key":
        lambda by: [(good := by.sealed(2, 2)), *[opened(good)] * 3],
    "an encryption behind a right, a refused and a right decryption":
        lambda by: [(good := by.sealed(2, 2)), opened(good), wrong(good), opened(good),
                    by.sealed()],
    "a wrong tag behind an encryption with a new key":
        lambda by: [(good := by.sealed(2, 2)), wrong(good, new_key=True)],
    "300 messages with one key or more": lambda by: [by.sealed() for _ in range(300)],
    "1,000 messages with one key or more": lambda by: [by.sealed() for _ in range(1_000)],
    "64 encryptions in a row": lambda by: [by.sealed() for _ in range(64)],
    "bit 13 of the last word, where the text is empty and associated data is not":
        lambda by: [(good := by.sealed(3)), wrong(good, flipped(good.tag, 0x2000))],
    "the right one of the message before":
        lambda by: [(before := by.sealed()), (good := by.sealed()), wrong(good, before.tag)],
    "the last one that was given out, for another nonce":
        lambda by: [(good := by.sealed()), (last := by.sealed()), wrong(good, last.tag)],
    "20 bits at the beginning of a word of plaintext":
        lambda by: [by.sealed(0, bytes.fromhex("5d0c3aaa"))],
    "20 bits at the end of a word of ciphertext":
        lambda by: ciphertext_with(by, 0x91BE4, 20),
    "24 bits at the end of a word of text": lambda by: [by.sealed(0, bytes.fromhex("aa3c91d7"))],
    "24 bits at the beginning of a word of text":
        lambda by: [by.sealed(0, bytes.fromhex("e2684baa"))],
    "a nonce of all 0": lambda by: by.pair(2, 2, nonce=ZEROS),
    "a nonce of all 1": lambda by: by.pair(2, 2, nonce=ONES),
    "a key of all 0": lambda by: by.pair(2, 2, key=ZEROS, new_key=True),
    "a key of all 1": lambda by: by.pair(2, 2, key=ONES, new_key=True),
    "the nonce of the encryption before, same key":
        lambda by: [by.sealed(0, 2, nonce=ONES), by.sealed(0, 3, nonce=ONES)],
    "a word of associated data of all 1": lambda by: [by.sealed(ONES[:4])],
    "a word of associated data of all 0": lambda by: [by.sealed(ZEROS[:4])],
    "a word of text of all 0": lambda by: ciphertext_with(by, 0, 32),
    "a block of text of all 1": lambda by: [by.sealed(0, ONES)],
    "a block of text like the one before":
        lambda by: [by.sealed(0, bytes(range(16)) * 2)],
    "a word of associated data like the one before": lambda by: [by.sealed(b"same" * 2)],
    "do_last with the tag, where associated data has 7 segments or more":
        lambda by: [by.sealed(7 * 16, 1, segment_blocks=1)],
}  # fmt: skip
"""Messages that show a bug, for those that the checks once missed."""


def ciphertext_with(by: Writer, bits: int, width: int) -> list[Message]:
    """A pair whose first word of ciphertext ends with some bits."""
    good = by.sealed(0, 4)
    mask = int.from_bytes(good.result) % (1 << width) ^ bits
    plain = (int.from_bytes(good.data) ^ mask).to_bytes(4)
    return by.pair(0, plain, nonce=good.nonce)


def tagged(by: Writer, change: Callable[[bytes], bytes]) -> list[Message]:
    """An encryption, and its decryption with a tag that is changed."""
    good = by.sealed(3, 5)
    return [good, wrong(good, change(good.tag))]


def stimuli() -> dict[str, list[Message]]:
    """Messages by the title of the bug that they show; the first one brings the key."""
    found = {title: make(Writer()) for title, make in MESSAGES.items()}
    found |= {title: tagged(Writer(), change) for title, change in TAGS.items()}
    return {
        title: [replace(messages[0], new_key=True), *messages[1:]]
        for title, messages in found.items()
    }


def test_every_bug_is_one_of_its_own():
    """At least 60 for a core without a hash function, each with a number, a title and a condition
    that no other has.
    """
    assert len(bugs_of(build(CORE))) >= 60
    assert len({bug.number for bug in BUGS}) == len({bug.title for bug in BUGS}) == len(BUGS)
    assert len({(bug.effect, bug.when, bug.event) for bug in BUGS}) == len(BUGS)
    assert {*MESSAGES, *TAGS} <= {bug.title for bug in BUGS}


def test_the_wrapper_is_filled_in_and_one_bug_can_be_fixed():
    """No mark of the template is left, every number has its case, and a bug of its own needs no
    system function.
    """
    design = wrapped(build(CORE), 7)
    text = design.sources["watcher.sv"]
    assert "@" not in text.replace("always_ff @(posedge clk)", "")
    assert all(f"      {bug.number}: begin" in text for bug in BUGS)
    assert "number = 7;" in design.sources["cipherfab_mutants.sv"]
    assert design.third_party and "$" not in design.sources["cipherfab_mutants.sv"]


def test_the_tools_of_the_proofs_read_it(tmp_path):
    """*Every tag* reads the wrapper as sources, as it reads the core inside."""
    assert "pdi_data" in read_rtl(wrapped(build(CORE), 7), tmp_path).inputs


@pytest.mark.slow
def test_every_tag_is_asked_of_a_planted_comparison(tmp_path):
    """Without a bug all tags are proved, so that what reads it sees no bug that is not there; with
    a comparison of sums of bytes *every tag* finds a wrong tag, which simulation shows too.
    """
    number = next(bug.number for bug in BUGS if bug.title == "the sums of the bytes are equal")
    passed = []
    for one in (0, number):
        (tmp_path / str(one)).mkdir()
        passed += [
            found.passed
            for found in check_tags(wrapped(build(CORE), one), tmp_path / str(one), seed=1)
        ]
    assert passed == [True, False]


@pytest.mark.parametrize("name", ["speck-64-128", "ascon-hash256", "ascon-aead128/serial=1"])
def test_only_cores_whose_buses_it_reads(name):
    """A core without an AEAD or with other buses is refused with what was expected."""
    design = build(name)
    if name.endswith("serial=1"):
        design = replace(design, interface=replace(design.interface, width=8))
    with pytest.raises(CallError, match="expected a core with the LWC API"):
        wrapped(design)


def test_what_finds_a_bug_is_told_and_the_others_are_asked_alone(monkeypatch, capsys):
    """A bug that a check fails on is found; with an easier test passed it is a remark; what no
    check fails on in the model of all is verified by itself, and missed if that passes too with
    no remark but those on the core without a bug.
    """
    found = {1: "lengths", 2: "splits"}
    eased = Played(passed=True, detail="", caveat="segments are answered wrong")
    failed = Played(passed=False, detail="first mismatch")
    monkeypatch.setattr(
        played,
        "plays_of",
        lambda *some: [("lengths", lambda *one: failed), ("splits", lambda *one: failed)],
    )
    monkeypatch.setattr(
        played,
        "Easing",
        lambda first: SimpleNamespace(
            judge=lambda check, play, simulator: eased if simulator == 2 else failed
        ),
    )
    monkeypatch.setattr(
        played,
        "play_each",
        lambda *some: (
            None,
            {number: {"check": check, "failure": "word"} for number, check in found.items()},
        ),
    )
    monkeypatch.setattr(played, "one_of", lambda simulator, number: number)
    fine = Finding("rtl", "volume", True, "all", 1.0, more={"caveat": "usual"})
    monkeypatch.setattr(
        played,
        "check_rtl",
        lambda design, directory, seed: [
            fine,
            replace(
                fine,
                check="tags",
                passed="number = 3;" not in design.sources["cipherfab_mutants.sv"],
            ),
        ],
    )
    result = command.run(CORE, root=None, seed=1)
    first, second, third, fourth = result["bugs"][:4]
    assert (first["check"], first["remark"]) == ("lengths", False)
    assert (second["check"], second["remark"], second["detail"]) == ("splits", True, eased.caveat)
    assert (third["check"], third["remark"], third["seconds"]) == ("tags", False, 2.0)
    assert (fourth["check"], fourth["remark"]) == (None, False)
    assert (result["found"], result["remarks"], command.exit_code(result)) == (3, 1, 1)
    assert result["score"] == 3 / len(bugs_of(build(CORE)))
    command.show(result)
    text = capsys.readouterr().out
    assert all(word in text for word in ("   1 found ", "   2 remark", "   4 MISSED", "3 of 100"))
    assert command.exit_code({"found": 2, "count": 2}) == 0


@pytest.mark.slow
def test_hand_made_messages_show_them(builds):
    """Each bug of a sample fails with messages made for it, and the core without a bug passes
    them.
    """
    simulator, numbers = (
        Simulator.build(wrapped(build(CORE)), builds),
        {bug.title: bug.number for bug in BUGS},
    )
    wrong_ones = []
    for title, messages in stimuli().items():
        streams = vectors(messages, width=32, sdi_width=32)
        for number, passes in ((0, True), (numbers[title], False)):
            result = one_of(simulator, number).play(streams, stall_seed=None)
            if result.passed != passes:
                wrong_ones.append((title, number, result.failure))
    assert not wrong_ones


@pytest.mark.slow
def test_resets_while_something_waits_show_them(builds):
    """A reset in some cycle of a message with stalls shows each of the three bugs of resets."""
    simulator, by = Simulator.build(wrapped(build(CORE)), builds), Writer()
    messages = [replace(message, new_key=True) for _ in range(3) for message in by.pair(20, 20)]
    streams = vectors(messages, width=32, sdi_width=32)
    for bug in BUGS:
        if bug.title.startswith("a reset while"):
            results = [
                one_of(simulator, number).play(
                    streams, stall_seed=3, resets=Resets(at=range(1, 400, 7), cycles=8)
                )
                for number in (0, bug.number)
            ]
            assert [result.passed for result in results] == [True, False], bug.title
