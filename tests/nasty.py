# SPDX-License-Identifier: Apache-2.0
"""A text that would run as a script in a page."""

NASTY = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">\u2028<!--'
