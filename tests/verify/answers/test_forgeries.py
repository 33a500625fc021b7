# SPDX-License-Identifier: Apache-2.0
"""Forgeries cover every bit that they say, and the model refuses them."""

import pytest

from cipherfab import catalog
from cipherfab.lwc.messages import Operation
from cipherfab.verify.answers import forgeries, stimulus

AEAD = "romulus-n"


def refused(message) -> bool:
    """What the model says of a decryption."""
    model = catalog.find(AEAD).model
    return model.decrypt(message.key, message.nonce, message.ad, message.data + message.tag) is None


def different_bits(messages, field, reference) -> list[int]:
    """For each message the number of the one bit of ``field`` that differs; fails if it is not
    one."""
    right = int.from_bytes(getattr(reference, field), "big")
    values = [int.from_bytes(getattr(message, field), "big") ^ right for message in messages]
    assert all(value.bit_count() == 1 for value in values)
    return sorted(value.bit_length() - 1 for value in values)


def test_each_bit_of_the_tag_is_flipped_once():
    """On an empty and on a long message; the model refuses each."""
    for group, blocks in zip(forgeries.wrong_tags(AEAD, seed=1), (0, forgeries.LONG_BLOCKS)):
        good, back, *wrong, again = group
        assert good.operation == Operation.ENCRYPT and back == again
        assert (len(back.ad), len(back.data)) == (
            (32 * blocks + 1, 16 * blocks + 1) if blocks else (0, 0)
        )
        assert different_bits(wrong, "tag", back) == list(range(128)) and all(
            map(refused, wrong[::60])
        )
        assert all(message.result is None for message in wrong)


def test_each_bit_of_the_nonce_and_one_of_each_byte_of_the_rest():
    """Of associated data and ciphertext each byte has its bit."""
    _, back, *wrong, again = forgeries.wrong_fields(AEAD, seed=1)
    by_field = {
        field: [message for message in wrong if getattr(message, field) != getattr(back, field)]
        for field in ("nonce", "ad", "data")
    }
    assert back == again and different_bits(by_field["nonce"], "nonce", back) == list(range(128))
    for field, size in (("ad", 65), ("data", 33)):
        bits = different_bits(by_field[field], field, back)
        assert [bit // 8 for bit in bits] == list(range(size))
    assert all(map(refused, wrong[::50])) and sum(map(len, by_field.values())) == len(wrong)


def test_each_bit_of_the_key_is_flipped_and_keys_change():
    """A wrong key is refused twice, once new and once in use; right keys come back, also behind
    keys that nobody uses.
    """
    good, back, *rest = forgeries.wrong_keys(AEAD, seed=1)
    wrong = [message for message in rest if message.result is None]
    assert different_bits(wrong[::2], "key", back) == list(range(128)) and all(
        map(refused, wrong[::60])
    )
    assert {message.new_key for message in wrong[::2]} == {True} and {
        message.new_key for message in wrong[1::2]
    } == {False}
    assert {len(message.earlier_keys) for message in rest if message.new_key} == {0, 1, 2}
    key = None
    for message in [good, back, *rest]:
        key = message.key if message.new_key else key
        assert message.key == key


@pytest.mark.parametrize("aead", ["spook-128-512-mu", "spook-v2-128-384-mu"])
def test_bits_of_a_key_that_do_not_count_are_no_forgeries(aead):
    """The two fixed bits of Spook's public tweak, in the last byte of the key, may be flipped, and
    the answer stays; no other bit of the key may.
    """
    right = {
        message.note
        for message in forgeries.wrong_keys(aead, seed=1)
        if "of key flipped" in message.note and message.result is not None
    }
    assert right == {"bit 248 of key flipped", "bit 249 of key flipped"}


def test_forgeries_are_spread_over_the_official_answers():
    """About one record in four, from the first hundred to the last, each refused by the model;
    without a seed none.
    """
    messages = stimulus.official("ascon-128", seed=3)
    places = [number for number, message in enumerate(messages) if message.result is None]
    assert 200 < len(places) < 350 and places[0] < 100 and places[-1] > len(messages) - 100
    assert [message for message in messages if message.result is not None] == stimulus.official(
        "ascon-128"
    )
    model = catalog.find("ascon-128").model
    assert all(
        model.decrypt(m.key, m.nonce, m.ad, m.data + m.tag) is None
        for m in (messages[place] for place in places[::20])
    )
