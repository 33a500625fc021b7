# SPDX-License-Identifier: Apache-2.0
"""Files of Wycheproof: small ones made here, in its schema."""

import json
import os

import pytest

from cipherfab import catalog
from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Operation
from cipherfab.verify.answers import check, wycheproof

NAME = "ascon-aead128"
KEY, NONCE = bytes(16), bytes(range(16))


def a_test(number=1, result="valid", name=NAME, text=b"message", **other) -> dict:
    """A test whose answer is the model's; ``other`` fields in place of its own."""
    model = catalog.find(name).model
    key, nonce = bytes(model.key_bytes), bytes(model.nonce_bytes)
    sealed = model.encrypt(key, nonce, b"ad", text)
    ciphertext, tag, _ = model.taken_apart(sealed, len(text))
    fields = {"key": key, "iv": nonce, "aad": b"ad", "msg": text, "ct": ciphertext, "tag": tag}
    found = {"tcId": number, "comment": "one", "flags": [], "result": result}
    return {**found, **{key: value.hex() for key, value in fields.items()}, **other}


def a_file(path, tests, name=NAME, **other):
    """A file with one group of these tests."""
    model = catalog.find(name).model
    sizes = (("keySize", "key_bytes"), ("ivSize", "nonce_bytes"), ("tagSize", "tag_bytes"))
    group = {key: 8 * getattr(model, size) for key, size in sizes}
    content = {"algorithm": "A", "schema": "aead_test_schema_v1.json", "numberOfTests": 1}
    content |= {"testGroups": [{**group, "type": "AeadTest", "tests": tests}], **other}
    path.write_text(json.dumps(content))
    return path


def test_valid_and_forged_tests_are_told_apart(tmp_path):
    """A right message is taken and a forged one refused; on a core the first goes both ways."""
    forged = a_test(2, "invalid", tag="00" * 16)
    path = a_file(tmp_path / "w.json", [a_test(), forged, a_test(3, "acceptable")])
    result = wycheproof.check(path, NAME)
    assert result["passed"] and result["records"] == 2
    assert result["counts"] == (
        "2 tests of A: 1 valid, 1 to be refused; 1 not played: may be taken or refused"
    )
    found = [(one.operation, one.result, one.note) for one in wycheproof.messages(path, NAME)]
    assert found[0][::2] == (Operation.ENCRYPT, "tcId 1")
    assert found[1:] == [
        (Operation.DECRYPT, b"message", "tcId 1"),
        (Operation.DECRYPT, None, "tcId 2"),
    ]


@pytest.mark.parametrize(
    "test, expected",
    [
        (a_test(7, "invalid"), "tcId 7 (one): invalid, and is taken by the model"),
        (a_test(8, tag="00" * 16), "tcId 8 (one): valid, and is refused by the model"),
    ],
)
def test_the_first_disagreement_is_named(tmp_path, test, expected):
    """The number, the comment, and what the model does."""
    result = wycheproof.check(a_file(tmp_path / "w.json", [a_test(), test]), NAME)
    assert not result["passed"] and expected in result["mismatch"]


def test_an_algorithm_with_options_plays_those_of_the_one_without(tmp_path):
    """Its tags are cut and its second key is 0; a forgery in a byte that is cut is none, and one in
    a byte that is left is refused.
    """
    name = f"{NAME}+tag=8+noncemasking"
    tag = bytes.fromhex(a_test()["tag"])
    last, first = tag[:15] + bytes([tag[15] ^ 1]), bytes([tag[0] ^ 1]) + tag[1:]
    forged = [a_test(2, "invalid", tag=last.hex()), a_test(3, "invalid", tag=first.hex())]
    path = a_file(tmp_path / "w.json", [a_test(), *forged])
    result = wycheproof.check(path, name)
    assert result["passed"] and result["counts"] == (
        "2 tests of A: 1 valid, 1 to be refused; "
        "1 not played: forged in bytes of a tag that are cut"
    )
    *good, refused = wycheproof.messages(path, name)
    assert [one.key for one in good] == [bytes(32)] * 2
    assert refused.note == "tcId 3" and refused.result is None and len(refused.tag) == 8


@pytest.mark.parametrize(
    "name", [name for name in ("ascon-128", "gift-cofb", "aes-ocb-128-tag64", "isap-a-128a")]
)
def test_other_aeads_play_such_files_too(tmp_path, name):
    """With the sizes that they have."""
    assert ALGORITHMS[name].kind is Kind.AEAD
    path = a_file(tmp_path / "w.json", [a_test(name=name)], name)
    assert wycheproof.check(path, name)["passed"]


@pytest.mark.parametrize(
    "tests, name, expected",
    [
        ([], NAME, "expected tests for ascon-aead128 .16, 16 and 16 bytes"),
        ([a_test(result="maybe")], NAME, "result: expected one of valid, invalid, acceptable"),
        ([a_test(key="00")], NAME, "testGroups 1, tests 1, key: expected 16 bytes"),
        ([a_test(ct="00")], NAME, "ct: expected a ciphertext for 7 bytes, got '1 bytes'"),
        ([a_test()], "ascon-hash256", "of kind 'hash', no AEAD"),
        ([a_test()], "aes-ocb-128-tag64", "1 not played: other sizes"),
    ],
)
def test_other_files_are_refused(tmp_path, tests, name, expected):
    """With the file, the place in it, and what was expected."""
    with pytest.raises(CallError, match=f"w.json.*{expected}"):
        wycheproof.parse(a_file(tmp_path / "w.json", tests), name)


def test_another_schema_is_refused(tmp_path):
    """A file of signatures is none of AEADs."""
    path = a_file(tmp_path / "w.json", [a_test()], schema="ecdsa_verify_schema_v1.json")
    with pytest.raises(CallError, match="schema: expected one of aead_test_schema"):
        wycheproof.parse(path, NAME)
    assert wycheproof.is_one(path) and not wycheproof.is_one(tmp_path / "none")


def test_a_pipe_is_not_waited_for(tmp_path):
    """A pipe that nobody writes to is no file of known answers, and is refused at once."""
    os.mkfifo(tmp_path / "pipe")
    assert not wycheproof.is_one(tmp_path / "pipe")
    with pytest.raises(CallError, match="a device or a pipe"):
        check.parse(tmp_path / "pipe", NAME)
