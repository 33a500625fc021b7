# SPDX-License-Identifier: Apache-2.0
"""What the workers of a benchmark do: a job function in a file of its own, so that its key depends
on what it imports only.
"""
