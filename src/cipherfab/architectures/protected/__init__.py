# SPDX-License-Identifier: Apache-2.0
"""A primitive with shares against probing, or with rounds done twice against faults."""
