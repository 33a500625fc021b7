# SPDX-License-Identifier: Apache-2.0
"""Prompts of ACVP: small ones made here, answered and compared."""

import json

import pytest

from cipherfab import catalog
from cipherfab.errors import CallError
from cipherfab.lwc.messages import Operation
from cipherfab.verify.answers import acvp

KEY, NONCE, SECOND = "00" * 16, "0F" * 16, "F0" * 16


def prompt(path, mode, *tests, server=False, **group):
    """A prompt with one group; as a server sends it, or as the files of NIST have it."""
    whole = {"vsId": 42, "algorithm": "Ascon", "mode": mode, "revision": "SP800-232"}
    tests = [{"tcId": number, **test} for number, test in enumerate(tests, 1)]
    whole["testGroups"] = [{"tgId": 1, "testType": "AFT", **group, "tests": tests}]
    path.write_text(json.dumps([{"acvVersion": "1.0"}, whole] if server else whole))
    return path


def sealed(**other):
    """A test of an encryption."""
    return {"key": KEY, "nonce": NONCE, "ad": "AB", "adLen": 8, "pt": "0102", "payloadLen": 16,
            "tagLen": 128, **other}  # fmt: skip


def answers(path):
    """The tests of the response's one group."""
    (group,) = acvp.answered(path).data()["testGroups"]
    return group["tests"]


def test_encryptions_are_answered(tmp_path):
    """Whole and short tags, in bits too; a masked nonce is the sum with the second key."""
    model = catalog.find("ascon-aead128").model
    whole = model.encrypt(bytes(16), b"\xff" * 16, b"\xab", b"\1\2").hex().upper()
    tests = sealed(secondKey=SECOND), sealed(tagLen=33, secondKey=SECOND)
    path = prompt(
        tmp_path / "p.json", "AEAD128", *tests,
        direction="encrypt", supportsNonceMasking=True,
    )  # fmt: skip
    first, second = answers(path)
    assert first == {"tcId": 1, "tag": whole[4:], "ct": whole[:4]}
    assert second["ct"] == whole[:4] and second["tag"][:8] == whole[4:12]
    assert int(second["tag"], 16) & 0xFF == int(whole[12:14], 16) & 1
    plain = prompt(
        tmp_path / "q.json", "AEAD128", sealed(), direction="encrypt", supportsNonceMasking=False
    )
    assert answers(plain)[0]["tag"] != first["tag"]


def test_decryptions_are_answered(tmp_path):
    """The plaintext of a right message; of a wrong one nothing but that."""
    encrypted = prompt(
        tmp_path / "e.json", "AEAD128", sealed(pt="07", payloadLen=3, tagLen=77),
        direction="encrypt", supportsNonceMasking=False,
    )  # fmt: skip
    (answer,) = answers(encrypted)
    right = {**sealed(payloadLen=3, tagLen=77), "ct": answer["ct"], "tag": answer["tag"]}
    wrong = {**right, "tag": f"{int(answer['tag'], 16) ^ 1 << 72:020X}"}
    path = prompt(
        tmp_path / "d.json", "AEAD128", right, wrong, direction="decrypt",
        supportsNonceMasking=False,
    )  # fmt: skip
    assert answers(path) == [
        {"tcId": 1, "testPassed": True, "pt": "07"},
        {"tcId": 2, "testPassed": False},
    ]


@pytest.mark.parametrize("server", [False, True])
def test_digests_are_answered(tmp_path, server):
    """Of the three functions without a key; the response has the form of the prompt."""
    tests = {"msg": "00", "len": 8}, {"msg": "01", "len": 1}
    path = prompt(tmp_path / "p.json", "Hash256", *tests, server=server)
    data = acvp.answered(path).data()
    assert (data[0] == {"acvVersion": "1.0"} and len(data) == 2) if server else "vsId" in data
    body = data[1] if server else data
    first, second = body["testGroups"][0]["tests"]
    assert first["md"].lower() == catalog.find("ascon-hash256").model.digest(b"\0").hex()
    assert len(second["md"]) == 64 and second["md"] != first["md"]


