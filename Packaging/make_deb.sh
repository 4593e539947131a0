#!/usr/bin/env bash
# Builds the Debian package of an installed tree.
#
#   make_deb.sh ROOT OUT: ROOT/galley has the tree (usr/bin/galley and so on); the package goes to OUT.
#
# The libraries that the command is linked with become dependencies, as dpkg-shlibdeps finds them, and so do the fonts.
set -euo pipefail
root=$1 out=$2
repository=$(cd "$(dirname "$0")/.." && pwd)
tree=$root/galley
version=$("$tree/usr/bin/galley" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+[^ ]*' | head -1)
architecture=$(dpkg --print-architecture)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$repository" log -1 --format=%ct 2>/dev/null || date +%s)}

mkdir -p "$root/debian"
printf 'Source: galley\n\nPackage: galley\nArchitecture: any\n' >"$root/debian/control"
libraries=$(cd "$root" && dpkg-shlibdeps -O "$tree/usr/bin/galley" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || { echo 'make_deb: dpkg-shlibdeps found no libraries' >&2; exit 1; }

install -D -m 644 "$repository/LICENSE" "$tree/usr/share/doc/galley/copyright"
gzip -9nf "$tree"/usr/share/man/man1/*.1
gzip -9n <"$repository/CHANGELOG.md" >"$tree/usr/share/doc/galley/changelog.gz"
mkdir -p "$tree/DEBIAN"
cat >"$tree/DEBIAN/control" <<END
Package: galley
Version: $version
Architecture: $architecture
Section: graphics
Priority: optional
Maintainer: The authors of Galley <galley@authors.invalid>
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f1)
Depends: $libraries, fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji
Recommends: libcurl4, libheif1
Suggests: ffmpeg
Description: draws feeds as pictures of cards
 Galley reads RSS, Atom, JSON Feed, posts of social networks, tables and
 Markdown, and draws each item as a card, in any script and without a
 browser: one tall picture, pages, or a picture for each card.
END
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
package=$out/galley_${version}_$architecture.deb
dpkg-deb --build --root-owner-group "$tree" "$package" >/dev/null
echo "The package is $package; apt-get install $package installs it"
