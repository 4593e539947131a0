internal import CCairo
internal import CDeflate
internal import CFreeType
internal import CGIF
internal import CHEIF
internal import CHarfBuzz
internal import CICU
internal import CISAL
internal import CLCMS
internal import CMarkdown
internal import CPango
internal import CPixman
internal import CSPNG
internal import CTurboJPEG
internal import CWebP
internal import CXML2
internal import CXXHash
internal import CZlib
internal import CZstd
import GalleyHandles

/// A C library that Galley stands on, and its version.
///
/// The version is that of the library in use where it tells it, and else that of the headers.
package struct LibraryVersion: Hashable, Sendable {
  package let name: String
  package let version: String

  /// All libraries: of text, of pixels, of pictures, of documents.
  package static var all: [LibraryVersion] {
    [
      LibraryVersion(name: "Pango", version: String(cString: pango_version_string())),
      LibraryVersion(name: "HarfBuzz", version: String(cString: hb_version_string())),
      LibraryVersion(name: "FreeType", version: freeTypeVersion),
      LibraryVersion(
        name: "ICU", version: "\(galley_icu_version() / 100).\(galley_icu_version() % 100)"),
      LibraryVersion(name: "fontconfig", version: parts(FontConfiguration.version, base: 100)),
      LibraryVersion(name: "Cairo", version: String(cString: cairo_version_string())),
      LibraryVersion(name: "pixman", version: String(cString: pixman_version_string())),
      LibraryVersion(
        name: "ISA-L",
        version: "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"),
      LibraryVersion(name: "libdeflate", version: LIBDEFLATE_VERSION_STRING),
      LibraryVersion(name: "zlib", version: String(cString: zlibVersion())),
      LibraryVersion(name: "zstd", version: String(cString: ZSTD_versionString())),
      LibraryVersion(name: "libspng", version: String(cString: spng_version_string())),
      LibraryVersion(
        name: "libturbojpeg", version: String(cString: galley_turbojpeg_version())),
      LibraryVersion(name: "libwebp", version: parts(Int(WebPGetDecoderVersion()), base: 256)),
      LibraryVersion(
        name: "giflib", version: "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
      LibraryVersion(name: "libheif", version: String(cString: galley_heif_version())),
      // 2140 is 2.14.
      LibraryVersion(
        name: "lcms2",
        version: "\(cmsGetEncodedCMMversion() / 1000).\(cmsGetEncodedCMMversion() % 1000 / 10)"),
      LibraryVersion(name: "libxml2", version: LIBXML_DOTTED_VERSION),
      LibraryVersion(name: "cmark-gfm", version: String(cString: cmark_version_string())),
      LibraryVersion(name: "xxHash", version: parts(Int(XXH_versionNumber()), base: 100)),
    ]
  }

  /// The versions by name.
  package static var byName: [String: String] {
    Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.version) })
  }

  private static var freeTypeVersion: String {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return "unusable" }
    defer { FT_Done_FreeType(library) }
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    FT_Library_Version(library, &major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// A version whose three parts are digits of one number.
  private static func parts(_ number: Int, base: Int) -> String {
    "\(number / base / base).\(number / base % base).\(number % base)"
  }
}
