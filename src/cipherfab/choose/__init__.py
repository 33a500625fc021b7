# SPDX-License-Identifier: Apache-2.0
"""Finds cores that meet a request in the data set and in the store; nothing heavy is imported, so
it answers at once.
"""
