# SPDX-License-Identifier: Apache-2.0
"""A primitive whose steps come one after the other: how many per clock, and where the registers
go."""
