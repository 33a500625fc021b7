# SPDX-License-Identifier: Apache-2.0
"""Calls as the words of a cell-serial core."""

import json

import pytest

from cipherfab.cores.build import build
from cipherfab.design import BareInterface
from cipherfab.errors import CallError
from cipherfab.verify import chain
from cipherfab.verify.rtl import cell_words

BLOCK, OTHER, RIGHT = 0x0123456789ABCDEF, 0xFEDCBA9876543210, 0x0F1E2D3C4B5A6978


def test_words_of_a_call():
    """Word j has cell j of every block, and of every tweakey word, the first one most
    significant."""
    interface = BareInterface(
        algorithm="skinny-64-128",
        inputs={"tweakey": 8, "plaintext": 4},
        outputs={"ciphertext": 4},
        cell=4,
    )
    given, expected = cell_words.words(
        interface, [{"tweakey": BLOCK << 64 | OTHER, "plaintext": BLOCK}], [{"ciphertext": OTHER}]
    )
    assert [word["plaintext"] for word in given] == list(range(16))
    assert [word["ciphertext"] for word in expected] == list(range(15, -1, -1))
    assert [word["tweakey"] for word in given] == [place << 4 | 15 - place for place in range(16)]


@pytest.mark.parametrize("select, blocks", [(1, [OTHER]), (2, [RIGHT]), (3, [RIGHT, OTHER])])
def test_a_block_at_a_time(select, blocks):
    """A forkcipher's core that computes a block at a time gets the call again for each block that
    is wanted.
    """
    interface = BareInterface(
        algorithm="forkskinny-64-192",
        inputs={"tweakey": 12, "block": 4, "left": 1},
        outputs={"block": 4},
        cell=4,
    )
    given, expected = cell_words.words(
        interface,
        [{"tweakey": 0, "block": BLOCK, "select": select}],
        [{"left": OTHER, "right": RIGHT}],
    )
    assert [word["block"] for word in given] == list(range(16)) * len(blocks)
    assert [word["left"] for word in given[::16]] == [int(block == OTHER) for block in blocks]
    assert [word["block"] for word in expected] == [
        cell for block in blocks for cell in cell_words.cells(block, 4)
    ]


@pytest.mark.parametrize("more, blocks", [({"left": 1}, [BLOCK]), ({}, [BLOCK, RIGHT])])
def test_a_decryption_gives_the_plaintext_first(more, blocks):
    """A decryption is one call; a core that gives both blocks gives the right one after the
    plaintext.
    """
    interface = BareInterface(
        algorithm="forkskinny-64-192",
        inputs={"tweakey": 12, "block": 4, **more, "decrypt": 1},
        outputs={"block": 4},
        cell=4,
    )
    given, expected = cell_words.words(
        interface,
        [{"tweakey": 0, "block": OTHER, "select": 3, "decrypt": 1}],
        [{"left": BLOCK, "right": RIGHT}],
    )
    assert [word["block"] for word in given] == cell_words.cells(OTHER, 4) and all(
        word["decrypt"] for word in given
    )
    assert [word["block"] for word in expected] == [
        cell for block in blocks for cell in cell_words.cells(block, 4)
    ]
    assert cell_words.group(interface) == (16, 16 * len(blocks))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name",
    [
        "skinny-64-64/serial=4",
        "skinny-64-64/serial=4,encdec",
        "forkskinny-64-192/serial=4,encdec",
        "forkskinny-64-192/serial=4,restart,encdec",
        "saturnin-10-d1/serial=8",
        "saturnin-16-d7/serial=16",
        pytest.param("lilliput-tbc-i-128/serial=8", marks=pytest.mark.slow),
    ],
)
def test_the_chain_plays_a_serial_core(name, tmp_path):
    """Official known answers, random calls and power-up states on the RTL of a serial core."""
    found = chain.check_rtl(build(name), tmp_path, seed=1)
    assert [finding.passed for finding in found] == [True, True, True]


@pytest.mark.parametrize(
    "name, message",
    [
        ("skinny-128-256/serial=4", "has 8 bits: serial=8"),
        ("lilliput-tbc-ii-128/serial=4", "has 8 bits: serial=8"),
        ("skinny-64-64/serial=8,encdec", "has 4 bits: serial=4"),
        ("forkskinny-64-192/serial=4,parallel,encdec", "got serial=4,parallel"),
        ("gift-128/serial=8", "serial does not fit"),
        ("aes-128/serial=8,encdec", "serial does not fit"),
        (
            "saturnin-10-d1/serial=2",
            "serial=2 is refused. Of 16 columns a clock takes 4 or 8 or 16",
        ),
        ("saturnin-10-d1/serial=8,encdec", "its encryption alone"),
        ("forkskinny-128-256/serial=8,rewind", "got serial=8,rewind"),
        ("forkskinny-128-256/serial=8,duplicated,encdec", "got serial=8,duplicated"),
    ],
)
def test_what_cannot_be_serial_is_refused(name, message):
    """Another width than that of a cell, a cipher without a path, and options without a serial
    core.
    """
    with pytest.raises(CallError, match=message):
        build(name)


def test_words_in_an_order_of_their_own():
    """A port's words have the cells that the interface says; what is not used is not the value's
    own byte at that place.
    """
    order = {
        "in_key": ((None,), (1,), (0,)),
        "in_x": ((2,), (0,), (1,)),
        "out_y": ((1,), (2,), (0,)),
    }
    interface = BareInterface(
        algorithm="lilliput-tbc-i-128",
        inputs={"key": 8, "x": 8},
        outputs={"y": 8},
        cell=8,
        order=order,
    )
    given, expected = cell_words.words(
        interface, [{"key": 0x1234, "x": 0xABCDEF}], [{"y": 0x010203}]
    )
    assert given == [{"key": 0xED, "x": 0xEF}, {"key": 0x34, "x": 0xAB}, {"key": 0x12, "x": 0xCD}]
    assert expected == [{"y": 2}, {"y": 3}, {"y": 1}]


def test_an_order_survives_json():
    """The order of a byte-serial core's words is part of the design; other cores' designs are as
    they were without it.
    """
    design = build("lilliput-tbc-ii-128/serial=8")
    assert design.interface.order["in_plaintext"][0] == (8,)
    assert type(design).from_json(json.loads(json.dumps(design.to_json()))) == design
    assert "order" not in build("skinny-64-64/serial=4").to_json()["interface"]
