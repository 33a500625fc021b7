# SPDX-License-Identifier: Apache-2.0
"""The data set that comes with the package: every core of the library, implemented once, with what
was checked of it.
"""
