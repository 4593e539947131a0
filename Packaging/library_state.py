#!/usr/bin/env python3
"""Prints a table of the libraries that read strangers' bytes: the installed package, and the faults with a CVE
number that its Debian changelog says are mended, the latest of them last.

The faults that are open are not in a changelog: Debian's security tracker lists them by source package.
"""

import gzip
import pathlib
import re
import subprocess

# The package, and what it reads for Galley.
LIBRARIES = [
    ("libxml2", "RSS and Atom, HTML of bodies"),
    ("libcmark-gfm0.29.0.gfm.6", "Markdown"),
    ("libspng0", "PNG images"),
    ("libturbojpeg0", "JPEG images"),
    ("libwebp7", "WebP images"),
    ("libgif7", "GIF images"),
    ("libheif1", "AVIF and HEIF images"),
    ("libde265-0", "HEIF images, for libheif"),
    ("libdav1d6", "AVIF images, for libheif"),
    ("libaom3", "AVIF images, for libheif"),
    ("liblcms2-2", "colour profiles of images"),
    ("libfreetype6", "fonts"),
    ("libharfbuzz0b", "fonts, texts"),
    ("libfontconfig1", "fonts"),
    ("libpango-1.0-0", "texts"),
    ("libfribidi0", "texts"),
    ("libicu72", "texts in scripts without spaces"),
    ("zlib1g", "gzip, compressed parts of images"),
    ("libzstd1", "zstd"),
    ("libcurl4", "answers of servers, in `galley fetch`"),
]


def state(package):
    """The version of a package, and the numbers of its mended faults in order."""
    query = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], stdout=subprocess.PIPE, text=True)
    numbers = set()
    for path in pathlib.Path(f"/usr/share/doc/{package}").glob("changelog.Debian*.gz"):
        text = gzip.decompress(path.read_bytes()).decode(errors="replace")
        numbers |= set(re.findall(r"CVE-(\d{4})-(\d{4,})", text))
    return query.stdout or "not installed", sorted(numbers, key=lambda n: (int(n[0]), int(n[1])))


def main():
    print("| library | reads | version | mended faults | the latest |")
    print("|---|---|---|---|---|")
    for package, reads in LIBRARIES:
        version, numbers = state(package)
        latest = "CVE-%s-%s" % numbers[-1] if numbers else "–"
        print(f"| {package} | {reads} | {version} | {len(numbers)} | {latest} |")


main()
