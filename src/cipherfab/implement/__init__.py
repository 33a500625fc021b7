# SPDX-License-Identifier: Apache-2.0
"""From an emitted design to gates: platforms, recipes, synthesis, static timing, place and route.
Knows no cipher.
"""
