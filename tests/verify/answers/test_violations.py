# SPDX-License-Identifier: Apache-2.0
"""Messages that break the protocol, each followed by a good one."""

import pytest

from cipherfab.lwc.messages import Operation, Violation
from cipherfab.verify.answers.violations import violations


@pytest.mark.parametrize("decrypts", [True, False])
def test_what_follows_a_violation_is_a_message_that_the_core_takes(decrypts):
    """Behind each violation comes a message that is no violation; of a core that only encrypts none
    is a decryption, of others some are, behind what a decrypt opcode gives up.
    """
    entries = violations("ascon-128", None, seed=1, decrypts=decrypts)
    wrong, good = entries[::2], entries[1::2]
    assert all(isinstance(one, Violation) for one in wrong) and len(wrong) == len(good)
    assert not any(isinstance(one, Violation) for one in good)
    operations = [one.operation for one in good]
    assert (Operation.DECRYPT in operations) == decrypts
