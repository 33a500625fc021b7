# SPDX-License-Identifier: Apache-2.0
"""Blocks of the study with several circuits, a file for each cipher.

A module of this package has ``CIRCUITS``: by name of the block and, after a slash, ``OPTION=VALUE``
of the circuit, what makes the primitive; the name alone stands for the first. It may have
``on_ports``, which brings a known answer of the algorithm to the ports of a block. Nothing else
knows which modules there are.
"""
