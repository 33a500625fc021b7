# SPDX-License-Identifier: Apache-2.0
"""From core names to stored, verified numbers: composes verification, implementation and
measurement into jobs.
"""
