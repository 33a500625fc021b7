# SPDX-License-Identifier: Apache-2.0
"""Messages with each type in one segment."""

from dataclasses import replace

from cipherfab.cores.build import build
from cipherfab.origin import ThirdParty
from cipherfab.verify.answers import stimulus
from cipherfab.verify.rtl.single_segments import single

DESIGN = build("ascon-128")
FOREIGN = replace(DESIGN, third_party=ThirdParty())


def test_messages_in_one_segment_are_so_at_any_length():
    """What is split comes in one segment, and so does what is as long as a segment may be, with
    its key as it was.
    """
    first = stimulus.plan("ascon-128a", seed=1)[0]
    parts = replace(first, segment_blocks=1, new_key=False, ad=bytes(0xFFFF))
    assert next(single([parts])) == replace(
        parts, segment_blocks=None, ad_sizes=(0xFFFF,), data_sizes=(len(parts.data),)
    )
