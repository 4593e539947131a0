#!/usr/bin/env bash
# Runs the archive of make_bundle.sh in a folder that has nothing but the C library and fonts.
#
#   check_bundle.sh ARCHIVE: needs root, for a chroot.
set -euo pipefail
archive=$(readlink -f "$1")
fail() { echo "check_bundle: $*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail 'root is needed, for a chroot'
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
mkdir -p "$root/dev" "$root/proc" "$root/tmp" "$root/usr/share/fonts"
# The files of the C library, with the folders and links that lead to them.
dpkg-query -L libc6 | grep -E '^/(usr/)?lib' | while read -r file; do
  [ -d "$file" ] || { mkdir -p "$root$(dirname "$file")"; cp -L "$file" "$root$file"; }
done
cp -rL /usr/share/fonts/truetype/noto "$root/usr/share/fonts/noto"
mount -t proc proc "$root/proc"
mknod -m 666 "$root/dev/null" c 1 3
tar -C "$root" -xzf "$archive"
# A feed in an encoding that the C library has to convert.
printf '<?xml version="1.0" encoding="KOI8-R"?>\n<rss version="2.0"><channel><title>T</title><item><title>\xf0\xd2\xc9\xd7\xc5\xd4</title></item></channel></rss>' \
  >"$root/feed.xml"
galley=/$(basename "$archive" .tar.gz)/bin/galley
inside() { env -i PATH=/bin:/usr/sbin:/usr/bin HOME=/ chroot "$root" "$@"; }
inside "$galley" convert feed.xml -o - --to csv --quiet | grep -q Привет || fail 'an encoding is not converted'
inside "$galley" render feed.xml -o feed.png --font-dir /usr/share/fonts/noto --quiet --strict || fail 'the feed was not drawn'
inside "$galley" render feed.xml -o feed.pdf --font-dir /usr/share/fonts/noto --quiet || fail 'no document was written'
[ -s "$root/feed.png" ] && [ -s "$root/feed.pdf" ] || fail 'a file is missing'
echo "$(basename "$archive") runs with nothing but the C library and fonts"
