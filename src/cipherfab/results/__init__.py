# SPDX-License-Identifier: Apache-2.0
"""What was found out: records, evidence, provenance, the cache of finished work, and the way out to
files.
"""
