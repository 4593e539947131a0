#!/usr/bin/env bash
# Installs the Debian package on a clean Debian and draws an RSS file there, with two commands.
#
#   check_deb.sh PACKAGE [OUT]: needs root and debootstrap. The Debian is made in a temporary folder, of the suite
#   SUITE (bookworm) from MIRROR (http://deb.debian.org/debian), and removed at the end; the pictures go to OUT.
set -euo pipefail
package=$(readlink -f "$1") out=${2:-}
suite=${SUITE:-bookworm} mirror=${MIRROR:-http://deb.debian.org/debian}
fail() { echo "check_deb: $*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail 'root is needed, for a chroot'
command -v debootstrap >/dev/null || fail 'install debootstrap first'

folder=$(mktemp -d)
trap 'umount "$folder/debian/proc" 2>/dev/null || true; rm -rf --one-file-system "$folder"' EXIT
root=$folder/debian
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$folder/log" 2>&1 ||
  { tail -5 "$folder/log" >&2; fail 'debootstrap failed'; }
mount -t proc proc "$root/proc"
cp "$package" "$root/galley.deb"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/ DEBIAN_FRONTEND=noninteractive bash -c "$1"; }

cat >"$root/feed.rss" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>A small feed</title><link>https://feed.example/</link>
<item><title>The first post</title><description>&lt;p&gt;With &lt;b&gt;bold&lt;/b&gt; words, &lt;i&gt;italics&lt;/i&gt; and a list:&lt;/p&gt;&lt;ul&gt;&lt;li&gt;one&lt;/li&gt;&lt;li&gt;two 🎈&lt;/li&gt;&lt;/ul&gt;</description><pubDate>Fri, 01 May 2026 10:00:00 GMT</pubDate></item>
<item><title>דואר מן הנמל</title><description>המעבורת חוזרת לאיים אחרי אחד עשר שבועות.</description></item>
<item><title>港口的来信</title><description>渡轮在十一周之后回到群岛。</description></item>
</channel></rss>
END

inside 'apt-get -qq update' >"$folder/log" 2>&1 || { tail -5 "$folder/log" >&2; fail 'apt-get update failed'; }
start=$SECONDS
inside 'apt-get install -y --no-install-recommends ./galley.deb' >"$folder/log" 2>&1 ||
  { tail -20 "$folder/log" >&2; fail 'the package cannot be installed'; }
echo "installed in $((SECONDS - start)) s, with $(inside 'dpkg-query -W' | wc -l) packages in the system"
inside 'galley render feed.rss -o feed.png --strict' || fail 'the feed was not drawn'
inside 'galley render feed.rss --template social --cards -o "cards/{index}.png" --quiet --strict' || fail 'no cards were drawn'
inside 'galley render feed.rss -o feed.pdf --quiet && galley render feed.rss -o feed.svg --quiet' || fail 'no documents were written'
inside 'galley doctor feed.rss' || fail 'the doctor misses something'
for file in feed.png cards/0.png cards/1.png cards/2.png feed.pdf feed.svg usr/share/man/man1/galley.1.gz \
  usr/share/bash-completion/completions/galley; do
  [ -s "$root/$file" ] || fail "$file is missing"
done
inside 'apt-get remove -y galley' >"$folder/log" 2>&1 || fail 'the package cannot be removed'
[ ! -e "$root/usr/bin/galley" ] || fail 'the package leaves the command behind'
if [ -n "$out" ]; then
  mkdir -p "$out"
  cp "$root/feed.png" "$root"/cards/*.png "$out"
fi
echo "$(basename "$package") works on a clean $suite"
