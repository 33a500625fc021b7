# SPDX-License-Identifier: Apache-2.0
"""A driver of PSA Crypto on top of the C driver: entry points and their description."""

import json
from collections.abc import Mapping

from ..texts import LICENCE, filled

ALGORITHMS = {
    "ascon-aead128": ("PSA_ALG_ASCON_AEAD128", 0x05100700),
    "aes-128-gcm": ("PSA_ALG_GCM", None),
    "aes-128-ccm": ("PSA_ALG_CCM", None),
    "ascon-hash256": ("PSA_ALG_ASCON_HASH256", 0x02000019),
    "ascon-xof128": ("PSA_ALG_ASCON_XOF128", 0x0D000300),
    "ascon-cxof128": ("PSA_ALG_ASCON_CXOF128", 0x0D008300),
}
"""What PSA Crypto API 1.4 calls an algorithm of the catalog, and its value where older ones lack
it."""

KEY_TYPES = {
    "ascon-aead128": ("PSA_KEY_TYPE_ASCON", 0x2008),
    "aes-128-gcm": ("PSA_KEY_TYPE_AES", None),
    "aes-128-ccm": ("PSA_KEY_TYPE_AES", None),
}
"""The same of the type of its keys."""

VENDOR = {"AEAD": 0x85100100, "HASH": 0x82000001, "XOF": 0x8D000100, "CXOF": 0x8D008100}
"""Identifiers of all others, in the range that PSA leaves to vendors."""
VENDOR_KEY_TYPE = 0xA000

AEAD_IN_PARTS = ["encrypt_setup", "decrypt_setup", "set_nonce", "set_lengths", "update_ad"]
AEAD_IN_PARTS += ["update", "finish", "verify", "abort"]
HASH = ["compute", "setup", "clone", "update", "finish", "abort"]


def identifiers(names: Mapping[str, str | None]) -> dict[str, str]:
    """What the templates say of the identifiers of a core's algorithms.

    Args:
        names: the catalog's names of its ``AEAD``, ``HASH``, ``XOF`` and ``CXOF``, without options.
    """
    said = {
        f"{use}_ALG": ALGORITHMS.get(name or "", ("", VENDOR[use])) for use, name in names.items()
    }
    said["KEY_TYPE"] = KEY_TYPES.get(names["AEAD"] or "", ("", VENDOR_KEY_TYPE))
    types = {use: "psa_key_type_t" if use == "KEY_TYPE" else "psa_algorithm_t" for use in said}
    lacking = [
        f"#ifndef {known}\n#define {known} (({types[use]}){value:#010x}u)\n#endif\n"
        for use, (known, value) in said.items()
        # A core that only hashes has no keys.
        if known and value is not None and (use != "KEY_TYPE" or names["AEAD"])
    ]
    texts = {
        use: known or f"(({types[use]}){value:#010x}u)" for use, (known, value) in said.items()
    }
    return {**texts, "IDENTIFIERS": "".join(lacking)}


def psa(about: Mapping[str, str | int]) -> dict[str, str]:
    """The driver, its header and its description, by file name.

    Args:
        about: what the templates say of the core, see `registers.values`.
    """
    top = about["TOP"]
    return {
        f"{top}_psa.h": filled("bridges/psa.h", **about),
        f"{top}_psa.c": filled("bridges/psa.c", **about),
        f"{top}_psa.json": json.dumps(description(about), indent=4) + "\n",
    }


def description(about: Mapping[str, str | int]) -> dict[str, object]:
    """The driver as the PSA driver interface describes one: a transparent driver whose prefix is
    the name of the core's top module.
    """
    upper = str(about["UPPER"])
    points = ["aead_encrypt", *(["aead_decrypt"] if about["DECRYPTS"] else [])]
    if about["SEALS"]:
        points += [f"aead_{each}" for each in AEAD_IN_PARTS]
    aead = {
        "entry_points": points,
        "algorithms": [f"{upper}_PSA_AEAD"],
        "key_types": [f"{upper}_PSA_KEY_TYPE"],
        # PSA counts bits of keys.
        "key_sizes": [8 * int(about["KEY"])],
        "fallback": True,
    }
    digest = {
        "entry_points": [f"hash_{each}" for each in HASH],
        "algorithms": [f"{upper}_PSA_HASH"],
        "fallback": True,
    }
    return {
        "_comment": LICENCE,
        "prefix": about["TOP"],
        "type": "transparent",
        "headers": [f"{about['TOP']}_psa.h"],
        "capabilities": [aead] * bool(about["ENCRYPTS"]) + [digest] * bool(about["HASHES"]),
    }
