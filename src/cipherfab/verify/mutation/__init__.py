# SPDX-License-Identifier: Apache-2.0
"""How much the checks find: mutants of the RTL, each played, and what survives compared with the
original.
"""
