# SPDX-License-Identifier: Apache-2.0
"""Typed messages become the words that the LWC Hardware API asks for."""

from dataclasses import replace
from random import Random

import pytest

from cipherfab.errors import CallError
from cipherfab.lwc.messages import (
    Header,
    Instruction,
    Violation,
    decryption,
    encryption,
    hashing,
    output,
)
from cipherfab.lwc.protocol import Segment
from cipherfab.lwc.streams import vectors

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


def headers(stream, block=0):
    """The headers of a 32-bit stream's block."""
    return [f"{item.words[0]:08X}" for item in stream.blocks[block].items if item.kind == "HDR"]


@pytest.mark.parametrize(
    "ad, plaintext, expected",
    [
        (b"", b"", ["D6000010", "12000000", "43000000"]),
        (b"a", b"", ["D2000010", "16000001", "43000000"]),
        (b"", b"p", ["D2000010", "12000000", "47000001"]),
        (b"a", b"p", ["D2000010", "12000001", "47000001"]),
    ],
)
def test_end_of_input_is_on_the_last_segment_that_is_not_empty(ad, plaintext, expected):
    """The flags are those of the vector files of existing cores."""
    streams = vectors(
        [encryption("ascon-128", key=KEY, nonce=NONCE, ad=ad, plaintext=plaintext)], width=32
    )
    assert headers(streams.pdi) == expected
    assert headers(streams.do) == [f"5200000{len(plaintext)}", "83000010"]
    assert streams.do.words[-1] == 0xE0000000


@pytest.mark.parametrize(
    "order, ad, expected",
    [
        (("ad", "npub", "data"), b"a", ["12000001", "D2000010", "47000004"]),
        (("npub", "data", "ad"), b"a", ["D2000010", "42000004", "17000001"]),
        (("npub", "data", "ad"), b"", ["D2000010", "46000004", "13000000"]),
    ],
)
def test_types_come_in_the_order_that_a_core_takes_them(order, ad, expected):
    """*Last* and *end of input* follow the order; the tag of a decryption stays behind all."""
    fields = {"key": KEY, "nonce": NONCE, "ad": ad}
    sealed = encryption("ascon-128", plaintext=b"text", **fields)
    opened = decryption("ascon-128", ciphertext=sealed.result, tag=sealed.tag, **fields)
    streams = vectors([sealed, opened], width=32, segment_order=order)
    assert headers(streams.pdi) == expected
    assert headers(streams.pdi, 1)[-1] == "83000010"
    assert sum(int(header, 16) >> 24 & 1 for header in headers(streams.pdi, 1)) == 1


def test_decryption_sends_the_tag_last_and_gets_only_the_plaintext():
    """The tag has the last flag on PDI; DO ends with plaintext and status."""
    good = encryption("ascon-128", key=KEY, nonce=NONCE, ad=b"ad", plaintext=b"text")
    streams = vectors(
        [
            decryption(
                "ascon-128", key=KEY, nonce=NONCE, ad=b"ad", ciphertext=good.result, tag=good.tag
            )
        ],
        width=32,
    )
    assert headers(streams.pdi) == ["D2000010", "12000002", "56000004", "83000010"]
    assert streams.do.words == [0x43000004, int.from_bytes(b"text", "big"), 0xE0000000]


def test_a_forged_message_fails_without_comparing_its_plaintext():
    """Unverified plaintext is not compared, its padding is, and the status is failure."""
    streams = vectors(
        [decryption("ascon-128", key=KEY, nonce=NONCE, ciphertext=b"12345", tag=bytes(16))],
        width=32,
    )
    header, data, status = streams.do.blocks[0].items
    assert (header.words, data.cares, status.words) == (
        (0x43000005,),
        (0, 0x00FFFFFF),
        (0xF0000000,),
    )


def test_segments_are_whole_blocks_and_mirrored_in_the_output():
    """A limit of one block splits input and output alike; only the last segment has the flags."""
    message = encryption(
        "ascon-128", key=KEY, nonce=NONCE, ad=bytes(9), plaintext=bytes(16), segment_blocks=1
    )
    streams = vectors([message], width=32)
    assert headers(streams.pdi) == ["D2000010", "10000008", "12000001", "40000008", "47000008"]
    assert headers(streams.do) == ["50000008", "52000008", "83000010"]


