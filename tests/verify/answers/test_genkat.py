# SPDX-License-Identifier: Apache-2.0
"""Known-answer files: the models regenerate the official ones; files of users are read strictly and
compared.
"""

import dataclasses

import pytest

from cipherfab import catalog
from cipherfab.errors import CallError
from cipherfab.verify.answers import genkat, kat_records

NAMES = ["ascon-128", "ascon-128a", "ascon-aead128", "ascon-hash",
         "ascon-hasha", "ascon-hash256", "ascon-xof128", "ascon-cxof128", "ascon-p-6", "ascon-p-8",
         "ascon-p-12"]  # fmt: skip

AEAD = """\
Count = 1
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 000102030405060708090A0B0C0D0E0F
PT =
AD =
CT = E355159F292911F794CB1432A0103A8A

Count = 2
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 000102030405060708090A0B0C0D0E0F
PT =
AD = 00
CT = 944DF887CD4901614C5DEDBC42FC0DA0
"""


@pytest.mark.parametrize("name", NAMES)
def test_models_regenerate_their_official_files(name):
    """The regenerated file has the SHA-256 of the official one."""
    result = genkat.check(name)
    assert result["passed"], result
    records = {"aead": 1089, "hash": 1025, "xof": 1025, "cxof": 1089, "perm": 64}
    assert result["records"] == records[catalog.find(name).kind]


def test_a_wrong_model_is_noticed(monkeypatch):
    """One changed bit of the initial value changes the file."""
    entry = catalog.find("ascon-128")
    wrong = dataclasses.replace(
        entry, model=dataclasses.replace(entry.model, iv=entry.model.iv ^ 1)
    )
    monkeypatch.setitem(catalog.ALGORITHMS, "ascon-128", wrong)
    assert not genkat.check("ascon-128")["passed"]


@pytest.mark.parametrize(
    "name", ["ascon-128", "ascon-hash", "ascon-xof128", "ascon-cxof128", "ascon-p-8"]
)
def test_regenerated_files_pass_as_files(name, tmp_path):
    """Every kind of file that we write is read back and matches the model."""
    path = tmp_path / "kat.txt"
    path.write_bytes(b"".join(genkat.regenerate(name).partition(b"Count = 4\n")[:1]))
    assert genkat.check_file(name, path) == {
        "algorithm": name,
        "passed": True,
        "records": 3,
        "mismatch": None,
    }


def test_the_first_mismatch_is_named(tmp_path):
    """Line, count, field and both values are in the message."""
    path = tmp_path / "kat.txt"
    path.write_text(AEAD.replace("944DF887", "944DF886"))
    result = genkat.check_file("ascon-128", path)
    assert not result["passed"] and result["records"] == 2
    assert (
        "line 8, Count = 2, CT: the file has 944DF886" in result["mismatch"]
        and "gives 944DF887" in result["mismatch"]
    )


def test_calls_are_the_records_of_a_primitive_as_numbers():
    """A bare design takes and gives what the file says; an AEAD has no such calls."""
    inputs, outputs = genkat.calls("ascon-p-8")
    record = list(kat_records.records("ascon-p-8"))[3]
    assert inputs[3] == {"x": 1 << 319} and outputs[3] == {
        "x": int.from_bytes(record.fields["Out"], "big")
    }
    with pytest.raises(CallError, match="expected a permutation or block cipher"):
        genkat.calls("ascon-128")
