#!/usr/bin/env bash
# Makes an archive of an installed tree with all libraries inside but the C library.
#
#   make_bundle.sh TREE OUT: TREE has the tree (bin/galley and share); the archive goes to OUT. Needs patchelf.
#
# A static program is not possible with Debian's packages: Pango, HarfBuzz, Little CMS, libspng, ISA-L and libheif have
# no static libraries there, and Pango would bring a second GLib beside a static one.
set -euo pipefail
tree=$1 out=$2
command -v patchelf >/dev/null || { echo 'make_bundle: install patchelf first' >&2; exit 1; }
version=$("$tree/bin/galley" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+[^ ]*' | head -1)
name=galley-$version-linux-$(uname -m)
folder=$out/$name
rm -rf "$folder"
install -D -m 755 "$tree/bin/galley" "$folder/bin/galley"
mkdir -p "$folder/lib"
cp -r "$tree/share" "$folder/share"

# The libraries of a file, with theirs, as the loader finds them; those of the C library belong to the host.
host='/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|util|anl|nsl)\.so\.[0-9])$'
libraries() { ldd "$1" | sed -nE 's/^.*=> (\/[^ ]*) .*$/\1/p' | grep -vE "$host"; }
# These two are loaded when they are needed: for `fetch`, and for AVIF and HEIF.
optional=$(ldconfig -p | sed -nE 's/^\s*lib(curl\.so\.4|heif\.so\.1) .*=> (.*)$/\2/p' | sort -u)
{
  libraries "$tree/bin/galley"
  for library in $optional; do echo "$library"; libraries "$library"; done
} | sort -u | while read -r library; do cp -Ln "$library" "$folder/lib"; done
# Unlike a run path, it counts for the libraries of libraries too.
patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$folder/bin/galley"

install -m 644 "$(dirname "$0")/../LICENSE" "$folder/LICENSE"
tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner -czf "$folder.tar.gz" "$name"
echo "The archive is $folder.tar.gz; unpack it anywhere, and run $name/bin/galley"
