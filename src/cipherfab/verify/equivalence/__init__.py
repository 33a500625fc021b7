# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist against its RTL: both read as graphs of ANDs and proved equal."""
