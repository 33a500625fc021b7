# SPDX-License-Identifier: Apache-2.0
"""Core names, which components make a core, and writing it as Verilog."""
