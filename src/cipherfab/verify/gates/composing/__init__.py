# SPDX-License-Identifier: Apache-2.0
"""Whether a whole masked netlist is composed so that d probes see nothing of a secret: share by
share, in time linear in gates and cycles.
"""
