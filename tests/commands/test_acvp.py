# SPDX-License-Identifier: Apache-2.0
"""`acvp`: a prompt is answered by the model, and by a core."""

import json

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.catalog import find
from cipherfab.commands import acvp
from cipherfab.cores.build import build


def call(*words, code=0):
    """The JSON of a call that ends with this exit code."""
    result = CliRunner().invoke(cli.main, ["acvp", *map(str, words), "--json"])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


@pytest.fixture
def prompt(tmp_path):
    """A prompt of hashes of whole bytes and of bits."""
    tests = [{"tcId": 1, "msg": "00", "len": 8}, {"tcId": 2, "msg": "01", "len": 1}]
    content = {"vsId": 1, "algorithm": "Ascon", "mode": "Hash256", "revision": "SP800-232"}
    content["testGroups"] = [{"tgId": 5, "testType": "AFT", "tests": tests}]
    (tmp_path / "prompt.json").write_text(json.dumps(content))
    return tmp_path / "prompt.json"


def test_a_prompt_is_answered_on_a_core(prompt):
    """The response is written; the core plays what it serves, and the rest is counted with why."""
    response = prompt.with_name("response.json")
    found = call(prompt, "-o", response, "--core", "ascon-hash256", "--seed", "1")
    assert found["passed"] and found["answered"] == 2
    assert found["core"]["played"] == 1 and found["core"]["passed"]
    assert found["core"]["others"] == {"strings that are no whole bytes": 1}
    written = json.loads(response.read_text())
    assert written["vsId"] == 1 and [one["tcId"] for one in written["testGroups"][0]["tests"]] == [
        1,
        2,
    ]
    again = call(prompt, "-o", response, "--expected", response)
    assert again["expected"]["differences"] == []


def test_a_core_that_played_nothing_is_not_equal(prompt):
    """Where no test is one for a core, neither it nor its netlist is said to be right."""
    content = json.loads(prompt.read_text())
    del content["testGroups"][0]["tests"][0]
    prompt.write_text(json.dumps(content))
    words = [prompt, "-o", prompt.with_name("response.json"), "--core", "ascon-hash256"]
    found = call(*words, "--netlist")
    assert found["core"]["played"] == 0 and found["core"]["passed"] is None
    said = CliRunner().invoke(cli.main, ["acvp", *map(str, words)])
    assert said.exit_code == 0 and "nothing is compared on the core" in said.output
    assert "  equal" not in said.output


def test_a_core_of_another_algorithm_is_refused(prompt):
    """Nothing is compiled, nothing written."""
    response = prompt.with_name("response.json")
    words = ["acvp", str(prompt), "-o", str(response), "--core", "ascon-128"]
    result = CliRunner().invoke(cli.main, words)
    assert result.exit_code == 2 and "the prompt is of ascon-hash256" in result.output
    assert not response.exists()


def test_expected_results_that_differ_end_with_1(prompt):
    """The differences are listed, and the response is written all the same."""
    response, expected = prompt.with_name("response.json"), prompt.with_name("expected.json")
    call(prompt, "-o", response)
    expected.write_text(response.read_text().replace('"md": "', '"md": "0'))
    found = call(prompt, "-o", response, "--expected", expected, code=1)
    assert len(found["expected"]["differences"]) == 2 and not found["passed"]


def test_registrations_are_printed():
    """Of one mode or of all."""
    assert len(call("--registration", "all")) == 4
    assert call("--registration", "XOF128")[0]["mode"] == "XOF128"


def test_a_core_with_options_plays_its_tags_and_its_second_key(tmp_path):
    """Prompts with tags of its length and with nonce masking are played on its RTL."""
    test = {"key": "00" * 16, "secondKey": "F0" * 16, "nonce": "0F" * 16, "ad": "AB", "adLen": 8}
    tests = [
        {"tcId": number, **test, "pt": "0102" * number, "payloadLen": 16 * number, "tagLen": bits}
        for number, bits in enumerate((64, 64, 128), 1)
    ]
    content = {"vsId": 1, "algorithm": "Ascon", "mode": "AEAD128", "revision": "SP800-232"}
    group = {"tgId": 5, "testType": "AFT", "direction": "encrypt", "supportsNonceMasking": True}
    content["testGroups"] = [{**group, "tests": tests}]
    (tmp_path / "prompt.json").write_text(json.dumps(content))
    core = "ascon-aead128/unrolled=2,tag=8,noncemasking"
    found = call(tmp_path / "prompt.json", "-o", tmp_path / "response.json", "--core", core)
    assert found["core"]["passed"] and found["core"]["played"] == 2
    assert found["core"]["others"] == {"tags of another length than the core's": 1}
    (said,) = call("--registration", "AEAD128", "--core", core)
    assert (said["tagLen"], said["supportsNonceMasking"]) == ([64], [True])


