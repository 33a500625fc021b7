# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist at work: known answers, sharings, leakage, faults, on a simulator of its
cells."""
