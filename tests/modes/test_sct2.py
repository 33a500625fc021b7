"""SCT-2: Lilliput-II, and what the tweaks of a call are over any cipher."""

import pytest

from cipherfab import catalog
from cipherfab.ciphers.lilliput import lilliput_tbc
from cipherfab.modes import sct2
from cipherfab.modes.sct2 import Sct2
from cipherfab.verify.answers import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_long_inputs, assert_official_records

LAST = {
    128: "F772FBE5EC90E53635D23DF52C7E874BA3670011311B29A342CBCB266FFB6D54BE45465D4F0CBBB3F0CFEC36B57A1F0B",
    192: "FD564620DC4416D5379A9F8B68DAFC747C2565BAEE834CE6667CC6ADEEE32320CE5EC21DA3EDD5E147FFEB4BE3B9ADA4",
    256: "D1816E8AA7EC3B8A5DFAAB958056F526D15519DFCB27F2CC5DDF71DD87A0CB942D395E6053C79050421EA7301821F6C4",
}
sizes = pytest.mark.parametrize("size", LAST)


@pytest.mark.slow
@sizes
def test_the_official_file_comes_out(size):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(f"lilliput-ii-{size}")["passed"]


@sizes
def test_first_and_last_official_record(size):
    """The official file's first record, all empty, and its last one, with 32 bytes of both."""
    assert_official_records(f"lilliput-ii-{size}", LAST[size])


@pytest.mark.parametrize("size", [128, pytest.param(256, marks=pytest.mark.slow)])
def test_decryption_inverts_and_rejects_forgeries(size):
    """The message comes back at all lengths around block boundaries, and one changed bit anywhere gives None."""
    assert_decryption_inverts(f"lilliput-ii-{size}")
    assert_forgeries_are_rejected(f"lilliput-ii-{size}")


def test_tweaks_of_a_message(monkeypatch):
    """Padded and full blocks, the tag, and a key stream that adds the index to the tag, whose first bit is 1."""
    calls, answer = [], bytes.fromhex("0123456789abcdef00000000000000ff")

    def record(self, key, tweak, block):
        calls.append((tweak.hex(), block.hex()))
        return answer
    monkeypatch.setattr(Sct2, "_call", record)
    Sct2(cipher=lilliput_tbc(2, 128)).encrypt(bytes(16), b"\xAA" * 15, b"\x11" * 17, b"\x22" * 18)
    nonce = "00" + "aa" * 15
    assert calls == [
        ("2" + 31 * "0", "11" * 16), ("6" + 30 * "0" + "1", "1180" + 28 * "0"),
        (32 * "0", "22" * 16), ("4" + 30 * "0" + "1", "222280" + 26 * "0"),
        ("10" + "aa" * 15, 32 * "0"),
        ("8123456789abcdef00000000000000ff", nonce), ("8123456789abcdef00000000000000fe", nonce)]


def test_a_repeated_nonce_shows_equal_messages_only():
    """With one key and nonce, another message or other data changes tag and ciphertext as a whole."""
    model, key, nonce = catalog.find("lilliput-ii-128").model, bytes(16), bytes(15)
    text = bytes(32)
    sealed = [model.encrypt(key, nonce, ad, message) for ad, message in ((b"", text), (b"a", text), (b"", text[:-1] + b"\1"))]
    assert sealed[0] == model.encrypt(key, nonce, b"", text)
    assert len({one[:16] for one in sealed}) == len({one[16:32] for one in sealed}) == 3


def test_the_tweak_is_as_long_as_the_block():
    """LILLIPUT-TBC-I, with a tweak of 192 bits, is refused."""
    with pytest.raises(ValueError, match="as long as the block"):
        Sct2(cipher=lilliput_tbc(1, 128))
    assert sct2.Sct2(cipher=lilliput_tbc(2, 192)).key_bytes == 24


def test_inputs_of_many_blocks():
    """The index runs on as in the designers' Python implementation, which the expected value comes from."""
    assert_long_inputs("lilliput-ii-128", "c243d5a898b47a53081437e3b48d205748bf9d0c64fa85efff8bd397e16b0e7d")
