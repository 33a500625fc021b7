# SPDX-License-Identifier: Apache-2.0
"""What a user names becomes a design: core names, and descriptions of the cores of others."""

import shutil
from pathlib import Path

import pytest

from cipherfab.bench import designs, record
from cipherfab.cores.build import build
from cipherfab.errors import CallError
from cipherfab.imports import designs as lower
from cipherfab.origin import ORIGIN
from cipherfab.results.home import Home

CORES = Path(__file__).parents[1] / "imports" / "cores"


@pytest.fixture
def described(tmp_path):
    """Copies the Verilog core under another name into a folder of its own and returns its
    description.
    """

    def copy(name: str, folder: str) -> str:
        shutil.copytree(CORES / "verilog", tmp_path / folder)
        path = tmp_path / folder / "gift64.toml"
        path.write_text(path.read_text().replace('"gift64-verilog"', f'"{name}"'))
        return str(path)

    return copy


def test_names_and_descriptions_in_any_order(described):
    """Both kinds are built, each core once, in the order in which they are named; only one has an
    origin.
    """
    path = described("mine", "a")
    found = designs.build_all(["gift-64", path, "gift-64/round", path])
    assert [design.name for design in found] == ["gift-64", "mine"]
    assert found[0].third_party is None and found[1].third_party.author == "cipherfab"


def test_a_description_with_the_name_of_our_core_is_refused(described):
    """A row called gift-64 is the row of our own core; another name is asked for."""
    with pytest.raises(CallError, match="'gift-64' is that of a core of cipherfab"):
        designs.build(described("gift-64", "a"))


def test_two_cores_of_one_name_are_refused(described):
    """Two different cores cannot share rows; the same core twice is one."""
    first, second = described("mine", "a"), described("mine", "b")
    changed = Path(second).with_name("gift64.v")
    # A comment is enough: other text is another source.
    changed.write_text(changed.read_text() + "\n// another file\n")
    with pytest.raises(CallError, match="another of the cores is called 'mine'"):
        designs.build_all([first, second])


def test_nothing_to_do_is_refused():
    """No core at all is a wrong call."""
    with pytest.raises(CallError, match="at least one core"):
        designs.build_all([])


def test_what_a_row_says_of_a_core_of_others(described):
    """Algorithm, author, licence, language and the hash of the sources; none of the sources
    themselves.
    """
    found = record.described(designs.build(described("mine", "a")))
    assert found["algorithms"] == ["gift-64"] and found["bus"] is None
    assert (
        found["third_party"]["licence"] == "as cipherfab"
        and found["third_party"]["language"] == "Verilog"
    )
    assert len(found["third_party"]["source_hash"]) == 64 and set(found["third_party"]) == set(
        ORIGIN
    )


@pytest.mark.slow
def test_a_core_is_built_once_in_a_home(tmp_path, monkeypatch):
    """What was kept comes out of the cache, equal to the first in every field; without a home it
    is built anew.
    """
    home, built = Home(tmp_path), []

    def counted(name: str):
        built.append(name)
        return build(name)

    monkeypatch.setattr(lower, "build_own", counted)
    names = ["gift-64", "ascon-128/masked=1,bus=16", "ascon-p-8/masked=1"]
    first = designs.build_all(names, home=home)
    designs.keep(first, home)
    assert designs.build_all(names, home=home) == first and built == names
    designs.build_all(names)
    assert built == 2 * names


def test_a_wrong_name_is_refused_before_anything_is_kept(tmp_path):
    """A core that cannot be, or a description that is not there, is a CallError even behind a good
    core, and not even the folders of the home are made.
    """
    home = Home(tmp_path / "home")
    for wrong in ("gift-65", "gift-64/folded=3", "ascon-128/unrolled=4", "missing.toml"):
        with pytest.raises(CallError):
            designs.build_all(["gift-64", wrong], home=home)
    assert not home.root.exists()
