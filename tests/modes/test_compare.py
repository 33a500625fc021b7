# SPDX-License-Identifier: Apache-2.0
"""What a core on shares compares a received tag by (`modes.sponge.SpongeAead.compare`)."""

from random import Random

import pytest

from cipherfab import catalog
from cipherfab.modes.beetle import Beetle
from cipherfab.modes.cyclist import XoodyakAead
from cipherfab.modes.duplex import DuplexAead
from cipherfab.modes.gimli import GimliAead
from cipherfab.modes.sponge import SpongeAead
from cipherfab.words import SoftwareWord

NAMES = [
    name
    for name in catalog.ALGORITHMS
    if isinstance(catalog.find(name).model, (DuplexAead, XoodyakAead, GimliAead, Beetle))
]


def after(model: SpongeAead, state: int, key: int, tag: int) -> int:
    """The state in front of the run, once all parts of a received tag are taken."""
    width, parts = model.permutation.inputs["x"], model.parts["tag"]
    size = 8 * model.tag_bytes // parts
    words = {"state": SoftwareWord(width, state), "key": SoftwareWord(8 * model.key_bytes, key)}
    for part in range(parts):
        chunk = tag >> size * (parts - 1 - part) & (1 << size) - 1
        block = chunk << 8 * model.port_bytes - size
        words["block"] = SoftwareWord(8 * model.port_bytes, block)
        words["state"] = model.compare(part, words)
    return int(words["state"])


def right(model: SpongeAead, state: int, key: int) -> int:
    """The tag of a state."""
    words = {
        "state": SoftwareWord(model.permutation.inputs["x"], state),
        "key": SoftwareWord(8 * model.key_bytes, key),
    }
    finished, tag = model.finish(words), 0
    for part in range(model.parts["tag"]):
        found = model.tag(part, finished)
        tag = tag << found.width | int(found)
    return tag


@pytest.mark.parametrize("name", NAMES)
def test_a_tag_is_compared_bit_by_bit(name):
    """Behind the right tag the state is 0; each wrong bit of a tag is one bit of it, another for
    each, and none that is said to be public.
    """
    model, dice = catalog.find(name).model, Random(name)
    state = dice.getrandbits(model.permutation.inputs["x"])
    key = dice.getrandbits(8 * model.key_bytes)
    tag = right(model, state, key)
    assert after(model, state, key, tag) == 0
    public, value = model.plain["compare"]
    assert not value
    seen = {after(model, state, key, tag ^ 1 << bit) for bit in range(8 * model.tag_bytes)}
    assert len(seen) == 8 * model.tag_bytes
    assert all(one.bit_count() == 1 and not one & public for one in seen)


@pytest.mark.parametrize(
    "name", [name for name in NAMES if "begin" in catalog.find(name).model.plain]
)
def test_what_is_said_to_be_public_at_the_beginning_is(name):
    """Whatever key and nonce are, the public bits in front of the first run are the same."""
    model, dice = catalog.find(name).model, Random(name)
    mask, value = model.plain["begin"]
    for _ in range(4):
        words = {
            "state": SoftwareWord(model.permutation.inputs["x"], 0),
            "key": SoftwareWord(8 * model.key_bytes, dice.getrandbits(8 * model.key_bytes)),
        }
        for part in range(model.parts["nonce"]):
            size = 8 * model.port_bytes
            words["block"] = SoftwareWord(size, dice.getrandbits(size))
            words["state"] = model.begin(part, words)
        assert int(words["state"]) & mask == value
