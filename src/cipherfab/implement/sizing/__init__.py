# SPDX-License-Identifier: Apache-2.0
"""Standard cells sized by static timing, the last step of a recipe that aims at frequency."""
