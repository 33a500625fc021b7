# SPDX-License-Identifier: Apache-2.0
"""Standard cells placed: where each cell of a mapped netlist lies, how long its wires are, and its
delay with them.

There is no routing and no clock tree: a frequency is one *after placement*, never of a layout.
"""
