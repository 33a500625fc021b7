# SPDX-License-Identifier: Apache-2.0
"""Which cases of a large family lie in the default suite (mark ``sample``)."""


def sampled(count: int, wanted: int) -> set[int]:
    """The numbers of ``wanted`` of ``count`` cases, evenly between the first and the last."""
    return {round(place * (count - 1) / max(wanted - 1, 1)) for place in range(wanted)}
