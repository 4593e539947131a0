#!/usr/bin/env python3
"""Prints a table of the libraries that read strangers' bytes: the installed package, its source package, and the faults
with a CVE number that its Debian changelog says are mended, the latest of them last.

Where apt knows a newer version, it has mends that this machine lacks. The faults that are open in Debian are not in a
changelog: Debian's security tracker lists them by source package.
"""

import gzip
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The package, and what it reads for Galley.
LIBRARIES = [
    ("libc6", "feeds in other encodings than UTF-8, by `iconv`; answers of name servers, in `galley fetch`"),
    ("zlib1g", "gzip, compressed parts of images"),
    ("libzstd1", "Zstandard"),
    ("libxml2", "HTML of bodies, names of entities"),
    ("libcmark-gfm0.29.0.gfm.6", "Markdown, with its library of extensions"),
    ("libpango-1.0-0", "texts"),
    ("libfribidi0", "texts"),
    ("libglib2.0-0", "characters of texts, for Pango"),
    ("libthai0", "texts in Thai, for Pango"),
    ("libdatrie1", "texts in Thai, for libthai"),
    ("libicu72", "texts in Thai, Khmer, Lao and Burmese; Arabic letters"),
    ("libfontconfig1", "each file of a font folder"),
    ("libexpat1", "names of unusable font files, for Fontconfig"),
    ("libfreetype6", "fonts"),
    ("libpng16-16", "bitmaps in fonts, for FreeType"),
    ("libbrotli1", "WOFF2 files of a font folder, for FreeType"),
    ("libharfbuzz0b", "fonts, texts"),
    ("libgraphite2-3", "rules of fonts with a table Silf, for HarfBuzz"),
    ("libspng0", "PNG images"),
    ("libisal2", "pixels of PNG images of 64 KiB and more"),
    ("libturbojpeg0", "JPEG images"),
    ("libwebp7", "WebP images"),
    ("libgif7", "GIF images"),
    ("libheif1", "AVIF and HEIF images"),
    ("libde265-0", "HEIF images, for libheif"),
    ("libaom3", "AVIF images, for libheif"),
    ("libdav1d6", "AVIF images, where libheif has no libaom"),
    ("liblcms2-2", "colour profiles of images"),
    ("libcurl4", "answers of servers, in `galley fetch`"),
    ("libssl3", "TLS of servers, for libcurl"),
    ("libnghttp2-14", "HTTP/2 of servers, for libcurl"),
    ("libidn2-0", "names of servers, for libcurl"),
]


def output(*command):
    """The output of a command; empty if the command is missing."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        run = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    except FileNotFoundError:
        return ""
    return run.stdout


def first(pattern, text):
    """The first group of a pattern in a text; empty without a match."""
    match = re.search(pattern, text)
    return match.group(1) if match else ""


def state(package):
    """The source and the version of a package, a newer version, and the numbers of its mended faults in order."""
    query = output("dpkg-query", "-W", "-f", "${source:Package} ${Version}", package).split()
    source, version = query if len(query) == 2 else ("", "not installed")
    newer = first(r"Candidate: (\S+)", output("apt-cache", "policy", package))
    numbers = set()
    for path in pathlib.Path(f"/usr/share/doc/{package}").glob("changelog.Debian*.gz"):
        text = gzip.decompress(path.read_bytes()).decode(errors="replace")
        numbers |= set(re.findall(r"CVE-(\d{4})-(\d{4,})", text))
    newer = "" if newer in (version, "(none)") else newer
    return source, version, newer, sorted(numbers, key=lambda n: (int(n[0]), int(n[1])))


def others():
    """Yields the libraries that are no packages of Debian, with what they read and their versions."""
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    yams = next((pin["state"].get("version", "") for pin in pins if pin["identity"] == "yams"), "")
    yield "Yams, with the C code of libyaml", "front matter of articles, themes, templates", yams or "not resolved"
    swift = first(r"Swift version (\S+)", output("swift", "--version"))
    reads = "JSON of templates, tables, records and scripts; dates, languages, addresses"
    yield "Foundation, with its own ICU", reads, f"Swift {swift}" if swift else "not installed"


def main():
    print("| library | source | reads | version | newer in Debian | mended faults | the latest |")
    print("|---|---|---|---|---|---|---|")
    for package, reads in LIBRARIES:
        source, version, newer, numbers = state(package)
        latest = "CVE-%s-%s" % numbers[-1] if numbers else "–"
        print(f"| {package} | {source} | {reads} | {version} | {newer or '–'} | {len(numbers)} | {latest} |")
    for library, reads, version in others():
        print(f"| {library} | – | {reads} | {version} | – | – | – |")


main()
