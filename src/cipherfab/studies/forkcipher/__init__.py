# SPDX-License-Identifier: Apache-2.0
"""A. Purnal, E. Andreeva, A. Roy, D. Vizár, "What the Fork: Implementation Aspects of a
Forkcipher", NIST LWC Workshop 2019.

Nangate45, typical corner; areas in gate equivalents (GE) of NAND2_X1.
"""
