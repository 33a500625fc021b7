#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that PyPI cannot give, where they are missing and where this user may.
set -u
missing=""
command -v g++ >/dev/null || missing="$missing g++"
command -v make >/dev/null || missing="$missing make"
command -v sta >/dev/null || missing="$missing opensta"
command -v ghdl >/dev/null || missing="$missing ghdl"
command -v chromium >/dev/null || missing="$missing chromium"
command -v chromedriver >/dev/null || missing="$missing chromium-driver"
command -v bwrap >/dev/null || missing="$missing bubblewrap"
command -v iverilog >/dev/null || missing="$missing iverilog"
python3 -c "import ensurepip, venv" 2>/dev/null || missing="$missing python3-venv"
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "missing:$missing (install them with your system's package manager)" >&2
    exit 0
fi
sudo=""
[ "$(id -u)" -eq 0 ] || sudo="sudo -n"
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
if ! { $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends $missing; } >/tmp/cipherfab-apt.$$.log 2>&1; then
    tail -n 5 /tmp/cipherfab-apt.$$.log >&2
    echo "could not install:$missing (run: sudo apt-get install$missing)" >&2
fi
rm -f /tmp/cipherfab-apt.$$.log
exit 0
