# SPDX-License-Identifier: Apache-2.0
"""A design in simulation: the simulators, and calls and messages as they are played on its
ports."""
