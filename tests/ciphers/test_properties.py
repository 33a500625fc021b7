# SPDX-License-Identifier: Apache-2.0
"""The properties that stand beside the functions of the ciphers hold, all of them."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from cipherfab import ciphers

MODULES = {
    each.name: importlib.import_module(f"{ciphers.__name__}.{each.name}")
    for each in pkgutil.iter_modules(ciphers.__path__)
    if not each.ispkg
}
STATED = {
    f"{name}: {number}: {one}": one
    for name, module in MODULES.items()
    for number, one in enumerate(getattr(module, "PROPERTIES", ()))
}

WITHOUT = {
    "aes_four": "the rounds of aes",
    "aes_four_keys": "the rounds of aes",
    "gift_grouped": "gift, with operands grouped otherwise",
    "gift_in_planes": "the layers of gift, shown by its serial cores",
    "gascon_folded": "a part of a round, shown by gascon's folded cores",
    "photon_folded": "a part of a round, shown by photon's folded cores",
    "sparkle_by_bit": "the sums of sparkle bit by bit, shown by its cores on shares",
    "sparkle_folded": "a part of a round, shown by sparkle's folded cores",
    "xoodoo_folded": "a part of a round, shown by xoodoo's folded cores",
    "ascon_in_stages": "a sharing of ascon",
    "lilliput_in_stages": "a sharing of lilliput",
    "lilliput_by_byte": "the moves of lilliput's bytes, shown by its serial cores",
    "saturnin_by_column": "the moves of saturnin's columns, shown by its serial cores",
    "forkskinny_by_cell": "the functions of skinny_by_cell",
    "forkskinny_mirrored": "the functions of forkskinny",
    "skinny_in_parts": "the functions of skinny",
    "prince_v2": "the functions of prince",
    "spook": "clyde and shadow",
    "tweaes": "the functions of aes",
}
"""Files whose functions are made of those of other files, and why they state nothing."""


@pytest.mark.parametrize("stated", STATED)
def test_a_property_holds(stated):
    """What is stated beside a function is true of it."""
    assert STATED[stated].fault() == ""


def test_every_file_states_properties_or_is_made_of_others():
    """No family is left out."""
    assert {name for name in MODULES if not hasattr(MODULES[name], "PROPERTIES")} == set(WITHOUT)


@pytest.mark.parametrize("name", MODULES)
def test_every_sbox_and_inverse_is_stated(name):
    """Each table of an S-box, each layer that is called one, and each function with an inverse by
    its name stands in a property of its file.
    """
    text = Path(MODULES[name].__file__).read_text()
    described, _, stated = text.partition("\nPROPERTIES")
    found = set(re.findall(r"^def inverse_(\w+)\(", described, re.MULTILINE))
    found |= {each for each in ("sbox", "sub_cells", "chi", "sub_column", "mix_columns")
              if f"\ndef {each}(" in described}  # fmt: skip
    found |= {"SBOX"} if re.search(r"^SBOX = ", described, re.MULTILINE) else set()
    assert not {each for each in found if each not in stated} - OTHERWISE.get(name, set())


OTHERWISE = {
    "aes": {"SBOX"},
    "ls_design": {"lbox"},
    "pyjamask": {"row"},
    "prince": {"SBOX"},
    "saturnin": {"super_round"},
    "shadow": {"sbox"},
}
"""What is stated by another property: of the layer that it makes."""
