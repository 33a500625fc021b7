# SPDX-License-Identifier: Apache-2.0
"""Amaranth's netlist as SystemVerilog that people read: the description's own names, expressions in
place of numbered wires.
"""
