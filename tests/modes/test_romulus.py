"""Romulus-N, and the members N1 and N3 of version 1.2."""

import pytest

from cipherfab import catalog
from cipherfab.modes.romulus import counters, feedback, pad
from cipherfab.verify.answers import genkat
from cipherfab.words.software import SoftwareWord

NAMES = ["romulus-n", "romulus-n1", "romulus-n3"]
LENGTHS = [0, 1, 12, 15, 16, 17, 28, 29, 32, 33, 64, 70]


@pytest.mark.parametrize("name", [NAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES[1:])])
def test_regenerates_its_known_answers(name):
    """The whole known-answer file has the catalog's SHA-256."""
    assert genkat.check(name)["passed"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("length", LENGTHS)
def test_decryption_inverts_and_rejects_forgeries(name, length):
    """Any length around block boundaries comes back; one changed bit of tag, ciphertext, data or nonce is rejected."""
    model = catalog.find(name).model
    key, nonce, data, text = bytes(range(16)), bytes(range(model.nonce_bytes)), bytes(LENGTHS[-1] - length), bytes(range(length))
    sealed = model.encrypt(key, nonce, data, text)
    assert len(sealed) == length + 16 and model.decrypt(key, nonce, data, sealed) == text
    for place in (0, len(sealed) - 1):
        assert model.decrypt(key, nonce, data, _flip(sealed, place)) is None
    assert model.decrypt(key, _flip(nonce, 3), data, sealed) is None
    assert model.decrypt(key, nonce, data + b"\0", sealed) is None
    assert model.decrypt(key, nonce, data, sealed[-15:]) is None


@pytest.mark.parametrize("name", ["romulus-n1", "romulus-n3"])
def test_first_records_of_version_1_2(name):
    """The first records of the official files, which the slow tests compare as a whole."""
    expected = {"romulus-n1": "5D8DB25AACB3DAB45FBC2F8D77849F90", "romulus-n3": "8F13641C9EB6C1307C40947E0326D8F2"}
    record = next(genkat.records(name))
    assert record.fields["CT"].hex().upper() == expected[name]


def test_counter_reduces():
    """2^56 is 95 and 2^24 is 1b in hexadecimal."""
    assert counters(57, 56)[55:] == [0x95, 0x12A] and counters(24, 24)[-1] == 0x1B and counters(2, 56) == [2, 4]


def test_padding_says_the_length():
    """A short block ends with its length, a whole one stays."""
    assert pad(b"abc", 16) == b"abc" + bytes(12) + b"\x03" and pad(bytes(16), 16) == bytes(16)
    assert pad(b"", 12) == bytes(12)


def test_feedback_of_single_bits():
    """G moves bit i to i - 1, keeps bit 7 and adds bit 0 to it."""
    assert feedback(SoftwareWord(24, 0x018002)).value == 0x80C001


def _flip(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]
