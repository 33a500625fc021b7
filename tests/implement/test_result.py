# SPDX-License-Identifier: Apache-2.0
"""What a run found, as an object and as JSON."""

import json

from cipherfab.implement.result import Implementation

RUN = {"design": "d", "top": "d", "platform": "p", "recipe": {"name": "area"},
       "period_ps": 900, "seed": 1,
       "stage": "after synthesis"}  # fmt: skip


def test_json_and_object_say_the_same():
    """Through JSON a result comes back whole, and what only its platform has stands beside the
    other numbers.
    """
    found = Implementation(
        **RUN, luts=7, more={"logic_elements": 9, "utilization": {"TRELLIS_FF": 8}}
    )
    text = json.dumps(found.to_json())
    assert Implementation.from_json(json.loads(text)) == found
    assert json.loads(text)["logic_elements"] == 9 and "more" not in json.loads(text)


def test_numbers_by_name():
    """A number is found wherever it stands; one that the run does not have is None."""
    found = Implementation(**RUN, luts=7, more={"logic_elements": 9})
    assert [found.number(name) for name in ("luts", "logic_elements", "area_ge", "block_rams")] == [
        7,
        9,
        None,
        None,
    ]


def test_an_older_result_is_read():
    """A result that was written before a field was there has the field's default."""
    assert Implementation.from_json({**RUN, "area_ge": 3.0}) == Implementation(**RUN, area_ge=3.0)
