# SPDX-License-Identifier: Apache-2.0
"""A description compared, for all inputs, with a text that is not ours: C, stepped over the
literals of the graph that the description made.
"""
