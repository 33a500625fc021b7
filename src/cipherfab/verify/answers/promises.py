# SPDX-License-Identifier: Apache-2.0
"""What ``docs/reference/lwc.md`` promises of our cores, sentence by sentence, and the check of
``verify`` that plays it.
"""

OFFICIAL, PLAN, SPLITS, FORGERIES = (
    "official known answers",
    "test plan",
    "splits into segments",
    "forgeries",
)
KEYS, UNLOOKED, VIOLATIONS, TOO_LONG = (
    "key changes",
    "what is not looked at",
    "protocol violations",
    "more blocks than allowed",
)
OUTPUTS, WAITS = "outputs of any length", "waits in a block"

PROMISES = {
    "stream": PLAN, "first-byte": OFFICIAL, "surplus": UNLOOKED,
    "wide-rest": UNLOOKED, "opcodes": OFFICIAL, "do-last": PLAN, "flags": UNLOOKED,
    "wait-cost": WAITS,
    "order": OFFICIAL, "mirror": SPLITS, "one-segment": OFFICIAL, "shares": OFFICIAL,
    "segments": PLAN, "empty-segment": SPLITS,
    "key-activate": KEYS, "key-sdi": KEYS, "key-stays": KEYS, "key-wait": KEYS,
    "status": FORGERIES, "tag-time": FORGERIES,
    "sct2-segment": PLAN, "sct2-withheld": FORGERIES, "sct2-too-long": PLAN,
    "sct2-wrong": VIOLATIONS,
    "fork-short": PLAN, "paef-limit": TOO_LONG,
    "xof-order": OUTPUTS, "xof-parts": OUTPUTS, "xof-custom": OUTPUTS,
    **dict.fromkeys(("no-key", "no-hash", "enconly", "hash-only",
                     "wrong-type", "nonce-size", "tag-size", "nonce-split",
                     "tag-split", "whole-blocks", "whole-ciphertext", "last-early",
                     "last-missing", "swallowed", "filler", "one-failure",
                     "wrong-headers", "abort-encrypt", "abort-decrypt", "unknown-opcode",
                     "xof-refused",
                     "key-dropped", "key-wrong"), VIOLATIONS),
}  # fmt: skip
"""The mark of each promise, in angle brackets behind its sentence there, and the beginning of the
name of a check that plays it.

Of the violations each mark is one of those that are played (`violations.Violation.promise`), or one
of `OF_ALL`.
"""

OF_ALL = ("swallowed", "filler", "wrong-headers", "one-failure", "key-dropped", "sct2-wrong")
"""Marks of what every violation, or every one of its kind, shows."""
