# SPDX-License-Identifier: Apache-2.0
"""`verify` on cores with the LWC API: stalls that can be replayed, files of others, netlists."""

import json
import random
import re

import pytest
from click.testing import CliRunner

from cipherfab import cli
from cipherfab.catalog import find
from cipherfab.cores.build import build
from cipherfab.lwc.streams import vectors
from cipherfab.lwc.vectors import write_vectors
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.simulator import Simulator

CORE = "ascon-128"


@pytest.fixture(scope="module", autouse=True)
def compiled(tmp_path_factory):
    """Compiles each design once for all tests of this file."""
    original, known = Simulator.build, {}

    def build_once(design, directory, *, trace=False):
        if (design.name, trace) not in known:
            known[design.name, trace] = original(
                design, tmp_path_factory.mktemp("simulator"), trace=trace
            )
        return known[design.name, trace]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Simulator, "build", build_once)
        yield


def verified(*arguments, code=0):
    """The JSON of a `verify` that ends with exit code ``code``."""
    result = CliRunner().invoke(cli.main, ["verify", *map(str, arguments), "--json"])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def found_of(result, check):
    """The finding of one check."""
    return next(found for found in result["findings"] if found["check"] == check)


def findings(result):
    """What was found, without the seconds it took."""
    return [
        {key: value for key, value in found.items() if key != "seconds"}
        for found in result["findings"]
    ]


def write_kat(path, algorithm, lengths, seed):
    """A file in genkat's format with random keys, nonces and data of the given lengths of plaintext
    and associated data.
    """
    model, generator = find(algorithm).model, random.Random(seed)
    text = ""
    for count, (size, ad_size) in enumerate(lengths, 1):
        key, nonce = generator.randbytes(model.key_bytes), generator.randbytes(model.nonce_bytes)
        plaintext, ad = generator.randbytes(size), generator.randbytes(ad_size)
        fields = {
            "Key": key,
            "Nonce": nonce,
            "PT": plaintext,
            "AD": ad,
            "CT": model.encrypt(key, nonce, ad, plaintext),
        }
        text += (
            f"Count = {count}\n"
            + "".join(f"{name} = {data.hex().upper()}\n" for name, data in fields.items())
            + "\n"
        )
    path.write_text(text)
    return path


LENGTHS = [(0, 0), (1, 0), (0, 1), (33, 5), (64, 64), (100, 1), (3, 100), (250, 77)]


def change_last_digit(path, field):
    """Replace the last hexadecimal digit of the last line of ``field``."""
    lines = path.read_text().splitlines()
    number = max(
        index
        for index, line in enumerate(lines)
        if line.startswith(f"{field} = ") and line[-1] in "0123456789ABCDEF"
    )
    lines[number] = lines[number][:-1] + ("0" if lines[number][-1] != "0" else "1")
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.slow
def test_seed_replays_the_stalls():
    """The same seed gives the same cycle counts under random stalls; another seed gives others."""
    first, again, other = (verified(CORE, "--seed", seed) for seed in (11, 11, 12))
    assert findings(first) == findings(again) and first["passed"] and other["passed"]

    def cycles(result):
        return [
            int(number)
            for found in result["findings"]
            for number in re.findall(r"(\d+) cycles", found["detail"])
        ]

    assert len(cycles(first)) >= 3 and cycles(first) != cycles(other)


def test_file_with_other_lengths_keys_and_nonces(tmp_path):
    """A genkat file with lengths, keys and nonces that the official one has not plays through the
    RTL.
    """
    path = write_kat(tmp_path / "other.txt", CORE, LENGTHS, 5)
    found = found_of(verified(CORE, "--kat", path), "known answers of other.txt")
    assert (
        "other.txt" in found["check"]
        and found["passed"]
        and f"{2 * len(LENGTHS)} messages" in found["detail"]
    )


def test_wrong_file_fails_with_the_first_mismatch(tmp_path):
    """One wrong digit in such a file: exit code 1, and the message that differs is named."""
    path = write_kat(tmp_path / "wrong.txt", CORE, LENGTHS, 6)
    change_last_digit(path, "CT")
    result = verified(CORE, "--kat", path, code=1)
    failed = [found for found in result["findings"] if not found["passed"]]
    assert [found["check"] for found in failed] == ["known answers of wrong.txt"]
    assert f"Count = {len(LENGTHS)}" in failed[0]["detail"] and "expected" in failed[0]["detail"]


def test_vector_files(tmp_path):
    """LWC vector files play unchanged; with one wrong digit of the expected output they fail."""
    interface = build(CORE).interface
    write_vectors(
        vectors(
            stimulus.from_kat(CORE, write_kat(tmp_path / "kat", CORE, LENGTHS, 7)),
            width=interface.width,
        ),
        tmp_path,
    )
    files = [tmp_path / f"{port}.txt" for port in ("pdi", "sdi", "do")]
    assert found_of(verified(CORE, "--vectors", *files), "given vectors")["passed"]
    change_last_digit(files[2], "DAT")
    found = found_of(verified(CORE, "--vectors", *files, code=1), "given vectors")
    assert (
        found["check"] == "given vectors"
        and not found["passed"]
        and "first mismatch" in found["detail"]
    )


def test_malformed_vector_file_is_refused(tmp_path):
    """A word of the wrong length is refused with file and line, before anything is simulated."""
    interface = build(CORE).interface
    write_vectors(
        vectors(
            stimulus.from_kat(CORE, write_kat(tmp_path / "kat", CORE, LENGTHS, 8)),
            width=interface.width,
        ),
        tmp_path,
    )
    files = [tmp_path / f"{port}.txt" for port in ("pdi", "sdi", "do")]
    lines = files[0].read_text().splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("HDR"))
    lines[number] += "0"
    files[0].write_text("\n".join(lines))
    result = CliRunner().invoke(cli.main, ["verify", CORE, "--vectors", *map(str, files)])
    assert result.exit_code == 2 and f"line {number + 1}" in result.stderr and result.stdout == ""


@pytest.mark.slow
def test_netlist_of_a_primitive():
    """The mapped netlist is proved equivalent and plays the known answers; all four links are
    there.
    """
    result = verified("skinny-64-64", "--netlist", "--on", "nangate45")
    assert {found["link"] for found in result["findings"]} == {
        "model",
        "rtl",
        "equivalence",
        "gate",
    } and result["passed"]


@pytest.mark.slow
def test_netlist_of_a_core_with_a_file(tmp_path):
    """A genkat file with other lengths, keys and nonces plays through the netlist of an LWC core; a
    wrong one fails there too.
    """
    path = write_kat(tmp_path / "other.txt", CORE, LENGTHS, 9)
    result = verified(CORE, "--netlist", "--kat", path)
    gates = [found for found in result["findings"] if found["link"] == "gate"]
    assert result["passed"] and gates[-1]["check"] == "known answers of other.txt"
    change_last_digit(path, "CT")
    result = verified(CORE, "--netlist", "--kat", path, code=1)
    failed = [found["link"] for found in result["findings"] if found["passed"] is False]
    assert failed == ["rtl", "gate"]
