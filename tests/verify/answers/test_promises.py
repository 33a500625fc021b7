# SPDX-License-Identifier: Apache-2.0
"""What the document promises is what is played."""

import re
from pathlib import Path

import pytest

from cipherfab.cores.build import build
from cipherfab.verify.answers.promises import OF_ALL, OUTPUTS, PROMISES, TOO_LONG, VIOLATIONS
from cipherfab.verify.answers.violations import violations
from cipherfab.verify.rtl.lwc_plays import Level, lwc_plays

PAGES = sorted((Path(__file__).parents[3] / "docs" / "reference").glob("lwc*.md"))
DOCUMENT = "\n".join(page.read_text() for page in PAGES)


def test_every_marked_sentence_is_in_the_list_and_the_other_way_round():
    """The marks of the pages, each once, their table, and the list in the source are the same."""
    marks = re.findall(r"⟨([a-z0-9-]+)⟩", DOCUMENT)
    assert sorted(marks) == sorted(PROMISES)
    end = DOCUMENT.split("## Which check plays it")[1]
    rows = re.findall(
        r"^\| ([^|`]+?)(?: \(`--thorough`\))? \| ([a-z0-9, -]+) \|$", end, re.MULTILINE
    )
    table = {mark: check for check, marks in rows if check != "check" for mark in marks.split(", ")}
    assert table == PROMISES


def test_every_promise_about_violations_is_played():
    """The violations of cores with and without a hash, decryption or AEAD, or with a ciphertext of
    whole blocks, have exactly these marks.
    """
    cores = [
        dict(aead="ascon-128", hash_function="ascon-hash"),
        dict(aead="ascon-128"),
        dict(aead="ascon-128", decrypts=False),
        dict(aead=None, hash_function="ascon-hash"),
        dict(aead="aes-copa-v2"),
        dict(aead="ascon-aead128", hash_function="ascon-hash256", xofs=("ascon-cxof128",)),
    ]
    played = {entry.promise for core in cores for entry in violations(**core, seed=1)[::2]}
    assert played == {
        mark for mark, check in PROMISES.items() if check == VIOLATIONS and mark not in OF_ALL
    }


@pytest.mark.parametrize(
    "core, level, beside",
    [
        ("ascon-128", Level.DEFAULT, {TOO_LONG, OUTPUTS}),
        pytest.param("paef-forkskinny-64-192", Level.THOROUGH, {OUTPUTS}, marks=pytest.mark.slow),
    ],
)
def test_every_check_of_the_list_is_one_of_verify(core, level, beside, monkeypatch):
    """What the list says is played has the name of a check of the level."""
    for slow in ("official", "plan", "splits"):
        monkeypatch.setattr(f"cipherfab.verify.rtl.lwc_plays.stimulus.{slow}", lambda *_, **__: [])
    monkeypatch.setattr("cipherfab.verify.answers.lengths.LONGEST_BYTES", 64)
    names = [name for name, _ in lwc_plays(build(core), 1, level)]
    assert {
        check for check in PROMISES.values() if not any(name.startswith(check) for name in names)
    } == beside
