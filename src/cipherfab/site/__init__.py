# SPDX-License-Identifier: Apache-2.0
"""The site of results: one folder of static pages for the studies, the algorithms and the cores; it
gets plain data.
"""
