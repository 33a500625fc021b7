# SPDX-License-Identifier: Apache-2.0
"""OCB: the values of RFC 7253, and what is particular to the mode."""

import pytest

from cipherfab import catalog

ITERATED = {
    "aes-ocb-128-tag128": "67E944D23256C5E0B6C61FA22FDF1EA2",
    "aes-ocb-128-tag96": "77A3D8E73589158D25D01209",
    "aes-ocb-128-tag64": "192C9B7BD90BA06A",
    "aes-ocb-256-tag128": "D90EB8E9C977C88B79DD793D7FFA161C",
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) for name in ITERATED])
def test_iterated_value_of_the_rfc(name):
    """RFC 7253 appendix A: messages and data of 0 to 127 zero bytes, and all outputs once more as
    associated data."""
    model = catalog.find(name).model
    # The RFC's key says at its end how many bits the tag has.
    key, outputs = bytes(model.key_bytes - 1) + bytes([8 * model.tag_bytes]), b""
    for length in range(128):
        zeros, nonces = bytes(length), [(3 * length + i).to_bytes(12, "big") for i in (1, 2, 3)]
        for nonce, data, text in zip(nonces, (zeros, b"", zeros), (zeros, zeros, b"")):
            outputs += model.encrypt(key, nonce, data, text)
    # The first nonce behind the 384 above.
    assert (
        model.encrypt(key, (385).to_bytes(12, "big"), outputs, b"").hex().upper() == ITERATED[name]
    )


def test_a_shorter_tag_is_not_a_longer_one_cut():
    """The tag length enters the nonce block."""
    tags = [
        catalog.find(f"aes-ocb-128-tag{bits}").model.encrypt(bytes(16), bytes(12), b"", b"")
        for bits in (128, 96, 64)
    ]
    assert len({tag[:8] for tag in tags}) == 3


def test_values_of_the_pyjamask_specification():
    """Section 6.2: one block of message and of associated data."""
    for name, size, expected in [
        (
            "pyjamask-128-aead",
            16,
            "08E47FE97BD37613AB9A322EA2B251559FC7EC333C0154D9EC572BD61862242B",
        ),
        ("pyjamask-96-aead", 12, "91801ABE9AA41562D34D07B3EE0CB77DA292432B87A26EBF"),
    ]:
        model, block = catalog.find(name).model, bytes(range(size))
        sealed = model.encrypt(bytes(range(16)), bytes(range(model.nonce_bytes)), block, block)
        assert sealed.hex().upper() == expected
