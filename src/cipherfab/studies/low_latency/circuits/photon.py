# SPDX-License-Identifier: Apache-2.0
"""PHOTON-256 with the circuits for its MixColumnSerial."""

from functools import partial

from ....ciphers.photon import photon_256

CIRCUITS = {f"photon-256/mix={style}": partial(photon_256, style) for style in ("fast", "small")}
