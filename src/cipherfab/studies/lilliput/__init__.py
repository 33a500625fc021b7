# SPDX-License-Identifier: Apache-2.0
"""The slides on FPGA implementations of LILLIPUT-AE by its designers, 2019: LILLIPUT-TBC against
Ascon and AES, on a Virtex-6.

VHDL, Xilinx ISE 14.4, ATHENa, after place and route on an XC6VLX75T-FF484. An Ascon is the AEAD
there, a LILLIPUT-TBC the cipher.
"""
