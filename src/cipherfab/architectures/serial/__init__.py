# SPDX-License-Identifier: Apache-2.0
"""A primitive through few S-boxes, a cell, a byte or some columns per clock."""
