# SPDX-License-Identifier: Apache-2.0
"""Functions of a mode's words, share by share."""

from collections.abc import Callable

from ...modes.sponge_events import Words

PUBLIC = ("padding", "replaced")
"""Words of events that are no secrets: they follow from lengths."""


def of_share(function: Callable, share: int) -> Callable:
    """A function of words, on one of their shares: the first has the terms without a secret too.

    What a function gives is a sum of terms with at most one secret each (`merge` refuses others),
    so that the functions of the shares add up to that of the words.
    """
    if not share:
        return function

    def linear(words: Words):
        # With all secrets 0 the terms of share 0 alone are left, and go out of the sum.
        nothing = {name: word.constant(0) for name, word in words.items() if name not in PUBLIC}
        return function(words) ^ function({**words, **nothing})

    return linear
