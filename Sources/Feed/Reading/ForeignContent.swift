/// Kinds of files that are no feeds, by their first bytes.
enum ForeignContent {
  /// The number of first bytes that show the kind.
  static let byteCount = 262

  /// The kind of a file that begins with `bytes`, for a message; `nil` if it is not known.
  static func name(_ bytes: some Collection<UInt8>) -> String? {
    for (start, name) in kinds where bytes.starts(with: start) { return name }
    if bytes.dropFirst(257).starts(with: "ustar".utf8) {
      return "a TAR archive; unpack it, and give the feed in it"
    }
    let kind = bytes.dropFirst(8)
    if bytes.starts(with: "RIFF".utf8), kind.starts(with: "WEBP".utf8) { return "a WebP picture" }
    guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    if kind.starts(with: "avif".utf8) { return "an AVIF picture" }
    if kind.starts(with: "hei".utf8) || kind.starts(with: "mif1".utf8) { return "a HEIF picture" }
    return "an MP4 file"
  }

  /// Whether `bytes`, the first ones of a file, are text: they have line breaks and tabulators, and no other
  /// control characters.
  static func isText(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) || $0 == 0x1B }
  }

  private static let kinds: [([UInt8], String)] = [
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive; unpack it, and give the feed in it"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("GIF8".utf8), "a GIF picture"),
    (Array("BZh".utf8), "a file compressed by bzip2; decompress it first"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a file compressed by xz; decompress it first"),
    (Array("SQLite format".utf8), "an SQLite database"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
  ]
}
