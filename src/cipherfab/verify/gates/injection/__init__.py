# SPDX-License-Identifier: Apache-2.0
"""Faults in a mapped netlist: where they can be, what they do to two calls, and whether it depends
on data that they do nothing.
"""
