# SPDX-License-Identifier: Apache-2.0
"""Power and energy of mapped netlists: activity of every net times the tables of the Liberty
file."""