@pytest.fixture
def masked(tmp_path):
    """A prompt of an encryption and of two decryptions with tags of 8 bytes and a masked nonce, the
    second of a wrong tag.
    """
    model = find("ascon-aead128+tag=8+noncemasking").model
    key, nonce, ad, text = bytes(range(32)), bytes(range(16)), b"header", b"twenty bytes of text"
    sealed = model.encrypt(key, nonce, ad, text)
    common = {"key": key[:16], "secondKey": key[16:], "nonce": nonce, "ad": ad}
    sizes = {"payloadLen": 160, "adLen": 48, "tagLen": 64}
    wrong = bytes([sealed[20] ^ 1]) + sealed[21:]
    opened = [{**common, "ct": sealed[:20], "tag": tag} for tag in (sealed[20:], wrong)]
    content = {"vsId": 1, "algorithm": "Ascon", "mode": "AEAD128", "revision": "SP800-232"}
    content["testGroups"] = [
        {
            "tgId": number,
            "testType": "AFT",
            "direction": direction,
            "supportsNonceMasking": True,
            "tests": [
                {"tcId": 10 * number + place, **sizes}
                | {name: data.hex() for name, data in one.items()}
                for place, one in enumerate(tests)
            ],
        }
        for number, direction, tests in (
            (1, "encrypt", [{**common, "pt": text}]),
            (2, "decrypt", opened),
        )
    ]
    (tmp_path / "prompt.json").write_text(json.dumps(content))
    return tmp_path / "prompt.json"


@pytest.mark.parametrize("options", ["tag=8,noncemasking", "tag=8", "noncemasking"])
def test_short_tags_and_masked_nonces_are_played(options, masked):
    """A core with the options plays all, one without `tag` no decryption, and one without
    `noncemasking` has the second key in its nonce.
    """
    core = f"ascon-aead128/unrolled=2,{options}"
    found = call(masked, "-o", masked.with_name("response.json"), "--core", core, "--seed", "1")
    assert found["passed"] and found["core"]["passed"]
    assert found["core"]["played"] == (3 if "tag" in options else 1)
    written = json.loads(masked.with_name("response.json").read_text())
    opened = written["testGroups"][1]["tests"]
    assert [one["testPassed"] for one in opened] == [True, False]


@pytest.mark.slow
def test_they_are_played_on_a_netlist_too(masked):
    """The same of the gates, which are told apart in the result."""
    words = ["--core", "ascon-aead128/unrolled=2,tag=8,noncemasking", "--netlist", "--seed", "1"]
    found = call(masked, "-o", masked.with_name("response.json"), *words, "--recipe", "area")
    assert found["passed"] and found["core"]["netlist"]["passed"]
    assert found["core"]["netlist"]["platform"] == "nangate45"


def test_a_netlist_that_differs_ends_with_1(masked, monkeypatch):
    """Gates of another core are not equal, and nothing is written."""
    other = build("ascon-aead128/round,tag=16,noncemasking")
    monkeypatch.setattr(acvp, "_mapped", lambda *_: other)
    words = ["--core", "ascon-aead128/round,tag=8,noncemasking", "--netlist", "--seed", "1"]
    response = masked.with_name("response.json")
    found = call(masked, "-o", response, *words, code=1)
    assert not found["passed"] and not found["core"]["netlist"]["passed"]
    assert not response.exists()


def test_a_netlist_needs_a_core(masked):
    """The message says what to name."""
    words = ["acvp", str(masked), "-o", str(masked.with_name("response.json")), "--netlist"]
    result = CliRunner().invoke(cli.main, words)
    assert result.exit_code == 2 and "--core" in result.output
