# SPDX-License-Identifier: Apache-2.0
"""Bugs planted by hand in a wrapper around a core: each answers wrongly in one rare situation of
sequences, lengths, waits, counts, tags or values, which no small change of the RTL brings about.
"""
