# SPDX-License-Identifier: Apache-2.0
"""FPGA benchmarking of the round 2 candidates of NIST's lightweight cryptography, by Mohajerani et
al. (GMU), 2020.

22 of the 32 candidates behind the LWC Hardware API, 72 variants; Vivado, Quartus and Diamond, after
place and route.
"""