def test_segments_of_given_sizes_may_be_empty():
    """Empty segments are sent as given; on DO only one that ends its type is left; end of input is
    on the last with a byte.
    """
    message = encryption(
        "ascon-128",
        key=KEY,
        nonce=NONCE,
        ad=bytes(8),
        plaintext=bytes(8),
        ad_sizes=(0, 8),
        data_sizes=(0, 8, 0),
    )
    streams = vectors([message], width=32)
    assert headers(streams.pdi) == [
        "D2000010",
        "10000000",
        "12000008",
        "40000000",
        "44000008",
        "43000000",
    ]
    assert headers(streams.do) == ["50000008", "52000000", "83000010"]
    with pytest.raises(CallError, match="add up to 8 bytes"):
        vectors(
            [encryption("ascon-128", key=KEY, nonce=NONCE, ad=bytes(8), ad_sizes=(8, 8))], width=32
        )


def test_long_data_is_split_at_the_largest_whole_number_of_blocks():
    """A message over 65,535 bytes takes several segments without being asked to."""
    streams = vectors([hashing("ascon-hash", message=bytes(65536))], width=32)
    assert headers(streams.pdi) == ["7000FFF8", "77000008"] and headers(streams.do) == ["93000020"]


def test_narrow_buses_carry_the_same_bytes():
    """With 8 bits an instruction is one byte, a header four, and nothing is padded."""
    message = encryption("ascon-128", key=KEY, nonce=NONCE, ad=b"x", plaintext=b"yz")
    wide, narrow = (vectors([message], width=width) for width in (32, 8))
    assert (
        bytes(narrow.pdi.words[:2]) == b"\x70\x20"
        and len(narrow.pdi.words) == 2 + 4 + 16 + 4 + 1 + 4 + 2
    )
    assert narrow.sdi.words == [0x40, 0xC7, 0, 0, 16, *KEY] and len(wide.sdi.words) == 6


@pytest.mark.parametrize("width", [64, 128])
def test_on_a_wide_bus_a_header_is_the_top_of_a_word(width):
    """Instruction, header and status have a word each, whose rest is 0; data begins at the top of a
    word, and the rest of the last one is 0.
    """
    message = encryption("ascon-aead128", key=KEY, nonce=NONCE, ad=b"x", plaintext=b"yz")
    streams = vectors([message], width=width)
    tops = {
        item.kind: item.words[0] >> width - 32
        for stream in (streams.pdi, streams.sdi, streams.do)
        for item in stream.blocks[0].items
        if item.kind != "DAT"
    }
    assert tops == {"INS": 0x4 << 28, "HDR": 0x83000010, "STT": 0xE0000000}
    words = 128 // width
    assert len(streams.sdi.words) == 2 + words and len(streams.pdi.words) == 2 + 1 + words + 2 + 2
    assert streams.pdi.words[-1] == int.from_bytes(b"yz", "big") << width - 16
    rest = (1 << width - 32) - 1
    assert not any(
        word & rest
        for stream in (streams.pdi, streams.sdi, streams.do)
        for item in stream.blocks[0].items
        if item.kind != "DAT"
        for word in item.words
    )


def test_the_rest_of_a_wide_header_is_not_looked_at():
    """With noise it is filled; on a bus of the API there is no rest."""
    message = encryption("ascon-aead128", key=KEY, nonce=NONCE)
    plain, noisy = (vectors([message], width=64, noise=dice).pdi for dice in (None, Random(1)))
    first, second = (stream.blocks[0].items[0].words[0] for stream in (plain, noisy))
    assert first != second and first >> 32 == second >> 32


def test_keys_are_loaded_only_when_new():
    """A message with the key in use neither activates nor loads one."""
    first = encryption("ascon-128", key=KEY, nonce=NONCE)
    second = encryption("ascon-128", key=KEY, nonce=NONCE, new_key=False)
    streams = vectors([first, second], width=32)
    assert len(streams.sdi.blocks) == 1 and streams.pdi.blocks[1].words[0] == 0x20000000


