# SPDX-License-Identifier: Apache-2.0
"""A message recorded on the ports of a core."""

import json

from cipherfab.cores.build import build
from cipherfab.verify.rtl.recorded import Recording, record


def test_every_word_is_recorded_where_it_is_taken(tmp_path):
    """The words taken on each port are those of the vectors, from the first one behind the reset to
    the status; the recording survives JSON with its order.
    """
    found = record(build("ascon-aead128"), tmp_path)
    for stream, text in found.words.items():
        digits = "".join(line.split(" = ")[1] for line in text.splitlines() if " = " in line)
        taken = [
            f"{found.signals[f'{stream}_data'][cycle]:08x}"
            for cycle in range(found.cycles)
            if found.taken(f"{stream}_data", cycle)
        ]
        assert "".join(taken).upper() == digits.upper(), stream
    assert found.signals["do_last"][-2] == 1 and found.signals["do_valid"][-1] == 0
    again = Recording.from_json(json.loads(json.dumps(found.to_json(), sort_keys=True)))
    assert again == found and list(again.signals) == list(found.signals)
