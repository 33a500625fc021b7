# SPDX-License-Identifier: Apache-2.0
"""Unrolled ciphers as studies measure them: combinational blocks, verified at RTL and at gate
level.

A block has neither clock nor handshake. Its RTL is simulated between registers, with random stalls.
Its netlist is evaluated on the known answers and on random calls (all at once, on the and-inverter
graph), and proved equal to the RTL where that ends in time.
"""
