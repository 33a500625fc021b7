#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs GHDL 6 beside an older one of the distribution: its packages are taken from Debian testing, through the mirror that this
# machine's apt is set up with, and unpacked with the libraries that they need into a folder of their own. Nothing of the system is
# replaced, and no list of apt changes.
#
#   tools/install-ghdl.sh [PREFIX]      PREFIX: by default /usr/local/lib/cipherfab-ghdl, with a link in /usr/local/bin
#
# With another PREFIX, put PREFIX/bin first on PATH. To take it away again, remove the folder and the link.
set -eu
suite=testing
prefix=${1:-/usr/local/lib/cipherfab-ghdl}
major=$( (ghdl --version 2>/dev/null || true) | sed -n '1s/^GHDL \([0-9]*\).*/\1/p')
if [ "$#" -eq 0 ] && [ "${major:-0}" -ge 6 ]; then
    exit 0
fi
command -v apt-get >/dev/null || { echo "no apt-get here: install GHDL 6 with your system's package manager" >&2; exit 1; }
architecture=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)
# The first address of the main archive: of lines "deb …", or of "URIs: …" (one-line and deb822 form).
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p; s/^URIs: *\([^ ]*\).*/\1/p' | grep '/debian/\{0,1\}$' | head -n 1)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -n "$mirror" ] && [ -f "$keys" ] || { echo "no mirror of Debian is set up here: install GHDL 6 by hand" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/unpacked"
: > "$work/status"
echo "deb [signed-by=$keys] $mirror $suite main" > "$work/sources.list"
private() {
    apt-get -qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$work/lists" \
        -o Dir::Cache="$work/cache" -o Dir::State::status="$work/status" -o APT::Sandbox::User=root "$@"
}
private update
(cd "$work" && private download ghdl-mcode ghdl-common libc6 libgcc-s1 zlib1g)
for package in "$work"/*_"$architecture".deb "$work"/*_all.deb; do
    [ ! -f "$package" ] || dpkg-deb -x "$package" "$work/unpacked"
done
loader=$(cd "$work/unpacked" && find usr/lib lib -name 'ld-linux*.so*' -o -name 'ld-*.so.1' 2>/dev/null | grep "$triplet" | head -n 1)
[ -n "$loader" ] || { echo "the packages of $suite have no loader for $architecture" >&2; exit 1; }

rm -rf "$prefix"
mkdir -p "$prefix/bin" "$prefix/libexec"
cp -R "$work/unpacked/usr/lib" "$prefix/lib"
cp "$work/unpacked/usr/bin/ghdl-mcode" "$prefix/libexec/ghdl-mcode"
cat > "$prefix/bin/ghdl" <<END
#!/bin/sh
here=\$(dirname "\$(dirname "\$(readlink -f "\$0")")")
exec "\$here/lib/$triplet/$(basename "$loader")" --library-path "\$here/lib/$triplet" "\$here/libexec/ghdl-mcode" "\$@"
END
chmod 755 "$prefix/bin/ghdl"
"$prefix/bin/ghdl" --version | sed -n 1p
if [ "$#" -eq 0 ]; then
    ln -sf "$prefix/bin/ghdl" /usr/local/bin/ghdl
fi
