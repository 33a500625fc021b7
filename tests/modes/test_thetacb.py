"""ΘCB3, as SKINNY-AEAD."""

import pytest
from tinytbc import tiny_theta_cb

from cipherfab.verify.answers import genkat

from .roundtrip import assert_decryption_inverts, assert_forgeries_are_rejected, assert_long_inputs, assert_official_records

LAST = {
    1: "241F0DAC2C5DDA488F0E68CADBF2CC9F67EF4064A3ED5F36CC0BA74D1927363534F280DC0720A01AE8A9C176EF641E49",
    2: "600BA43BF2A49BB89731440D78259C0AC2503FCD8805B9266B08924C9077EAB4EBCB4677D8C8084E2629109AE36194CC",
    3: "671BA551CF2BEC5AD2E99BAF76C9BB25B9AA87C2583993794FFD25C21CFB655968C705B2CD17E807",
    4: "4A722939E142499680C1174651D454308948026B01E5838EA380F5279BF948EBABF212F971DFCD7B",
    5: "141DE4122F09D2E045E60CF3C96B1534A04A9135204535AE92BD5D11629F3C8F38403768F1F007648189C0B8C93CA5F8",
    6: "363FDEA74C45CF5E09A1B1FE837DCE6741F21BC4B3B4E657EF78FF09DA4BBBD92523B428FE8C59F1",
}
LONG = {
    1: "c6c404813271597b6259ea9365ae428f81fbefc58fec02ca300db9b671146612",
    2: "28a9eda4b0d56e904d20c860f5561715be2e4e7606dcc96726ade745e606600c",
    3: "f5331876226e2afde9c02f1dcbaf16329a6ada32ab8109cab58067643f943b4f",
    4: "8b6242d24ca596de22f7081b67959d5a424f36af4a2a0730641df73ea8dc5dcc",
    5: "f05c417aca2f738955b4e041ecd4ed5bfa5865c77092e492be328d4170a1c085",
    6: "80c9818e598c7e00b91d60218c6d5571e2088fa173119911e0677dee9e71f5ba",
}
members = pytest.mark.parametrize("member", LAST)


@pytest.mark.slow
@members
def test_the_official_file_comes_out(member):
    """The regenerated known-answer file has its SHA-256."""
    assert genkat.check(f"skinny-aead-m{member}")["passed"]


@members
def test_first_and_last_official_record(member):
    """The official file's first record, all empty, and its last one, with 32 bytes of both."""
    assert_official_records(f"skinny-aead-m{member}", LAST[member])


@members
def test_inputs_of_many_blocks(member):
    """The counter runs on as in another implementation, beyond the first reduction of the short one."""
    assert_long_inputs(f"skinny-aead-m{member}", LONG[member])


@pytest.mark.parametrize("member", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_decryption_inverts_and_rejects_forgeries(member):
    """The message comes back at all lengths around block boundaries, and one changed bit anywhere gives None."""
    assert_decryption_inverts(f"skinny-aead-m{member}")
    assert_forgeries_are_rejected(f"skinny-aead-m{member}")


def test_another_layout_of_the_tweak():
    """Other ciphers and tweaks work too: what comes back is what went in, and each of AD, message and tag depends on its place."""
    model, key, nonce = tiny_theta_cb(), bytes(16), bytes(12)
    same = bytes(16)
    for text in (b"", same, same + b"abc"):
        assert model.decrypt(key, nonce, same, model.encrypt(key, nonce, same, text)) == text
    sealed = model.encrypt(key, nonce, b"", 3 * same)
    assert len(sealed) == 56 and len({sealed[:16], sealed[16:32], sealed[32:48]}) == 3
    tags = {model.encrypt(key, nonce, ad, b"") for ad in (b"", same, same + same, 3 * same, same[:15], same[:15] + b"\x80")}
    assert len(tags) == 6
