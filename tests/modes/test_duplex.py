"""Ascon's AEAD and hash: inverse, forgeries, and the two documents' byte orders."""

import pytest

from cipherfab import catalog
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.modes.duplex import SP800_232, V12, swap_words
from cipherfab.primitives.primitive import software

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_pieces_do_not_matter

AEADS, HASHES = ("ascon-128", "ascon-128a", "ascon-aead128"), ("ascon-hash", "ascon-hasha", "ascon-hash256")


@pytest.mark.parametrize("name", AEADS)
def test_decryption_inverts_encryption(name):
    """Decryption gives the message back, at all lengths around block boundaries."""
    assert_decryption_inverts(name)


@pytest.mark.parametrize("name", AEADS)
def test_forgeries_are_rejected(name):
    """A changed bit anywhere, or a tag cut short, gives None."""
    assert_forgeries_are_rejected(name)


@pytest.mark.parametrize("name", HASHES)
def test_pieces_of_a_message_do_not_matter(name):
    """A message absorbed in pieces has the digest of the whole."""
    assert_pieces_do_not_matter(name)


@pytest.mark.parametrize("order, number", [(V12, 0x0001020304050607), (SP800_232, 0x0706050403020100)])
def test_byte_orders_are_inverse_and_as_documented(order, number):
    """The first byte of a word is its top in version 1.2 and its bottom in SP 800-232; numbers and bytes convert both ways."""
    assert order.number(bytes(range(8))) == number
    assert order.data(order.number(bytes(range(40))), 40) == bytes(range(40))
    assert order.pad(b"ab", 8) == b"ab" + bytes([order.padding]) + bytes(5)
    assert swap_words(swap_words(bytes(range(24)))) == bytes(range(24))


@pytest.mark.parametrize("name, state", [
    ("ascon-hash", 0xEE9398AADB67F03D8BB21831C60F1002B48A92DB98D5DA6243189921B8F8E3E8348FA5C9D525E140),
    ("ascon-hasha", 0x01470194FC6528A6738EC38AC0ADFFA72EC8E3296C76384CD6F6A54D7F52377DA13C42A223BE8D87)])
def test_initial_state_of_the_hash_is_the_published_one(name, state):
    """The state after the first permutation is the precomputed one that the document prints (v1.2, section 2.5)."""
    model = catalog.find(name).model
    assert model.initial_state == software(ascon_p(12))(model.iv << 256)[0] == state
