# SPDX-License-Identifier: Apache-2.0
"""What controllers of several kinds use."""
