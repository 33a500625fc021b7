# SPDX-License-Identifier: Apache-2.0
"""Whether `verify` passes on a core, for slow tests of whole cores."""

from pathlib import Path

from cipherfab.cores.build import build
from cipherfab.verify import chain

CHECKS = {"test plan", "test plan without stalls", "splits into segments",
          "lengths around powers of two",
          "power-up states", "resets", "what is not looked at",
          "protocol violations"}  # fmt: skip
"""What is played on every core of ours with the LWC API; official answers, forgeries and keys
depend on what it computes.
"""

OPEN = {
    # It keeps a message whole, and waits are played where a core keeps three blocks at least.
    "aez-v5": {"waits in a block"},
    # A wrong tag goes through the cipher, of which ABC decides nothing in its time.
    "aes-poet-aes4": {"every tag (proof)"},
    "elmd-6-0-1": {"every tag (proof)"},
}
"""By core what may come to no verdict, and nothing else may."""


def assert_verified(name: str, directory: Path, *, seed: int) -> None:
    """Everything of the default level is played on a core's RTL with random stalls, and answered
    rightly.
    """
    findings = chain.check_rtl(build(name), directory, seed=seed)
    checks = {found.check for found in findings}
    assert CHECKS <= checks and any(
        check.startswith("official known answers") for check in checks
    ), checks
    assert {found.check for found in findings if found.passed is None} <= OPEN.get(name, set())
    assert all(found.passed is not False for found in findings), [
        found.detail for found in findings if found.passed is False
    ]
