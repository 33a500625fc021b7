# SPDX-License-Identifier: Apache-2.0
"""ISAP's initial values and session keys."""

import pytest

from cipherfab import catalog
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.modes.byte_strings import permute


@pytest.mark.parametrize(
    "name, expected",
    [
        ("isap-k-128a", "0180900110010808"),
        ("isap-a-128a", "018040010c01060c"),
        ("isap-k-128", "01809001140c0c0c"),
        ("isap-a-128", "018040010c0c0c0c"),
    ],
)
def testinitial_values_are_those_of_table_2_3(name, expected):
    """IV_A in bytes, with zeros up to what the key leaves of the state; the other two differ in the
    first byte.
    """
    model = catalog.find(name).model
    assert model.initial_value(1).hex() == expected.ljust(2 * (model.state_bytes - 16), "0")
    assert model.initial_value(3)[:2].hex() == "0380"


def test_a_session_key_takes_in_one_bit_at_a_time():
    """The first bit is the top one of the first byte; after the last bit, and before the first, p_K
    is called.
    """
    model, key, rounds = catalog.find("isap-a-128a").model, bytes(16), []
    state = permute(ascon_p(12), key + model.initial_value(3))
    for number in range(16):
        rounds.append(12 if number == 15 else 1)
        state = permute(
            ascon_p(rounds[-1]), bytes([state[0] ^ 0x80 * (number in (0, 15))]) + state[1:]
        )
    assert model._session_key(key, 3, b"\x80\x01", 24) == state[:24]
