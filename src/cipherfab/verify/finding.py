# SPDX-License-Identifier: Apache-2.0
"""A finding: what one check of the chain of evidence says, as plain, JSON-able data."""


def finding(link: str, check: str, passed: bool, detail: str,
            seconds: float, *, seed: int | None = None, **more) -> dict:
    """One finding.

    Args:
        link: of the chain: ``model``, ``rtl``, ``equivalence`` or ``gate``.
        check: a short name.
        passed: None if the check did not end.
        detail: one line: what was played, or the first mismatch.
        seconds: how long it took.
        seed: of stimulus and stalls.
        more: further fields.
    """
    return {"link": link, "check": check, "passed": passed,
            "detail": detail, "seconds": round(seconds, 3), "seed": seed, **more}
