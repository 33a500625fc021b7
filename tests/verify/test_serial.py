"""Calls as the words of a cell-serial core."""

import pytest

from cipherfab.cores import build
from cipherfab.design import BareInterface
from cipherfab.errors import CallError
from cipherfab.verify import chain, serial

BLOCK, OTHER, RIGHT = 0x0123456789ABCDEF, 0xFEDCBA9876543210, 0x0F1E2D3C4B5A6978


def test_words_of_a_call():
    """Word j has cell j of every block, and of every tweakey word, the first one most significant."""
    interface = BareInterface(algorithm="skinny-64-128", inputs={"tweakey": 8, "plaintext": 4}, outputs={"ciphertext": 4}, cell=4)
    given, expected = serial.words(interface, [{"tweakey": BLOCK << 64 | OTHER, "plaintext": BLOCK}], [{"ciphertext": OTHER}])
    assert [word["plaintext"] for word in given] == list(range(16))
    assert [word["ciphertext"] for word in expected] == list(range(15, -1, -1))
    assert [word["tweakey"] for word in given] == [place << 4 | 15 - place for place in range(16)]


@pytest.mark.parametrize("select, blocks", [(1, [OTHER]), (2, [RIGHT]), (3, [RIGHT, OTHER])])
def test_a_block_at_a_time(select, blocks):
    """A forkcipher's core that computes a block at a time gets the call again for each block that is wanted."""
    interface = BareInterface(algorithm="forkskinny-64-192", inputs={"tweakey": 12, "block": 4, "left": 1}, outputs={"block": 4},
                              cell=4)
    given, expected = serial.words(interface, [{"tweakey": 0, "block": BLOCK, "select": select}], [{"left": OTHER, "right": RIGHT}])
    assert [word["block"] for word in given] == list(range(16)) * len(blocks)
    assert [word["left"] for word in given[::16]] == [int(block == OTHER) for block in blocks]
    assert [word["block"] for word in expected] == [cell for block in blocks for cell in serial.cells(block, 4)]


def test_the_chain_plays_a_serial_core(tmp_path):
    """Official known answers and random calls on the RTL of a serial core, with stalls."""
    found = chain.check_rtl(build("skinny-64-64/serial=4"), tmp_path, seed=1)
    assert [finding["passed"] for finding in found] == [True, True]


@pytest.mark.parametrize("name, message", [
    ("skinny-128-256/serial=4", "has 8 bits: serial=8"), ("gift-128/serial=8", "no serial data path"),
    ("forkskinny-128-192/serial=8", "no serial data path"), ("forkskinny-128-256/serial=8,rewind", "got rewind")])
def test_what_cannot_be_serial_is_refused(name, message):
    """Another width than that of a cell, a cipher without a path, and options without a serial core."""
    with pytest.raises(CallError, match=message):
        build(name)
