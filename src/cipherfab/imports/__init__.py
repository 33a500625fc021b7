# SPDX-License-Identifier: Apache-2.0
"""Cores that others wrote, see `third_party`."""
