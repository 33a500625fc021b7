# SPDX-License-Identifier: Apache-2.0
"""Many jobs: on this machine or on others, each once, with a display of what runs and how long is
left.
"""
