# SPDX-License-Identifier: Apache-2.0
"""Pictures of a message on the ports of a core."""

from xml.etree import ElementTree

from cipherfab.emit.waveform import waveform
from cipherfab.verify.rtl.recorded import SIGNALS, STREAMS, Recording

WAITING = 5


def recording(width=32):
    """A word that waits on PDI, is taken, and is answered."""
    cycles = WAITING + 2
    signals = {name: [0] * cycles for name in SIGNALS}
    signals["pdi_data"] = [0xABC] * (WAITING + 1) + [0xBAD]
    signals["pdi_valid"] = [1] * (WAITING + 1) + [0]
    signals["pdi_ready"] = [0] * WAITING + [1, 1]
    return Recording(
        title="a core: a <message>",
        words=dict.fromkeys(STREAMS, ""),
        widths={name: width if name.endswith("_data") else 1 for name in SIGNALS},
        signals=signals,
    )


def texts(picture):
    """All words of a picture."""
    root = ElementTree.fromstring(picture)
    return [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_waiting_is_drawn_once():
    """Cycles that are alike and take no word are one, with their number."""
    said = texts(waveform(recording()))
    assert f"0 … (×{WAITING})" in said and str(WAITING) in said
    assert said.count("00000abc") == 2


def test_only_valid_words_are_shown():
    """What stands on a port that is not valid is no word; names are escaped."""
    said = texts(waveform(recording()))
    assert "00000bad" not in said and "a core: a <message>" in said


def test_wide_words_are_cut():
    """A word of many digits shows its first and its last ones."""
    assert "0000…abc" in texts(waveform(recording(width=96)))
