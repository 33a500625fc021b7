# SPDX-License-Identifier: Apache-2.0
"""How many steps per clock, and where the registers go. One file per architecture; none knows a
cipher.
"""
