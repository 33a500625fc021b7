# SPDX-License-Identifier: Apache-2.0
"""What the API's part of a core knows of the controller."""

import typing

import pytest

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.controllers import controller_of
from cipherfab.cores.aead import lwc_component
from cipherfab.cores.names import parse
from cipherfab.lwc.needs import Needs

SERVED = {
    name: entry
    for name, entry in ALGORITHMS.items()
    if entry.kind in (Kind.AEAD, Kind.HASH) and controller_of(entry.model)
}

KINDS = {(controller_of(entry.model), type(entry.model)): name for name, entry in SERVED.items()}
"""A name for each class of models."""

TYPES = typing.get_type_hints(Needs)


def is_of(value: object, expected: object) -> bool:
    """Whether a value is one of a type of `Needs`."""
    if typing.get_origin(expected) is tuple:
        return isinstance(value, tuple)
    kinds = typing.get_args(expected) or (expected,)
    # A truth value is an integer in Python, and no number of bytes.
    return type(value) in kinds


@pytest.mark.parametrize("name", sorted(KINDS.values()))
def test_what_surrounds_a_controller_gets_values(name):
    """Each fact that the API's part reads of a controller has its type: a number or a truth value,
    not a method or a signal of the same name.
    """
    needs = lwc_component(parse(name)).needs
    assert {
        field: value for field, value in vars(needs).items() if not is_of(value, TYPES[field])
    } == {}
