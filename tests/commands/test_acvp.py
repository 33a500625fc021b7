# SPDX-License-Identifier: Apache-2.0
"""`acvp`: a prompt is answered by the model, and by a core."""

import json

import pytest
from click.testing import CliRunner

from cipherfab import cli


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
