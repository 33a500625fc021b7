"""The catalog: names, check values, and what every model in it promises."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cipherfab import catalog
from cipherfab.catalog import ALGORITHMS, FAMILIES, Kind
from cipherfab.errors import CallError
from cipherfab.verify.answers import genkat

SLOW = {name for name in ALGORITHMS if name.startswith(("romulus-", "paef-", "saef-"))}
"""Those whose file takes about three seconds or more."""

AEADS = [name for name, algorithm in ALGORITHMS.items() if algorithm.kind is Kind.AEAD]
NO_SECURITY = {"dummy-lwc"}
"""Those that accept some forgeries."""

HASHES = [name for name, algorithm in ALGORITHMS.items() if algorithm.kind is Kind.HASH]


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in ALGORITHMS])
def test_known_answer_file_is_regenerated(name):
    """The whole known-answer file, written by the model, has the official SHA-256."""
    result = genkat.check(name)
    assert result["passed"] and result["sha256"] == ALGORITHMS[name].known_answers.sha256 and result["records"] > 0


def test_names_are_unique_and_plain():
    """No two entries share a name, a check value or a title; names are lower case, so that they make file names."""
    entries = [algorithm for family in FAMILIES for algorithm in family.ALGORITHMS]
    assert len({entry.name for entry in entries}) == len(entries) == len(ALGORITHMS)
    assert len({entry.known_answers.sha256 for entry in entries}) == len(entries)
    assert all(name == entry.name == name.lower() and name.replace("-", "").isalnum() for name, entry in ALGORITHMS.items())


@pytest.mark.parametrize("name", ALGORITHMS)
def test_entries_are_complete(name):
    """An AEAD or a hash has a model, anything else a primitive; document, version and check value are there."""
    entry = ALGORITHMS[name]
    assert (entry.model is not None, entry.primitive is not None) == ((True, False) if name in AEADS + HASHES else (False, True))
    assert entry.title and entry.document and entry.version and len(bytes.fromhex(entry.known_answers.sha256)) == 32
    assert entry.companion is None or (name in AEADS and entry.companion in HASHES)


@pytest.mark.parametrize("name", [name for name in AEADS if name not in NO_SECURITY])
@given(data=st.data())
@settings(max_examples=5)
def test_aead_inverts_and_rejects_forgeries(name, data):
    """Decryption gives the message back, and None with any one bit changed in tag, ciphertext, associated data or nonce."""
    model = ALGORITHMS[name].model
    key, nonce = (data.draw(st.binary(min_size=size, max_size=size)) for size in (model.key_bytes, model.nonce_bytes))
    ad, message = (data.draw(st.binary(max_size=2 * size + 1)) for size in (model.ad_block_bytes, model.block_bytes))
    sealed = model.encrypt(key, nonce, ad, message)
    assert len(sealed) == len(message) + model.tag_bytes
    assert model.decrypt(key, nonce, ad, sealed) == message
    given_parts = (nonce, ad, sealed)
    for place, part in enumerate(given_parts):
        if part:
            bit = data.draw(st.integers(0, 8 * len(part) - 1))
            forged = (int.from_bytes(part, "big") ^ 1 << bit).to_bytes(len(part), "big")
            assert model.decrypt(key, *given_parts[:place], forged, *given_parts[place + 1:]) is None


@pytest.mark.parametrize("name", HASHES)
@given(pieces=st.lists(st.binary(max_size=20), max_size=4))
@settings(max_examples=5)
def test_hash_of_pieces_is_the_hash_of_the_whole(name, pieces):
    """However a message arrives, its digest is that of the whole, with the model's length."""
    model = ALGORITHMS[name].model
    state = model.start()
    for piece in pieces:
        state.update(piece)
    assert state.digest() == model.digest(b"".join(pieces)) and len(state.digest()) == model.digest_bytes


def test_first_outputs_are_those_of_the_models():
    """The first output that the catalog knows is what the model gives in the first record."""
    known = {name: entry.known_answers.first_output for name, entry in ALGORITHMS.items() if entry.known_answers.first_output}
    assert {"ascon-128", "ascon-hash256", "ascon-p-8"} <= set(known)
    for name, expected in known.items():
        assert list(next(iter(genkat.records(name))).fields.values())[-1].hex().upper() == expected


@pytest.mark.parametrize("wrong, near", [("ascon128", "ascon-128"), ("ascon-128b", "ascon-128a"), ("ASCON-P-8", "ascon"),
                                         ("gift64", "gift-64"), ("zzz", "ascon-128")])
def test_unknown_names_get_the_nearest(wrong, near):
    """An unknown name is refused with the nearest ones and where to find all."""
    with pytest.raises(CallError, match=f"unknown algorithm '{wrong}'.*{near}.*cipherfab list"):
        catalog.find(wrong)
