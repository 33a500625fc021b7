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
# Of tests alone: rules for the emitted C, and headers of PSA Crypto.
command -v cppcheck >/dev/null || missing="$missing cppcheck"
[ -e /usr/include/psa/crypto.h ] || missing="$missing libmbedtls-dev"
python3 -c "import ensurepip, venv" 2>/dev/null || missing="$missing python3-venv"
# Place and route for Artix-7, where this release has it; `make setup` brings it elsewhere.
optional=""
command -v nextpnr-himbaechel-xilinx >/dev/null \
    || { apt-cache show nextpnr-himbaechel-xilinx >/dev/null 2>&1 && optional=nextpnr-himbaechel-xilinx; }
[ -z "$missing$optional" ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "missing:$missing (install them with your system's package manager)" >&2
    exit 0
fi
sudo=""
[ "$(id -u)" -eq 0 ] || sudo="sudo -n"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
install() {
    echo "installing: $*"
    if ! { $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends "$@"; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        echo "could not install: $* (run: sudo apt-get install $*)" >&2
    fi
}
[ -z "$missing" ] || install $missing
[ -z "$optional" ] || install $optional
rm -f "$log"
exit 0
