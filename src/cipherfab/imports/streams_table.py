# SPDX-License-Identifier: Apache-2.0
"""The section ``[streams]`` as it is written; what it means is said in `streams`.

::

    [streams]
    aead.algorithm = "ascon-aead128"
    hash.algorithm = "ascon-hash256"            # if it has one
    key = { data = "key", valid = "key_valid", ready = "key_ready" }
    input = { data = "bdi", bytes = "bdi_valid", ready = "bdi_ready", type = "bdi_type",
              end_of_type = "bdi_eot", end_of_input = "bdi_eoi" }
    output = { data = "bdo", valid = "bdo_valid", ready = "bdo_ready" }
    auth = { data = "auth", valid = "auth_valid" }
    mode = { port = "mode", encrypt = 1, decrypt = 2, hash = 3 }
    types = { nonce = 1, ad = 2, message = 3, tag = 4 }
    constants = { bdo_eoo = 0 }
"""

from msgspec import Struct


class KeyPorts(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of the key; ``update`` is 1 while a new one waits."""

    data: str
    valid: str
    ready: str
    update: str | None = None
    byte_order: str = "big"


class InputPorts(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of nonce, data and tag. Without ``valid`` a word is there while a bit of ``bytes`` is
    1.
    """

    data: str
    ready: str
    valid: str | None = None
    bytes: str | None = None
    size: str | None = None
    padding: str | None = None
    type: str | None = None
    end_of_type: str | None = None
    end_of_input: str | None = None
    byte_order: str = "big"


class OutputPorts(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of text, tag and digest. ``late``: a word of text may come after the cycle that takes
    the word that it answers.
    """

    data: str
    valid: str
    ready: str
    bytes: str | None = None
    last: str | None = None
    late: bool = False
    byte_order: str = "big"
    tag_byte_order: str | None = None


class AuthPorts(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a tag was right."""

    data: str
    valid: str
    ready: str | None = None


class ModePort(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done, for the one cycle that starts a message, or with ``hold`` until its
    end."""

    port: str
    encrypt: int
    decrypt: int | None = None
    hash: int | None = None
    xof: int | None = None
    cxof: int | None = None
    idle: int = 0
    hold: bool = False


CODES = ("encrypt", "decrypt", "hash", "xof", "cxof", "idle")
"""The numbers of a `ModePort`."""


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """An algorithm, as SUPERCOP or the catalog calls it."""

    algorithm: str


class Aead(Named, frozen=True, forbid_unknown_fields=True):
    """The AEAD; ``decrypts``: False for a core that only encrypts."""

    decrypts: bool = True


class StreamsTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The section as it is written; ``wide_bus``: the bus is as wide as words of more than 32
    bits.
    """

    aead: Aead
    key: KeyPorts
    input: InputPorts
    output: OutputPorts
    auth: AuthPorts | None = None
    hash: Named | None = None
    xof: Named | None = None
    cxof: Named | None = None
    mode: ModePort | None = None
    decrypt: str | None = None
    hashing: str | None = None
    types: dict[str, int] = {}
    empty_hash: str | None = None
    constants: dict[str, int] = {}
    wide_bus: bool = False
