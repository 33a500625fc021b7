# SPDX-License-Identifier: Apache-2.0
"""Probes on a mapped netlist, with glitches and transitions: an exact check of first order."""