def test_a_violation_expects_one_failure_status_after_anything():
    """Broken input is sent as it is."""
    streams = vectors([Violation(title="unknown opcode", pdi=(Instruction(opcode=6),))], width=16)
    assert (
        streams.pdi.words == [0x6000]
        and streams.do.words == [0xF000]
        and streams.do.blocks[0].anything_before_status
    )


def test_headers_before_a_failure_mirror_those_of_the_text():
    """As of the other text, with the flags that a good message would have, and without empty ones
    that do not end the type; of a mode with segments of its own they are not known.
    """
    sealed = Segment.CIPHERTEXT
    parts = (
        Header(type=Segment.NONCE, length=16),
        Header(type=sealed, length=0, eot=False),
        Header(type=sealed, length=8, eot=False),
        Header(type=Segment.PLAINTEXT, length=4),
        Header(type=sealed, length=0, eoi=True),
    )
    wrong = Violation(title="", pdi=(Instruction(opcode=3), *parts))
    for violation, expected in (
        (wrong, (0x40000008, 0x43000000)),
        (replace(wrong, mirrored=False), None),
        (replace(wrong, pdi=(Instruction(opcode=2), *parts)), (0x52000004,)),
    ):
        assert vectors([violation], width=8).do.blocks[0].headers_before == expected


def test_segments_longer_than_the_length_field_are_refused():
    """A limit beyond 16 bits of length is an error of the call."""
    message = encryption("ascon-128", key=KEY, nonce=NONCE, segment_blocks=8192)
    with pytest.raises(CallError, match="expected 1 to 8191 blocks"):
        vectors([message], width=32)


def test_a_core_that_keeps_a_message_sends_one_segment_or_only_the_failure():
    """Ciphertext and plaintext are one segment; a wrong tag and a message beyond the buffer are
    answered by the status alone.
    """
    good = encryption("ascon-128", key=KEY, nonce=NONCE, plaintext=bytes(20), segment_blocks=1)
    sent = {"key": KEY, "nonce": NONCE, "ciphertext": good.result, "segment_blocks": 1}
    back, forged = (
        decryption("ascon-128", tag=good.tag, **sent),
        decryption("ascon-128", tag=bytes(16), **sent),
    )
    long = encryption("ascon-128", key=KEY, nonce=NONCE, plaintext=bytes(25))
    streams = vectors([good, back, forged, long], width=32, buffer_bytes=24)
    assert headers(streams.pdi) == ["D2000010", "12000000", "40000008", "40000008", "47000004"]
    assert [headers(streams.do, number) for number in range(4)] == [
        ["52000014", "83000010"],
        ["43000014"],
        [],
        [],
    ]
    assert streams.do.blocks[2].items[0].words == (0xF0000000,)
    assert [len(block.items) for block in streams.do.blocks[2:]] == [1, 1]
    assert not any(block.anything_before_status for block in streams.do.blocks)


def test_an_output_of_any_length_is_asked_for_without_data():
    """The worked message of docs/reference/lwc.md; with a customization that comes first."""
    asked = output("ascon-xof128", message=b"\0", size=10, output_sizes=(8, 2))
    streams = vectors([asked], width=32)
    assert [f"{word:08X}" for word in streams.pdi.words] == [
        "A0000000", "76000001", "00000000", "A0000008", "A3000002"]  # fmt: skip
    assert headers(streams.do) == ["90000008", "93000002"] and not streams.sdi.words
    assert len(streams.do.words) == 6 and streams.do.words[-1] == 0xE0000000
    custom = output("ascon-cxof128", message=b"", size=3, customization=b"z")
    streams = vectors([custom], width=32)
    assert streams.pdi.words[0] == 0xB0000000
    assert headers(streams.pdi) == ["16000001", "72000000", "A3000003"]


def test_an_empty_request_that_does_not_end_leaves_nothing():
    """As other empty segments; the last one leaves its header."""
    asked = output("ascon-xof128", message=b"", size=0, output_sizes=(0, 0, 0))
    streams = vectors([asked], width=32)
    assert headers(streams.pdi)[1:] == ["A0000000", "A0000000", "A3000000"]
    assert headers(streams.do) == ["93000000"]
