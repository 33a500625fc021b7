# SPDX-License-Identifier: Apache-2.0
"""PRINCEv2."""

from cipherfab.ciphers.prince import ALPHA
from cipherfab.ciphers.prince_v2 import BACKWARD_CONSTANTS, BETA, FORWARD_CONSTANTS


def test_constants_reflect_by_alpha_and_beta_in_turn():
    """RC_1 and RC_10 differ by alpha, RC_2 and RC_9 by beta, and so on."""
    assert [a ^ b for a, b in zip(FORWARD_CONSTANTS, reversed(BACKWARD_CONSTANTS))] == [
        ALPHA,
        BETA,
        ALPHA,
        BETA,
        ALPHA,
    ]
