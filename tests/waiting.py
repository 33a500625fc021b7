# SPDX-License-Identifier: Apache-2.0
"""Waiting for what other processes do."""

import time


def wait_until(condition, seconds=30):
    """Poll until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.02)
