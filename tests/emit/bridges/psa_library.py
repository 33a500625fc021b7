# SPDX-License-Identifier: Apache-2.0
"""Tests that are played beside an emitted package: the public functions of Mbed TLS, with the
package's PSA driver in it.

Mbed TLS does not know Ascon: its core refuses the type of the key, and in messages in parts the
algorithm. So the driver borrows the names of AES-GCM; tag and key have the same lengths, and nonces
of that may have any.
"""

import ctypes
import random

import cocotb
from test_apb import answers, sized, started
from test_apb_psa import BAD_STATE, BUSY, WRONG, Psa, cut, long_message


class Library(Psa):
    """Its functions."""

    def __init__(self, master):
        super().__init__(master)
        self.keys: dict[bytes, ctypes.c_uint32] = {}
        assert self.library.psa_crypto_init() == 0

    @property
    def in_parts(self) -> bool:
        """Whether it has AEADs in parts; 2.28 has not."""
        return hasattr(self.library, "psa_aead_encrypt_setup")

    def operation(self):
        return ctypes.create_string_buffer(4096)

    async def __call__(self, name: str, *values) -> int:
        return await self.call(f"psa_{name}", *values)

    def keyed(self, key: bytes) -> tuple:
        """The number that the library gave to a key, and the algorithm."""
        if key not in self.keys:
            number = self.keys[key] = ctypes.c_uint32()
            assert self.library.seen_import(*sized(key), ctypes.byref(number)) == 0
        return self.keys[key], self.algorithm("aead")


@cocotb.test(timeout_time=1, timeout_unit="sec")
async def messages_in_one_call(dut):
    """psa_aead_encrypt and psa_aead_decrypt give known answers, and wrong tags are refused."""
    library = Library(await started(dut))
    for key, nonce, ad, plain, cipher, tag in answers("aead")[:6]:
        assert await library.sealed(key, nonce, ad, plain) == (0, cipher + tag)
        assert await library.opened(key, nonce, ad, cipher + tag) == (0, plain)
        assert await library.opened(key, nonce, ad, cipher + bytes([tag[0] ^ 1]) + tag[1:]) == (
            WRONG,
            b"",
        )


@cocotb.test(timeout_time=1, timeout_unit="sec")
async def digests(dut):
    """psa_hash_compute, and psa_hash_setup to psa_hash_finish and _verify, give known digests."""
    library, dice = Library(await started(dut)), random.Random(3)
    algorithm, operation = library.algorithm("hash"), library.operation()
    for message, digest in answers("hash"):
        assert await library.gives("hash_compute", algorithm, *sized(message), room=32) == (
            0,
            digest,
        )
        for wrong in (0, 1):
            assert await library("hash_setup", operation, algorithm) == 0
            for part in cut(dice, message):
                assert await library("hash_update", operation, *sized(part)) == 0
            expected = bytes([digest[0] ^ wrong]) + digest[1:]
            assert await library("hash_verify", operation, *sized(expected)) == (
                WRONG if wrong else 0
            )
    assert await library("hash_setup", operation, algorithm) == 0
    assert await library("hash_abort", operation) == 0
    assert await library.gives("hash_compute", algorithm, *sized(message), room=32) == (0, digest)


@cocotb.test(timeout_time=1, timeout_unit="sec")
async def messages_in_parts(dut):
    """Where the library has them: the same messages cut anywhere; a second operation and steps out
    of order are refused.
    """
    library, dice = Library(await started(dut)), random.Random(1)
    if not library.in_parts:
        return
    longer = long_message(dice)
    sealed = (await library.sealed(*longer))[1]
    for key, nonce, ad, plain, cipher, tag in [
        *answers("aead")[:6],
        [*longer, sealed[:-16], sealed[-16:]],
    ]:
        operation = library.operation()
        await library.begun(operation, "encrypt", key, nonce)
        before = await library.passed(operation, dice, ad, plain)
        assert await library("aead_encrypt_setup", library.operation(), *library.keyed(key)) == BUSY
        assert await library.finished(operation, before) == (cipher, tag)
        for given, status in ((bytes([tag[0] ^ 1]) + tag[1:], WRONG), (tag, 0)):
            await library.begun(operation, "decrypt", key, nonce)
            before = await library.passed(operation, dice, ad, cipher)
            said, found = await library.verified(operation, before, given)
            assert said == status and (found == plain or status)
    assert await library("aead_encrypt_setup", operation, *library.keyed(key)) == 0
    assert await library("aead_update_ad", operation, *sized(b"1")) == BAD_STATE
    assert await library.sealed(*longer) == (0, sealed)
