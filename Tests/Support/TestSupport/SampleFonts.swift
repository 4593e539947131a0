import Foundation

/// A sound font file, and files that FreeType or HarfBuzz cannot use as a font.
package enum SampleFonts {
  /// A font that both libraries can use.
  package static let soundPath = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"

  /// Files that cannot be used: their names, bytes, and a word of the reason in the message.
  package static func unusable() throws -> [(name: String, bytes: [UInt8], reason: String)] {
    let font = try TestFolder.bytes(at: soundPath)
    let type1 = "%!PS-AdobeFont-1.0: Sample 001.000\n/FontName /Sample def\n"
    var noGlyphs = font
    // The number of glyphs in `maxp`.
    if let place = table("maxp", of: font)?.place { noGlyphs[place + 4..<place + 6] = [0, 0] }
    return [
      ("sample.woff", woff(font), "WOFF"),
      ("sample.woff2", Array("wOF2".utf8) + (0..<200).map { UInt8($0) }, "WOFF2"),
      ("sample.pfa", Array(type1.utf8), "Type 1"),
      ("sample.bdf", Array("STARTFONT 2.1\nFONT sample\n".utf8), "bitmap"),
      ("short.ttf", Array(font.prefix(100_000)), "cut off"),
      ("empty.ttf", [], "empty"),
      ("noise.otf", (0..<5_000).map { UInt8($0 * $0 * 31 % 251) }, "not a font"),
      ("blank.ttf", noGlyphs, "no glyphs"),
    ]
  }

  /// The bytes of one of Debian's Noto fonts with `Neue` in place of `Noto` in its names, and perhaps another weight.
  package static func renamed(_ name: String, weight: Int? = nil) throws -> [UInt8] {
    var font = try TestFolder.bytes(at: "/usr/share/fonts/truetype/noto/\(name).ttf")
    guard let names = table("name", of: font) else { return font }
    // In UTF-16, and for the Macintosh in one byte for each letter.
    for (old, new) in [("\0N\0o\0t\0o", "\0N\0e\0u\0e"), ("Noto", "Neue")] {
      let (old, new) = (Array(old.utf8), Array(new.utf8))
      for place in names.place..<names.place + names.length - old.count
      where font[place] == old[0] && font[place..<place + old.count].elementsEqual(old) {
        font.replaceSubrange(place..<place + old.count, with: new)
      }
    }
    if let weight, let place = table("OS/2", of: font)?.place {
      font.replaceSubrange(place + 4..<place + 6, with: bytes(weight).suffix(2))
    }
    return font
  }

  /// A WOFF file with the tables of `font`, uncompressed.
  package static func woff(_ font: [UInt8]) -> [UInt8] {
    let tableCount = number(at: 4, 2, of: font)
    var directory: [UInt8] = []
    var tables: [UInt8] = []
    let start = 44 + 20 * tableCount
    for index in 0..<tableCount {
      let record = 12 + 16 * index
      let place = number(at: record + 8, 4, of: font)
      let length = number(at: record + 12, 4, of: font)
      directory += font[record..<record + 4]
      directory += bytes(start + tables.count) + bytes(length) + bytes(length)
      directory += font[record + 4..<record + 8]
      tables += font[place..<place + length]
      while tables.count % 4 != 0 { tables.append(0) }
    }
    let header =
      Array("wOFF".utf8) + font[0..<4] + bytes(start + tables.count)
      + [UInt8(tableCount >> 8), UInt8(tableCount & 0xFF), 0, 0]
      + bytes(12 + 16 * tableCount + tables.count) + [0, 1, 0, 0]
      + [UInt8](repeating: 0, count: 20)
    return header + directory + tables
  }

  /// The offset and the length of a table of a font.
  private static func table(
    _ name: String, of font: [UInt8]
  ) -> (place: Int, length: Int)? {
    for index in 0..<number(at: 4, 2, of: font) {
      let record = 12 + 16 * index
      guard Array(font[record..<record + 4]) == Array(name.utf8) else { continue }
      return (number(at: record + 8, 4, of: font), number(at: record + 12, 4, of: font))
    }
    return nil
  }

  private static func number(at place: Int, _ count: Int, of bytes: [UInt8]) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
