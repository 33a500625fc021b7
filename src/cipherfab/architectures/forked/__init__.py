# SPDX-License-Identifier: Apache-2.0
"""A forkcipher: how many rounds per clock, where the forking state is kept, which branches run at
once.
"""