@pytest.mark.parametrize("mode, custom", [("XOF128", {}), ("CXOF128", {"cs": "5A", "csLen": 7})])
def test_outputs_have_the_length_that_is_asked_for(tmp_path, mode, custom):
    """In bits; the first bits of a longer one, and the bits behind the last one are 0."""
    tests = [{"msg": "00", "len": 8, "outLen": size, **custom} for size in (1, 100, 104)]
    one, some, whole = (
        int.from_bytes(bytes.fromhex(answer["md"]), "little")
        for answer in answers(prompt(tmp_path / "p.json", mode, *tests))
    )
    assert some == whole & (1 << 100) - 1 and one == whole & 1


def test_what_is_for_a_core(tmp_path):
    """Whole bytes and whole tags; the nonce is masked by the host; the rest says why not."""
    tests = [sealed(secondKey=SECOND), sealed(secondKey=SECOND, ad="01", adLen=2)]
    path = prompt(
        tmp_path / "p.json", "AEAD128", *tests, direction="encrypt", supportsNonceMasking=True
    )
    first, second = acvp.answered(path).tests
    assert first.message and (first.message.nonce, first.message.operation) == (
        b"\xff" * 16,
        Operation.ENCRYPT,
    )
    assert second.message is None and second.why == acvp.BITS
    for name, one in (("Hash256", {"msg": "", "len": 0}), ("XOF128", {"msg": "", "len": 0})):
        path = prompt(tmp_path / "p.json", name, {**one, "outLen": 8})
        (found,) = acvp.answered(path).tests
        assert bool(found.message) != bool(found.why)


@pytest.mark.parametrize("masks", [False, True])
def test_messages_are_those_of_a_core_with_options(tmp_path, masks):
    """A core that masks nonces gets both keys, 0 where the test has no second one, and the nonce as
    it stands; its tags are the first bytes of the test's, or the test is of another length.
    """
    second = {"secondKey": SECOND} if masks else {}
    tests = [sealed(tagLen=bits, **second) for bits in (64, 40, 128)]
    group = {"direction": "encrypt", "supportsNonceMasking": masks}
    path = prompt(tmp_path / "p.json", "AEAD128", *tests, **group)
    exact, shorter, longer = acvp.answered(path, "ascon-aead128+tag=8+noncemasking").tests
    key = bytes.fromhex(KEY + (SECOND if masks else "00" * 16))
    for one in (exact, shorter):
        assert (one.message.key, one.message.nonce) == (key, bytes.fromhex(NONCE))
        assert one.message.tag.hex().upper().startswith(one.answer["tag"])
    assert len(exact.message.tag) == 8 and longer.message is None and longer.why == acvp.TAGS
    said = {name: exact.answer[name] for name in ("ct", "tag")}
    opened = [{**sealed(tagLen=64, **second), **said}, {**sealed(tagLen=40, **second), **said}]
    opened[1]["tag"] = said["tag"][:10]
    path = prompt(tmp_path / "p.json", "AEAD128", *opened, **{**group, "direction": "decrypt"})
    exact, shorter = acvp.answered(path, "ascon-aead128+tag=8+noncemasking").tests
    assert exact.message.result == bytes([1, 2]) and exact.message.key == key
    assert shorter.answer["testPassed"] and shorter.why == acvp.TAGS


