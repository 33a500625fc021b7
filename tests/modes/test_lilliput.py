"""Lilliput-I: tweaks for ΘCB3, and the models of its three sizes."""

import pytest

from cipherfab.cores.aead import controller
from cipherfab.cores.names import parse
from cipherfab.measure.mode_cycles import mode_cycles
from cipherfab.modes.lilliput import LILLIPUT_TWEAKS
from cipherfab.modes.thetacb import CALL_BITS, Call
from cipherfab.verify.answers import genkat
from cipherfab.words import SoftwareWord

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_long_inputs, assert_official_records

LAST = {
    128: "A2D5A638CACFCE90AFC3B89936BAF112941387B87E6C0748252566D8A405C9D38376EFC98D04686D4B1B396520D7D0E6",
    192: "00F0719BAD92713D5701B4AA5DCBD847419C65676AF04EA2CAA8C131A061D4756D4B9098559FD5A986528F1D22DC765F",
    256: "23629419B712C77816C5C606C5BC4ADA461629E10427E7747279E8B8A51F6EE1BE8F3CA9C17815211411313B00BD172C",
}
NONCE, KEY = bytes(range(0xA0, 0xAF)), bytes(range(0xC0, 0xD0))
sizes = pytest.mark.parametrize("size", LAST)


@pytest.mark.parametrize("call, expected", [
    (Call.MESSAGE, "0a0a1a2a3a4a5a6a7a8a9aaabacadae0"), (Call.MESSAGE_PADDED, "4a0a1a2a3a4a5a6a7a8a9aaabacadae0"),
    (Call.TAG, "1a0a1a2a3a4a5a6a7a8a9aaabacadae0"), (Call.TAG_PADDED, "5a0a1a2a3a4a5a6a7a8a9aaabacadae0"),
    (Call.AD, "2" + 31 * "0"), (Call.AD_PADDED, "6" + 31 * "0")])
def test_tweaks(call, expected):
    """A nibble of prefix, then the nonce, or zeros for associated data, then the index; the key follows."""
    words = {"counter": SoftwareWord(64, 0x0123456789ABCDEF), "call": SoftwareWord(CALL_BITS, call),
             "nonce": SoftwareWord(120, int.from_bytes(NONCE, "big")), "key": SoftwareWord(128, int.from_bytes(KEY, "big"))}
    word = LILLIPUT_TWEAKS.tweakey(words)["tweakey"]
    assert f"{word.value:0{word.width // 4}x}" == expected + "0123456789abcdef" + KEY.hex()


def test_indices():
    """Blocks are counted from 0."""
    assert LILLIPUT_TWEAKS.first == 0
    assert LILLIPUT_TWEAKS.following(SoftwareWord(64, 0xFF)).value == 0x100


@pytest.mark.slow
@sizes
def test_the_official_file_comes_out(size):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(f"lilliput-i-{size}")["passed"]


@sizes
def test_first_and_last_official_record(size):
    """The official file's first record, all empty, and its last one, with 32 bytes of both."""
    assert_official_records(f"lilliput-i-{size}", LAST[size])


@pytest.mark.parametrize("size", [128, pytest.param(256, marks=pytest.mark.slow)])
def test_decryption_inverts_and_rejects_forgeries(size):
    """The message comes back at all lengths around block boundaries, and one changed bit anywhere gives None."""
    assert_decryption_inverts(f"lilliput-i-{size}")
    assert_forgeries_are_rejected(f"lilliput-i-{size}")


@pytest.mark.parametrize("name, rounds", [("lilliput-i-128", 32), ("lilliput-i-256/unrolled=2", 21)])
def test_cycles_of_an_encryption(name, rounds):
    """One run of the cipher for each block that has a byte and one for the tag."""
    assert mode_cycles(controller(parse(name)), 16, 17) == rounds * 4


def test_inputs_of_many_blocks():
    """The index runs on as in the designers' Python implementation, which the expected value comes from."""
    assert_long_inputs("lilliput-i-128", "53597b30843efa08a5ece9aa9d1fdc53493c5b16d7cde30a0b2486dea5bf7078")