def test_expected_results_are_compared(tmp_path):
    """A response has no differences with itself; a changed digit, and a value that is not there,
    is named; a lost test refused.
    """
    path = prompt(tmp_path / "p.json", "Hash256", {"msg": "00", "len": 8})
    response = acvp.answered(path)
    data, expected = response.data(), tmp_path / "e.json"
    expected.write_text(json.dumps(data).lower().replace("testgroups", "testGroups")
                        .replace("tgid", "tgId").replace("tcid", "tcId"))  # fmt: skip
    assert acvp.differences(response, expected) == []
    data["testGroups"][0]["tests"][0]["md"] = "00"
    expected.write_text(json.dumps(data))
    (line,) = acvp.differences(response, expected)
    assert line.startswith("tcId 1, md: expected 00, got ")
    del data["testGroups"][0]["tests"][0]["md"]
    expected.write_text(json.dumps(data))
    (line,) = acvp.differences(response, expected)
    assert line.startswith("tcId 1, md: expected None, got ")
    expected.write_text(json.dumps({"testGroups": []}))
    with pytest.raises(CallError, match="expected tgId 1, tcId 1; it has none"):
        acvp.differences(response, expected)


def test_a_refusal_where_a_plaintext_is_expected_is_a_difference(tmp_path):
    """NIST's files may have the plaintext alone of a right message, and a refusal is none."""
    wrong = sealed(pt="", ct="01", payloadLen=8, tag="00" * 16)
    path = prompt(
        tmp_path / "p.json", "AEAD128", wrong, direction="decrypt", supportsNonceMasking=False
    )
    response, expected = acvp.answered(path), tmp_path / "e.json"
    for said, count in (({"pt": "02"}, 1), ({"testPassed": False}, 0), ({}, 1)):
        tests = [{"tcId": 1, **said}]
        expected.write_text(json.dumps({"testGroups": [{"tgId": 1, "tests": tests}]}))
        assert len(acvp.differences(response, expected)) == count


@pytest.mark.parametrize(
    "mode, test, group, expected",
    [
        ("AEAD256", {}, {}, "mode: expected one of AEAD128, Hash256, XOF128, CXOF128"),
        ("Hash256", {"msg": "00", "len": 9}, {}, "msg, len 9: expected 2 bytes"),
        ("Hash256", {"msg": "02", "len": 1}, {}, "only the 1 least significant bits"),
        ("XOF128", {"msg": "00", "len": 8, "outLen": 10**9}, {}, "outLen: expected a whole"),
        ("CXOF128", {"msg": "", "len": 0, "outLen": 8, "cs": "", "csLen": 2049}, {}, "to 2048"),
        ("Hash256", {}, {"testType": "MCT"}, "testType: expected one of AFT, got 'MCT'"),
        ("AEAD128", sealed(), {}, "direction: expected one of encrypt, decrypt"),
        ("AEAD128", sealed(tagLen=31), {"direction": "encrypt", "supportsNonceMasking": False},
         "tagLen: expected 32 to 128 bits, got 31"),
        ("AEAD128", sealed(), {"direction": "encrypt", "supportsNonceMasking": True},
         "secondKey: expected 16 bytes in hexadecimal, got no such field"),
    ],
)  # fmt: skip
def test_other_prompts_are_refused(tmp_path, mode, test, group, expected):
    """With the place in the file, and what was expected."""
    with pytest.raises(CallError, match=f"p.json.*{expected}"):
        acvp.answered(prompt(tmp_path / "p.json", mode, test, **group))


@pytest.mark.parametrize("mode", acvp.ALGORITHMS)
@pytest.mark.parametrize("core", [None, "ascon-aead128", "ascon-aead128+tag=8+noncemasking"])
def test_registrations_say_what_is_answered(mode, core):
    """Cores take whole bytes, and the models any number of bits; both are of this revision."""
    found = acvp.registration(mode, core=core)
    assert (found["algorithm"], found["mode"], found["revision"]) == ("Ascon", mode, "SP800-232")
    steps = {one["increment"] for value in found.values() if isinstance(value, list)
             for one in value if isinstance(one, dict)}  # fmt: skip
    assert steps == {8 if core else 1}
    if core and mode == "AEAD128":
        assert found["tagLen"] == [64 if "tag" in core else 128]
        assert found["supportsNonceMasking"] == ["masking" in core]
